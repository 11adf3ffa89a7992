import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

/// The bounds and divisors of numbers that several schemas together demand.
struct NumberRules {
    private(set) var lower: NumberBounds.Bound?
    private(set) var upper: NumberBounds.Bound?
    private(set) var divisors: Set<ExactDecimal> = []

    fileprivate init(_ rules: [NumberBounds]) {
        for rule in rules {
            for bound in rule.lower where bound.isAbove(lower) { lower = bound }
            for bound in rule.upper where bound.isBelow(upper) { upper = bound }
            divisors.formUnion(rule.multipleOf.map(\.decimal))
        }
    }

    /// The divisors as a text for reports, such as "a multiple of 0.01", or `nil` if there are no divisors.
    var divisorWords: String? {
        divisors.isEmpty ? nil : divisors.sorted().map { "a multiple of " + $0.words }.joined(separator: " and ")
    }
}

extension NumberBounds.Bound {
    func allowsAsLower(_ number: ExactDecimal) -> Bool { isExclusive ? decimal < number : !(number < decimal) }
    func allowsAsUpper(_ number: ExactDecimal) -> Bool { isExclusive ? number < decimal : !(decimal < number) }

    /// Returns whether this lower bound refuses a number that the lower bound `other` allows.
    func isAbove(_ other: Self?) -> Bool {
        guard let other else { return true }
        return other.decimal < decimal || (decimal == other.decimal && isExclusive && !other.isExclusive)
    }

    /// Returns whether this upper bound refuses a number that the upper bound `other` allows.
    func isBelow(_ other: Self?) -> Bool {
        guard let other else { return true }
        return decimal < other.decimal || (decimal == other.decimal && isExclusive && !other.isExclusive)
    }
}

/// The rules for texts that several schemas together demand.
struct TextDemands {
    /// The least and the greatest length.
    struct Lengths: Equatable {
        var lowerBound = 0
        var upperBound = Int.max
    }

    let rules: [TextRules]
    private(set) var lengths = Lengths()
    private(set) var patterns: Set<String> = []
    private(set) var formats: Set<TextFormat> = []

    fileprivate init(_ rules: [TextRules]) {
        self.rules = rules
        for rule in rules {
            lengths.lowerBound = max(lengths.lowerBound, rule.minLength)
            lengths.upperBound = min(lengths.upperBound, rule.maxLength)
            if let pattern = rule.pattern { patterns.insert(pattern.source) }
            if let format = rule.format { formats.insert(format) }
        }
    }

    /// The lengths that the rules for lengths and the formats allow. For example, a UUID has 36 characters.
    var knownLengths: Lengths {
        var known = lengths
        for format in formats {
            known.lowerBound = max(known.lowerBound, format.lengths.lowerBound)
            known.upperBound = min(known.upperBound, format.lengths.upperBound)
        }
        return known
    }

    var leastWords: String? {
        lengths.lowerBound == 0 ? nil : PlanFinding.words(from: lengths.lowerBound, to: .max, "character")
    }
    var mostWords: String? {
        lengths.upperBound == .max ? nil : PlanFinding.words(from: 0, to: lengths.upperBound, "character")
    }
    var patternWords: String? { patterns.patternWords }
    var formatWords: String? {
        formats.isEmpty ? nil : formats.map(\.rawValue).sorted().joined(separator: " and ")
    }
}

extension TextFormat {
    /// The lengths that a text of this format can have.
    fileprivate var lengths: ClosedRange<Int> {
        switch self {
        case .date: 10...10
        case .time: 9...Int.max
        case .dateTime: 20...Int.max
        case .uuid: 36...36
        case .ipv4: 7...15
        case .ipv6: 2...45
        case .email: 3...320
        case .hostname: 1...253
        case .duration, .uri: 2...Int.max
        case .uriReference: 0...Int.max
        }
    }
}

extension TypeRules {
    func numbers(_ graph: SchemaGraph) -> NumberRules { NumberRules(schemas.compactMap { graph[$0].numbers }) }

    func texts(_ graph: SchemaGraph) -> TextDemands { TextDemands(schemas.compactMap { graph[$0].texts }) }

    /// Returns whether a check searches the texts for personal data.
    func isSearched(_ graph: SchemaGraph) -> Bool { schemas.contains { graph[$0].isSearchedForPersonalData } }
}
