internal import Trackproof

/// Settings prepared for many events: the rules that depend on an event's name are found once for each name.
struct CompiledRules {
    /// The rules for the events of one name.
    struct NameRules {
        var isIgnored = false
        /// The volatile parameters as a tree, or `nil` if no parameter is volatile.
        var volatile: ValueRule?
        /// The groups of ``SnapshotSettings/ordered`` to which the name belongs, as bits.
        var groups: UInt64 = 0
    }

    let settings: SnapshotSettings
    let types: ValueTypes
    /// Whether the actual events come from a snapshot, in which a shape's placeholder can replace a value.
    private let acceptsPlaceholders: Bool
    private let ignored: NameLookup<Void>
    private typealias VolatileLookup = NameLookup<(path: ParameterPath, shape: VolatileShape)>
    private let volatile: VolatileLookup
    private let groups: NameLookup<Int>
    private var byName: [ExactText: NameRules] = [:]
    // Names that fit the same patterns share the rules and trees of these patterns.
    private var volatileByMatch: [VolatileLookup.Match: ValueRule] = [:]
    private var treesByPatterns: [[Int]: VolatileTree] = [:]
    /// The largest number of groups in ``SnapshotSettings/ordered``. Each group is one bit of a 64-bit integer.
    static let groupLimit = 64
    /// Whether there are no rules for any event's name.
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
        // A recording with a different name for each event must not fill the memory.
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
