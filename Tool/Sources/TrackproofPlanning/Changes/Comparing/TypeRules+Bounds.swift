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
            for bound in rule.lower where bound.isTighter(than: lower, isLower: true) { lower = bound }
            for bound in rule.upper where bound.isTighter(than: upper, isLower: false) { upper = bound }
            divisors.formUnion(rule.multipleOf.map(\.decimal))
        }
    }

    /// The divisors as a text for reports, such as "a multiple of 0.01", or `nil` if there are no divisors.
    var divisorWords: String? {
        divisors.isEmpty ? nil : divisors.sorted().map { "a multiple of " + $0.words }.joined(separator: " and ")
    }
}

extension NumberBounds.Bound {
    func allows(_ number: ExactDecimal, isLower: Bool) -> Bool {
        number == decimal ? !isExclusive : (decimal < number) == isLower
    }

    /// Returns whether this bound refuses a number that the bound `other` allows.
    func isTighter(than other: Self?, isLower: Bool) -> Bool {
        guard let other else { return true }
        return decimal == other.decimal ? isExclusive && !other.isExclusive : (other.decimal < decimal) == isLower
    }
}

/// The rules for texts that several schemas together demand.
struct TextDemands {
    let rules: [TextRules]
    private var (least, most) = (0, Int.max)
    private(set) var patterns: Set<String> = []
    private(set) var formats: Set<TextFormat> = []

    fileprivate init(_ rules: [TextRules]) {
        self.rules = rules
        for rule in rules {
            (least, most) = (max(least, rule.minLength), min(most, rule.maxLength))
            if let pattern = rule.pattern { patterns.insert(pattern.source) }
            if let format = rule.format { formats.insert(format) }
        }
    }

    /// Returns the bounds of the length.
    ///
    /// - Parameter areFormatsReliable: Whether all texts have the formats. For example, a UUID has 36 characters.
    func lengths(areFormatsReliable: Bool) -> Counts {
        let known = areFormatsReliable ? formats.map(\.lengths) : []
        return Counts(
            least, most, "character",
            known: (known.map(\.lowerBound).max() ?? 0, known.map(\.upperBound).min() ?? .max))
    }

    var patternWords: String? { patterns.patternWords }
    var formatWords: String? {
        formats.isEmpty ? nil : formats.map(\.rawValue).sorted().joined(separator: " and ")
    }
}

extension TextFormat {
    /// The lengths that a text of this format can have.
    var lengths: ClosedRange<Int> {
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
