public import Trackproof
public import TrackproofPlatform
import TrackproofSnapshots

/// The values of `enum` or `const`, stored for a fast search.
///
/// The numbers 1 and 1.0 are the same value, as in JSON Schema.
public final class ConstantSet: Sendable {
    private let strings: NameTable
    private let integers: Set<Int64>
    /// All values except texts.
    private let others: Set<CanonicalValue>
    /// The arrays and objects. The key contains numbers and booleans in place of the texts that spell them.
    private let containers: [CanonicalValue: EventValue]
    /// The values in the order of the plan, for messages.
    public let values: [EventValue]

    init(_ nodes: [PlanNode]) {
        var strings: Set<ExactText> = []
        var names: [String] = []
        var integers: Set<Int64> = []
        var others: Set<CanonicalValue> = []
        var containers: [CanonicalValue: EventValue] = [:]
        values = nodes.map(\.eventValue)
        for (node, value) in zip(nodes, values) {
            switch node.content {
            case .string(let text): if strings.insert(ExactText(text)).inserted { names.append(text) }
            case .number(let number):
                if case .integer(let integer) = value { integers.insert(integer) }
                others.insert(.decimal(number.decimal))
            case .array, .object:
                others.insert(CanonicalValue(value))
                containers[CanonicalValue(value.withSpelledValues)] = value
            case .null, .bool: others.insert(.plain(value))
            }
        }
        // A search for similar texts among a million values would take seconds.
        self.strings = NameTable(names, suggestionLimit: 500)
        (self.integers, self.others, self.containers) = (integers, others, containers)
    }

    func contains(_ value: EventValue) -> Bool {
        switch value {
        case .string(let text): return strings.index(of: text) != nil
        case .integer(let integer) where integers.contains(integer): return true
        case .number(let number):
            if let name = number.nonFiniteName { return strings.index(of: name) != nil }
            return !others.isEmpty && ExactDecimal.isAny(of: number) { others.contains(.decimal($0)) }
        case .null, .bool, .integer, .array, .object:
            return !others.isEmpty && others.contains(CanonicalValue(value))
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
        if case .string(let text) = value { strings.nearest(to: text) } else { nil }
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
