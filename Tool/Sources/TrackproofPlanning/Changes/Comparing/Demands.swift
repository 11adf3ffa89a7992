import Trackproof
import TrackproofPlans
import TrackproofPlatform
import TrackproofSnapshots

/// The bounds, counts, patterns and formats that several schemas together demand of the values of one type.
struct Demands {
    /// The least or greatest length, or number of elements or members, by the keyword.
    private var counts: [SchemaKeyword: Int] = [:]
    /// The bounds of numbers, by the keyword `minimum` or `maximum`.
    private var bounds: [SchemaKeyword: NumberBounds.Bound] = [:]
    private var divisors: Set<ExactDecimal> = []
    private var patterns: [String: Pattern] = [:]
    private(set) var formats: Set<TextFormat> = []
    private var isUnique = false

    init(_ schemas: [Int], _ graph: SchemaGraph) {
        for schema in schemas.map({ graph[$0] }) {
            for (keyword, bounds) in [
                (SchemaKeyword.minimum, schema.numbers?.lower), (.maximum, schema.numbers?.upper),
            ] {
                for bound in bounds ?? [] where bound.isTighter(than: self.bounds[keyword], keyword) {
                    self.bounds[keyword] = bound
                }
            }
            divisors.formUnion(schema.numbers?.multipleOf.map(\.decimal) ?? [])
            if let texts = schema.texts {
                demand(.minLength, texts.minLength, .maxLength, texts.maxLength)
                if let pattern = texts.pattern { patterns[pattern.source] = pattern }
                if let format = texts.format { formats.insert(format) }
            }
            if let lists = schema.lists {
                demand(.minItems, lists.minItems, .maxItems, lists.maxItems)
                isUnique = isUnique || lists.isUnique
            }
            if let objects = schema.objects {
                demand(.minProperties, objects.minCount, .maxProperties, objects.maxCount)
            }
        }
    }

    private mutating func demand(_ least: SchemaKeyword, _ minimum: Int, _ most: SchemaKeyword, _ maximum: Int) {
        if minimum > 0 { counts[least] = max(counts[least] ?? 0, minimum) }
        if maximum < .max { counts[most] = min(counts[most] ?? .max, maximum) }
    }

    /// The demands together with the lengths that texts of the formats have. For example, a UUID has 36 characters.
    var withLengthsOfFormats: Demands {
        var demands = self
        for lengths in formats.map(\.lengths) {
            demands.demand(.minLength, lengths.lowerBound, .maxLength, lengths.upperBound)
        }
        return demands
    }

    /// Returns whether the rule of a keyword in `other` refuses a value that its rule in these demands allows.
    func isNarrowed(by other: Demands, _ keyword: SchemaKeyword) -> Bool {
        switch keyword {
        case .minimum, .maximum: other.bounds[keyword]?.isTighter(than: bounds[keyword], keyword) ?? false
        case .multipleOf: other.divisors.contains { one in !divisors.contains { $0.isMultiple(of: one) } }
        case .pattern: !Set(other.patterns.keys).isSubset(of: patterns.keys)
        case .format: !other.formats.isSubset(of: formats)
        case .uniqueItems: other.isUnique && !isUnique
        case .minLength, .minItems, .minProperties: other.counts[keyword] ?? 0 > counts[keyword] ?? 0
        default: other.counts[keyword] ?? .max < counts[keyword] ?? .max
        }
    }

    /// Returns whether the rule of a keyword allows a value. `false` also for lists and objects.
    func allows(_ value: CanonicalValue, _ keyword: SchemaKeyword) -> Bool {
        if let number = value.number {
            return keyword == .multipleOf
                ? divisors.allSatisfy { number.isMultiple(of: $0) } : bounds[keyword]?.allows(number, keyword) ?? true
        }
        guard let text = value.text else { return false }
        return switch keyword {
        case .minLength, .maxLength: text.hasLength(from: counts[.minLength] ?? 0, to: counts[.maxLength] ?? .max)
        case .pattern: patterns.values.allSatisfy { $0.isFound(in: text) }
        default: formats.allSatisfy { $0.fits(text) }
        }
    }

    /// The rule of a keyword, as a text for reports, or `nil` if there is no such rule.
    func words(_ keyword: SchemaKeyword) -> String? {
        switch keyword {
        case .minimum, .maximum: bounds[keyword]?.words(isLower: keyword == .minimum)
        case .multipleOf where divisors.isEmpty: nil
        case .multipleOf: divisors.sorted().map { "a multiple of " + $0.words }.joined(separator: " and ")
        case .pattern: patterns.keys.patternWords
        case .format: formats.isEmpty ? nil : formats.map(\.rawValue).sorted().joined(separator: " and ")
        case .uniqueItems: isUnique ? "elements that differ" : "elements that may be equal"
        case .minLength, .minItems, .minProperties:
            counts[keyword].map { PlanFinding.words(from: $0, to: .max, keyword.unit) }
        default: counts[keyword].map { PlanFinding.words(from: 0, to: $0, keyword.unit) }
        }
    }
}

extension SchemaKeyword {
    /// The keywords whose rules the comparison compares on their own, by the position of their types in
    /// ``ValueRules/families``.
    static let facets: [[SchemaKeyword]] = [
        [], [], [.minimum, .maximum, .multipleOf], [.minLength, .maxLength, .pattern, .format],
        [.minItems, .maxItems, .uniqueItems], [.minProperties, .maxProperties],
    ]

    /// What a change of the rule changes, and the finding about a value that breaks the rule.
    var facet: (subject: PlanChange.Subject, finding: FindingID) {
        switch self {
        case .minLength, .maxLength: (.length, .length)
        case .pattern: (.pattern, .pattern)
        case .format: (.format, .format)
        case .minItems, .maxItems, .uniqueItems: (.items, .items)
        case .minProperties, .maxProperties: (.properties, .items)
        default: (.range, .range)
        }
    }

    /// The keywords of the facet: `minimum` stands for `exclusiveMinimum` too.
    var spellings: [SchemaKeyword] {
        switch self {
        case .minimum: [.minimum, .exclusiveMinimum]
        case .maximum: [.maximum, .exclusiveMaximum]
        default: [self]
        }
    }

    fileprivate var unit: String {
        switch facet.subject {
        case .length: "character"
        case .items: "element"
        default: "member"
        }
    }
}

extension NumberBounds.Bound {
    fileprivate func allows(_ number: ExactDecimal, _ keyword: SchemaKeyword) -> Bool {
        number == decimal ? !isExclusive : (decimal < number) == (keyword == .minimum)
    }

    /// Returns whether this bound refuses a number that the bound `other` allows.
    fileprivate func isTighter(than other: Self?, _ keyword: SchemaKeyword) -> Bool {
        guard let other else { return true }
        return decimal == other.decimal ? isExclusive && !other.isExclusive : !allows(other.decimal, keyword)
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
