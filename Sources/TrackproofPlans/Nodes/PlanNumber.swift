package import Trackproof

/// A number as a plan writes it.
@_spi(Tooling) public struct PlanNumber: Sendable, Hashable {
    /// The number as it is written, such as `5.10`.
    public let text: String
    /// The exact value.
    let decimal: ExactDecimal

    /// Creates a number from its text in the grammar of JSON.
    ///
    /// Returns `nil` if the text is not a number, if its significant digits do not fit into 64 bits, or if its exponent
    /// is beyond 9,999.
    public init?(_ text: String) {
        guard let decimal = ExactDecimal(text) else { return nil }
        self.text = text
        self.decimal = decimal
    }

    /// Whether the number is written without a fraction and an exponent.
    var isWrittenAsInteger: Bool { text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2D } }

    package var eventValue: EventValue {
        if isWrittenAsInteger, let integer = Int64(text) { return .integer(integer) }
        return .number(Double(text) ?? .nan)
    }
}
