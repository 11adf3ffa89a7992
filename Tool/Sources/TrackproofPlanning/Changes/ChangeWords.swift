import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

extension ValueSpace {
    /// The allowed values, as a text for reports: `string`, `one of "card", "cash"`.
    var words: String {
        if isNever { return "no value" }
        if listed.isEmpty || values.isEmpty { return typeWords }
        let rest = types.subtracting(listed).subtracting(listed.contains(.number) ? [.integer] : [])
        return values.words + (rest.isEmpty ? "" : ", or " + rest.plainWords)
    }

    var typeWords: String { types.isEmpty ? "no value" : types.plainWords }
}

extension JSONTypes {
    /// The names of the types. Leaves out `integer` if `number` is among the types, because `number` includes
    /// `integer`.
    fileprivate var plainWords: String {
        let types = contains(.number) ? subtracting(.integer) : self
        return isSuperset(of: .all) ? "any value" : types.words
    }
}

extension SpaceTable {
    /// Returns the text that describes a schema in reports, such as "string, required".
    func words(_ schema: Int, isRequired: Bool) -> String {
        let words = space(of: schema).words
        return space(of: schema).isNever ? words : words + (isRequired ? ", required" : ", optional")
    }
}

extension Set<CanonicalValue> {
    /// The first ten values, as a text for reports.
    var words: String {
        let sorted = map(\.words).sorted { $0.precedesExactly($1) }
        let shown = sorted.prefix(10).joined(separator: ", ")
        return (count > 1 ? "one of " : "") + shown + (count > 10 ? ", … (\(count) values)" : "")
    }
}

extension CanonicalValue {
    /// The value as JSON. Shows at most 100 characters of a text, and at most 10 elements or members.
    var words: String {
        switch self {
        case .plain(let value): value.description.cut(to: 100)
        case .decimal(let number): number.words
        case .array(let values): "[" + values.prefix(10).map(\.words).joined(separator: ", ") + "]"
        case .object(let members):
            "{"
                + members.sorted { $0.key < $1.key }.prefix(10)
                .map { $0.key.text.quotedForDisplay + ": " + $0.value.words }.joined(separator: ", ") + "}"
        }
    }
}

extension ExactDecimal {
    /// The number in decimal digits, or with an exponent if it is very long.
    var words: String {
        let digits = String(significand)
        let sign = isNegative ? "-" : ""
        if (0...6).contains(exponent) { return sign + digits + String(repeating: "0", count: exponent) }
        guard (-20..<0).contains(exponent) else { return "\(sign)\(digits)e\(exponent)" }
        let padded = String(repeating: "0", count: Swift.max(0, 1 - exponent - digits.count)) + digits
        return sign + padded.dropLast(-exponent) + "." + padded.suffix(-exponent)
    }
}

extension NumberSpace.Limit {
    /// The bound as a text for reports, such as "at least 0".
    func words(isLower: Bool) -> String {
        (isLower ? (isExclusive ? "above " : "at least ") : (isExclusive ? "below " : "at most ")) + decimal.words
    }
}

extension NumberSpace {
    /// The divisors as a text for reports, such as "a multiple of 0.01", or `nil` if there are no divisors.
    var divisorWords: String? {
        divisors.isEmpty ? nil : divisors.sorted().map { "a multiple of " + $0.words }.joined(separator: " and ")
    }
}

extension TextSpace {
    var leastWords: String? { minLength == 0 ? nil : PlanFinding.words(from: minLength, to: .max, "character") }
    var mostWords: String? { maxLength == .max ? nil : PlanFinding.words(from: 0, to: maxLength, "character") }

    var formatWords: String? {
        formats.isEmpty ? nil : formats.map(\.rawValue).sorted().joined(separator: " and ")
    }
}

extension Collection<Pattern> {
    /// The patterns as a text for reports, such as `/^a/ and /b$/`, or `nil` if there are no patterns.
    var words: String? {
        let sources = map { "/\($0.source.safeForDisplay)/" }.sorted { $0.precedesExactly($1) }
        return sources.isEmpty ? nil : sources.joined(separator: " and ")
    }
}

extension Set<Combination> {
    /// The keywords and the number of their schemas, such as "anyOf with 2 schemas", or `nil` if the set is empty.
    var words: String? {
        let words = map { combination in
            switch combination {
            case .any(let schemas): "anyOf with \(schemas.count.counted("schema"))"
            case .one(let schemas): "oneOf with \(schemas.count.counted("schema"))"
            case .not: "not"
            case .condition: "if"
            }
        }
        return isEmpty ? nil : words.sorted().joined(separator: ", ")
    }
}
