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
    let types: ValueTypes
    /// Whether the actual events are those of a snapshot, where a shape's placeholder stands for the value.
    private let acceptsPlaceholders: Bool
    private let ignored: NameLookup<Void>
    private typealias VolatileLookup = NameLookup<(path: ParameterPath, shape: VolatileShape)>
    private let volatile: VolatileLookup
    private let groups: NameLookup<Int>
    private var byName: [ExactText: NameRules] = [:]
    // Names that the same patterns fit share what comes from these.
    private var volatileByMatch: [VolatileLookup.Match: ValueRule] = [:]
    private var treesByPatterns: [[Int]: VolatileTree] = [:]
    /// How many groups of ``SnapshotSettings/ordered`` there can be: one bit each.
    static let groupLimit = 64
    /// Whether every name has the same, empty rules.
    let isTrivial: Bool

    init(_ settings: SnapshotSettings, types: ValueTypes, acceptsPlaceholders: Bool = false) {
        self.acceptsPlaceholders = acceptsPlaceholders
        self.settings = settings
        self.types = types
        ignored = NameLookup(settings.ignore.lazy.map { ($0, ()) })
        volatile = VolatileLookup(
            settings.volatile.lazy.map { ($0.event, (path: ParameterPath(parsing: $0.path), shape: $0.shape)) })
        groups = NameLookup(
            settings.ordered.prefix(Self.groupLimit).enumerated().flatMap { index, names in
                names.map { ($0, index) }
            })
        isTrivial = ignored.isEmpty && volatile.isEmpty && groups.isEmpty
    }

    mutating func rules(for event: Event) -> NameRules {
        if isTrivial { return NameRules() }
        let name = event.displayName
        let key = ExactText(name)
        if let known = byName[key] { return known }
        var rules = NameRules()
        rules.isIgnored = !ignored.match(name).isEmpty
        rules.volatile = volatileRule(for: name)
        for group in groups.all(name) { rules.groups |= 1 << UInt64(group) }
        // A recording with a name of its own for each event must not fill the memory.
        if byName.count < 100_000 { byName[key] = rules }
        return rules
    }

    private mutating func volatileRule(for name: String) -> ValueRule? {
        let match = volatile.match(name)
        if match.isEmpty { return nil }
        if let known = volatileByMatch[match] { return known }
        var trees: [VolatileTree] = []
        if let exact = match.exact { trees.append(VolatileTree(volatile.values(ofExact: exact))) }
        if !match.patterns.isEmpty { trees.append(tree(ofPatterns: match.patterns)) }
        let rule = ValueRule(ofEvent: trees, acceptsPlaceholders: acceptsPlaceholders)
        volatileByMatch[match] = rule
        return rule
    }

    private mutating func tree(ofPatterns patterns: [Int]) -> VolatileTree {
        if let known = treesByPatterns[patterns] { return known }
        let tree = VolatileTree(volatile.values(ofPatterns: patterns))
        treesByPatterns[patterns] = tree
        return tree
    }
}
