internal import Trackproof

/// Settings made ready for many events: what is decided by an event's name is decided once a name.
struct CompiledRules {
    /// What holds for the events of one name.
    struct NameRules {
        var isIgnored = false
        /// The volatile parameters, as a tree; nil where there are none.
        var volatile: VolatileNode?
        /// The groups of ``SnapshotSettings/ordered`` that the name is in, as bits.
        var groups: UInt64 = 0
    }

    let settings: SnapshotSettings
    /// Whether an integer equals a number of the same value.
    let looseNumbers: Bool
    private let ignored: [NamePattern]
    private let volatile: [(pattern: NamePattern, path: ParameterPath, shape: VolatileShape)]
    private let groups: [[NamePattern]]
    private var byName: [String: NameRules] = [:]
    /// Whether every name has the same, empty rules.
    let isTrivial: Bool

    init(_ settings: SnapshotSettings, looseNumbers: Bool) {
        self.settings = settings
        self.looseNumbers = looseNumbers
        ignored = settings.ignore.map(NamePattern.init)
        // The narrowest last, so that it overrules the others.
        volatile = settings.volatile.map { (NamePattern($0.event), ParameterPath(parsing: $0.path), $0.shape) }
            .enumerated().sorted {
                ($0.element.0.specificity, $1.offset) < ($1.element.0.specificity, $0.offset)
            }.map(\.element)
        groups = settings.ordered.map { $0.map(NamePattern.init) }
        isTrivial = ignored.isEmpty && volatile.isEmpty && groups.isEmpty
    }

    mutating func rules(for event: Event) -> NameRules {
        if isTrivial { return NameRules() }
        let name = event.displayName
        if let known = byName[name] { return known }
        var rules = NameRules()
        rules.isIgnored = ignored.contains { $0.matches(name) }
        for (pattern, path, shape) in volatile where pattern.matches(name) {
            let root = rules.volatile ?? VolatileNode()
            root.insert(shape, at: path.components[...])
            rules.volatile = root
        }
        for (index, patterns) in groups.enumerated() where patterns.contains(where: { $0.matches(name) }) {
            rules.groups |= 1 << UInt64(index & 63)
        }
        // A recording with a name of its own for each event must not fill the memory.
        if byName.count < 100_000 { byName[name] = rules }
        return rules
    }
}

/// Where the volatile values are, below one place in an event's parameters.
final class VolatileNode {
    private(set) var matcher: ShapeMatcher?
    private(set) var shape: VolatileShape?
    private var children: [String: VolatileNode] = [:]

    func insert(_ shape: VolatileShape, at path: ArraySlice<String>) {
        guard let first = path.first else {
            matcher = ShapeMatcher(shape)
            self.shape = shape
            return
        }
        let child = children[first] ?? VolatileNode()
        children[first] = child
        child.insert(shape, at: path.dropFirst())
    }

    /// The node of an object's member.
    func member(_ name: String) -> VolatileNode? { children[name] }

    /// The node of an array's element: of its index, else of any.
    func element(_ index: Int) -> VolatileNode? { children[String(index)] ?? children["*"] }
}
