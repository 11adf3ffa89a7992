/// A count of a snapshot's rules, because every input from outside has a limit.
struct RuleBudget {
    /// The largest number of rules of one kind: volatile parameters, names in `ignore`, or names in `ordered`.
    static let limit = 10_000
    /// The largest number of rules of one kind whose names have wildcards. Such names are tried one after another.
    static let wildcardLimit = 500
    /// The largest length of a name with wildcards, in scalars and wildcards.
    static let wildcardLength = 256
    /// The largest total size of all patterns of a snapshot. See ``Pattern/sizeLimit``.
    static let patternSize = 300_000

    /// The name of the counted rules in messages.
    private let what: String
    private var count = 0
    private var wildcards = 0
    private var size = 0

    init(of what: String) {
        self.what = what
    }

    /// Counts a rule for a name.
    ///
    /// - Returns: A message if the rule exceeds a limit, otherwise `nil`.
    mutating func excess(adding name: String, _ shape: VolatileShape? = nil) -> String? {
        count += 1
        guard count <= Self.limit else { return "expected at most \(Self.limit) \(what) in a snapshot" }
        let pattern = NamePattern(name)
        if pattern.exactName == nil {
            wildcards += 1
            guard wildcards <= Self.wildcardLimit else {
                return "expected at most \(Self.wildcardLimit) \(what) with wildcards in a snapshot"
            }
            guard pattern.length <= Self.wildcardLength else {
                return "a name with wildcards must not be longer than \(Self.wildcardLength) characters"
            }
        }
        if case .pattern(let pattern)? = shape {
            size += pattern.size
            guard size <= Self.patternSize else {
                return "the patterns of a snapshot are too large: their total size exceeds \(Self.patternSize)"
            }
        }
        return nil
    }
}
