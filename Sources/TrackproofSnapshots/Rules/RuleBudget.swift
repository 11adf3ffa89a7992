/// Counts the rules of a snapshot, since what comes from outside must have bounds.
struct RuleBudget {
    /// So many volatile parameters a snapshot can have, so many names in `ignore`, and so many in `ordered`.
    static let limit = 10_000
    /// So many of them can be for names with wildcards: these are tried one after another.
    static let wildcardLimit = 500
    /// So many scalars and wildcards can a name with wildcards have.
    static let wildcardLength = 256
    /// How large all patterns of a snapshot together can be; see ``Pattern/sizeLimit``.
    static let patternSize = 300_000

    /// What is counted, as messages say it.
    private let what: String
    private var count = 0
    private var wildcards = 0
    private var size = 0

    init(of what: String) {
        self.what = what
    }

    /// Takes a name, or says which limit that would exceed.
    mutating func excess(adding name: String, _ shape: VolatileShape? = nil) -> String? {
        count += 1
        guard count <= Self.limit else { return "more than \(Self.limit) \(what) in a snapshot" }
        let pattern = NamePattern(name)
        if pattern.exactName == nil {
            wildcards += 1
            guard wildcards <= Self.wildcardLimit else {
                return "more than \(Self.wildcardLimit) \(what) for names with wildcards in a snapshot"
            }
            guard pattern.length <= Self.wildcardLength else {
                return "a name with wildcards that is longer than \(Self.wildcardLength) characters"
            }
        }
        if case .pattern(let pattern)? = shape {
            size += pattern.size
            guard size <= Self.patternSize else {
                return "the patterns of a snapshot are too large: their sizes exceed \(Self.patternSize) in all"
            }
        }
        return nil
    }
}
