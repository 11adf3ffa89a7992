/// A counter that reports if a snapshot has more rules of one kind than a limit allows.
///
/// Without limits, a snapshot from an untrusted source could make a comparison very slow.
struct RuleBudget {
    /// The largest number of rules of one kind: volatile parameters, names in `ignore`, or names in `ordered`.
    static let limit = 10_000
    /// The largest number of rules of one kind that have wildcards in their event name.
    ///
    /// A comparison tries all these rules on the name of each event, so each of them makes the comparison slower.
    static let wildcardLimit = 500
    /// The largest length of an event name with wildcards, in scalars and wildcards.
    static let wildcardLength = 256
    /// The largest sum of the sizes of all patterns in a snapshot. For the size of a pattern, see
    /// ``Pattern/sizeLimit``.
    static let patternSize = 300_000

    /// The word for the counted rules in error messages: `names` or `volatile parameters`.
    private let what: String
    private var count = 0
    private var wildcards = 0
    private var size = 0

    init(of what: String) {
        self.what = what
    }

    /// Counts a rule for the event name `name`.
    ///
    /// - Returns: An error message if the snapshot now exceeds a limit, otherwise `nil`.
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
