import Trackproof
import TrackproofPlatform

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

/// A table that finds values by the name of an event.
///
/// Each value was added for a name or for a pattern with wildcards. To find a name, ``match(_:)`` uses a hash table. To
/// find the patterns that a name fits, it tries all patterns.
struct NameLookup<Value> {
    /// The indices in `exact` and `patterns` of the entries that fit an event's name.
    ///
    /// If two names have equal matches, ``all(_:)`` returns the same values for both names.
    struct Match: Hashable {
        var patterns: [Int] = []
        var exact: Int?

        var isEmpty: Bool { patterns.isEmpty && exact == nil }
    }

    private typealias Numbered = (number: Int, value: Value)
    private var exactPlaces: [ExactText: Int] = [:]
    private var exact: [[Value]] = []
    private var patternPlaces: [NamePattern: Int] = [:]
    private var patterns: [(pattern: NamePattern, values: [Numbered])] = []
    private var count = 0

    init(_ values: some Sequence<(name: String, value: Value)>) {
        for (name, value) in values { add(value, for: NamePattern(name)) }
    }

    private mutating func add(_ value: Value, for pattern: NamePattern) {
        count += 1
        if let name = pattern.exactName {
            let name = ExactText(name)
            if let place = exactPlaces[name] {
                exact[place].append(value)
            } else {
                exactPlaces[name] = exact.count
                exact.append([value])
            }
        } else if let place = patternPlaces[pattern] {
            patterns[place].values.append((count, value))
        } else {
            patternPlaces[pattern] = patterns.count
            patterns.append((pattern, [(count, value)]))
        }
    }

    var isEmpty: Bool { count == 0 }

    func match(_ name: String) -> Match {
        var match = Match(exact: exactPlaces[ExactText(name)])
        if patterns.isEmpty { return match }
        let name = Array(name.unicodeScalars)
        match.patterns = patterns.indices.filter { patterns[$0].pattern.matches(name) }
        return match
    }

    /// Returns the values that were added for `name`, or for a pattern that `name` fits.
    func all(_ name: String) -> [Value] {
        let match = match(name)
        return values(ofPatterns: match.patterns) + (match.exact.map(values(ofExact:)) ?? [])
    }

    /// Returns the values of the name at the index `place` in `exact`, in the order in which they were added.
    func values(ofExact place: Int) -> [Value] { exact[place] }

    /// Returns the values of the patterns at the indices `places` in `patterns`.
    ///
    /// The values of a pattern with few literal scalars come before the values of a pattern with many literal scalars.
    /// If two patterns have equally many literal scalars, the value that was added first comes first.
    func values(ofPatterns places: [Int]) -> [Value] {
        places.flatMap { index in
            let (pattern, values) = patterns[index]
            let specificity = pattern.specificity
            return values.map { (specificity: specificity, number: $0.number, value: $0.value) }
        }.sorted { ($0.specificity, $0.number) < ($1.specificity, $1.number) }.map(\.value)
    }
}
