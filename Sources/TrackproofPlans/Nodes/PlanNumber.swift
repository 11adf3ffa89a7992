public import Trackproof

/// A number in a plan, with its exact value and its spelling.
public struct PlanNumber: Sendable, Hashable {
    /// The number as the file spells it, such as `5.10`.
    public let text: String
    /// The exact value of the number.
    public let decimal: ExactDecimal

    /// Parses a number as JSON writes it.
    ///
    /// Returns `nil` if the text is not such a number, if its significant digits do not fit into 64 bits, or if it is
    /// beyond the range of a double. No event can contain a number beyond this range.
    public init?(_ text: String) {
        guard let decimal = ExactDecimal(text), decimal.isInRangeOfDouble else { return nil }
        self.text = text
        self.decimal = decimal
    }

    /// Whether the number is written without a decimal point and without an exponent.
    var isWrittenAsInteger: Bool { text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2D } }

    /// The number as a value of an event.
    public var eventValue: EventValue {
        if isWrittenAsInteger, let integer = Int64(text) { return .integer(integer) }
        return .number(Double(text) ?? .nan)
    }
}
