import Trackproof
import TrackproofPlans
import TrackproofPlatform
import TrackproofSnapshots

extension ValueRules {
    /// The allowed values, as a text for reports: `a string`, `one of "card", "cash"`.
    var words: String {
        if types.isEmpty { return "forbidden" }
        var (listed, rest): (Set<CanonicalValue>, JSONTypes) = ([], types)
        for (family, values) in zip(Self.families, values) {
            guard let values else { continue }
            listed.formUnion(values)
            rest.subtract(family)
        }
        if listed.isEmpty { return types.plainWords }
        return listed.words + (rest.isEmpty ? "" : ", or " + rest.plainWords)
    }

    /// Returns the text that describes a parameter in reports, such as "a string, required".
    func words(isRequired: Bool) -> String {
        types.isEmpty ? words : words + (isRequired ? ", required" : ", optional")
    }
}

extension JSONTypes {
    /// The names of the types. Leaves out `integer` if `number` is among the types, because `number` includes
    /// `integer`.
    var plainWords: String {
        let types = contains(.number) ? subtracting(.integer) : self
        return isSuperset(of: .all) ? "any value" : types.words
    }
}

extension Set<CanonicalValue> {
    /// The values, as a text for reports.
    var words: String { PlanFinding.words(oneOf: map(\.words).sorted { $0.precedesExactly($1) }) }
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

    /// The number if the value is a number, or `nil` for all other values.
    var number: ExactDecimal? { if case .decimal(let number) = self { number } else { nil } }
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

extension Collection<String> {
    /// The patterns as a text for reports, such as `/^a/ and /b$/`, or `nil` if there are no patterns.
    var patternWords: String? {
        isEmpty
            ? nil : map { "/\($0.safeForDisplay)/" }.sorted { $0.precedesExactly($1) }.joined(separator: " and ")
    }
}

extension SwiftNames.Subject {
    /// The subject, as a text for reports. Empty for the schema or the event itself.
    var words: String {
        switch self {
        case .itself: ""
        case .type: "its type"
        case .value(let value): value.quotedForDisplay
        }
    }
}
