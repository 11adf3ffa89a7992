import Trackproof
import TrackproofText

/// The settings of a comparison, and a cache of the rules that apply to the events of each name.
struct CompiledRules {
    /// The rules that apply to all events with the same name.
    struct NameRules {
        var isIgnored = false
        /// The rules in ``SnapshotSettings/volatile`` for these events, or `nil` if there are no such rules.
        var volatile: ValueRule?
        /// One bit for each group in ``SnapshotSettings/ordered``. A bit is 1 if the group with its index contains the
        /// name.
        var groups: UInt64 = 0
    }

    let settings: SnapshotSettings
    let types: ValueTypes
    /// Whether a placeholder, such as `<uuid>`, counts as a value that has the shape `uuid`.
    ///
    /// In the events of a snapshot, placeholders replace the values that vary. So this is `true` if the actual events
    /// come from a snapshot.
    private let acceptsPlaceholders: Bool
    private let ignored: NameLookup<Void>
    private typealias VolatileLookup = NameLookup<(path: ParameterPath, shape: VolatileShape)>
    private let volatile: VolatileLookup
    private let groups: NameLookup<Int>
    private var byName: [ExactText: NameRules] = [:]
    // Events with different names use the same rule and the same tree if their names fit the same patterns.
    private var volatileByMatch: [VolatileLookup.Match: ValueRule] = [:]
    private var treesByPatterns: [[Int]: VolatileTree] = [:]
    /// The largest number of groups in ``SnapshotSettings/ordered``, because `NameRules.groups` has 64 bits.
    static let groupLimit = 64
    /// Whether the settings contain no rules in `ignore`, `volatile` and `ordered`.
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
        // The cache has a limit, because a recording can contain millions of events with different names.
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
