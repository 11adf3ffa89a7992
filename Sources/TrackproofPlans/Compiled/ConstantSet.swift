public import Trackproof
import TrackproofSnapshots
public import TrackproofText

/// The values of `enum` or `const`, stored for a fast search.
///
/// The numbers 1 and 1.0 are the same value, as in JSON Schema.
public final class ConstantSet: Sendable {
    private let strings: NameTable
    private let stringCount: Int
    private let integers: Set<Int64>
    private let decimals: Set<ExactDecimal>
    private let others: Set<CanonicalValue>
    /// The arrays and objects. The key contains numbers and booleans in place of the texts that spell them.
    private let containers: [CanonicalValue: EventValue]
    private let hasNull: Bool
    private let hasTrue: Bool
    private let hasFalse: Bool
    /// The values in the order of the plan, for messages.
    public let values: [EventValue]
    private let suggestions: NameSuggestions

    init(_ nodes: [PlanNode]) {
        var strings: [ExactText] = []
        var integers: Set<Int64> = []
        var decimals: Set<ExactDecimal> = []
        var others: Set<CanonicalValue> = []
        var containers: [CanonicalValue: EventValue] = [:]
        var (hasNull, hasTrue, hasFalse) = (false, false, false)
        for node in nodes {
            switch node.content {
            case .null: hasNull = true
            case .bool(let value): if value { hasTrue = true } else { hasFalse = true }
            case .string(let text): strings.append(ExactText(text))
            case .number(let number):
                if case .integer(let integer) = number.eventValue { integers.insert(integer) }
                decimals.insert(number.decimal)
            case .array, .object:
                others.insert(CanonicalValue(node.eventValue))
                containers[CanonicalValue(node.eventValue.withSpelledValues)] = node.eventValue
            }
        }
        let distinct = Set(strings).map(\.text)
        self.strings = NameTable(distinct)
        stringCount = distinct.count
        self.integers = integers
        self.decimals = decimals
        self.others = others
        self.containers = containers
        (self.hasNull, self.hasTrue, self.hasFalse) = (hasNull, hasTrue, hasFalse)
        values = nodes.map(\.eventValue)
        // A search for similar texts among a million values would take seconds, so it uses only the first 500 values.
        suggestions = NameSuggestions(
            values.prefix(500).compactMap { if case .string(let text) = $0 { text } else { nil } })
    }

    func contains(_ value: EventValue) -> Bool {
        switch value {
        case .null: return hasNull
        case .bool(let value): return value ? hasTrue : hasFalse
        case .string(let text): return strings.index(of: text) != nil
        case .integer(let integer):
            return integers.contains(integer) || (!decimals.isEmpty && decimals.contains(ExactDecimal(integer)))
        case .number(let number):
            if let name = number.nonFiniteName { return strings.index(of: name) != nil }
            return !decimals.isEmpty && ExactDecimal.isAny(of: number) { decimals.contains($0) }
        case .array, .object: return !others.isEmpty && others.contains(CanonicalValue(value))
        }
    }

    /// Returns whether a text in UTF-8 is one of the values.
    func contains(textOfBytes text: UnsafeBufferPointer<UInt8>) -> Bool {
        strings.index(ofBytes: text, after: -1) != nil
    }

    /// Returns the array or object of the set that equals `value` if its wire format marks no types, otherwise `nil`.
    func container(spelledAs value: EventValue) -> EventValue? {
        containers.isEmpty ? nil : containers[CanonicalValue(value.withSpelledValues)]
    }

    /// The values, as a text for messages: `one of "card", "apple_pay"`.
    var words: String { PlanFinding.words(oneOf: values.lazy.map(\.description)) }

    /// Returns the listed text that is most similar to `value`, or `nil` if no listed text is similar.
    func nearest(to value: EventValue) -> String? {
        if case .string(let text) = value { suggestions.nearest(to: text) } else { nil }
    }
}

/// A value, stored so that 1 and 1.0 are equal.
public enum CanonicalValue: Sendable, Hashable {
    case plain(EventValue)
    case decimal(ExactDecimal)
    case array([CanonicalValue])
    case object([ExactText: CanonicalValue])

    /// Creates the canonical form of a value.
    public init(_ value: EventValue) {
        switch value {
        case .integer(let integer): self = .decimal(ExactDecimal(integer))
        case .number(let number): self = ExactDecimal(number).map { .decimal($0) } ?? .plain(value)
        case .array(let values): self = .array(values.map(CanonicalValue.init))
        case .object(let members):
            self = .object(
                Dictionary(
                    members.map { (ExactText($0.name), CanonicalValue($0.value)) },
                    uniquingKeysWith: { _, last in last }))
        case .null, .bool, .string: self = .plain(value)
        }
    }
}
