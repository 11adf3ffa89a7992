internal import Trackproof

/// Settings made ready for many events: what is decided by an event's name is decided once a name.
struct CompiledRules {
    /// What holds for the events of one name.
    struct NameRules {
        var isIgnored = false
        /// The volatile parameters, as a tree; nil where there are none.
        var volatile: ValueRule?
        /// The groups of ``SnapshotSettings/ordered`` that the name is in, as bits.
        var groups: UInt64 = 0
    }

    let settings: SnapshotSettings
    /// Whether an integer equals a number of the same value.
    let looseNumbers: Bool
    /// Whether the actual events are those of a snapshot, where a shape's placeholder stands for the value.
    private let acceptsPlaceholders: Bool
    private let ignored: [NamePattern]
    private let volatile: [(pattern: NamePattern, path: ParameterPath, shape: VolatileShape)]
    private let groups: [[NamePattern]]
    private var byName: [ExactText: NameRules] = [:]
    /// How many groups of ``SnapshotSettings/ordered`` there can be: one bit each.
    static let groupLimit = 64
    /// Whether every name has the same, empty rules.
    let isTrivial: Bool

    init(_ settings: SnapshotSettings, looseNumbers: Bool, acceptsPlaceholders: Bool = false) {
        self.acceptsPlaceholders = acceptsPlaceholders
        self.settings = settings
        self.looseNumbers = looseNumbers
        ignored = settings.ignore.map(NamePattern.init)
        // The narrowest last, so that it overrules the others; of equally narrow ones the later.
        volatile = settings.volatile.map { (NamePattern($0.event), ParameterPath(parsing: $0.path), $0.shape) }
            .enumerated().sorted {
                ($0.element.0.specificity, $0.offset) < ($1.element.0.specificity, $1.offset)
            }.map(\.element)
        groups = settings.ordered.prefix(Self.groupLimit).map { $0.map(NamePattern.init) }
        isTrivial = ignored.isEmpty && volatile.isEmpty && groups.isEmpty
    }

    mutating func rules(for event: Event) -> NameRules {
        if isTrivial { return NameRules() }
        let name = event.displayName
        if let known = byName[ExactText(name)] { return known }
        var rules = NameRules()
        rules.isIgnored = ignored.contains { $0.matches(name) }
        var tree = VolatileTree()
        for (pattern, path, shape) in volatile where pattern.matches(name) {
            tree.insert(shape, at: path.components[...])
        }
        if !tree.isEmpty { rules.volatile = .ofEvent(tree, acceptsPlaceholders: acceptsPlaceholders) }
        for (index, patterns) in groups.enumerated() where patterns.contains(where: { $0.matches(name) }) {
            rules.groups |= 1 << UInt64(index)
        }
        // A recording with a name of its own for each event must not fill the memory.
        if byName.count < 100_000 { byName[ExactText(name)] = rules }
        return rules
    }
}
