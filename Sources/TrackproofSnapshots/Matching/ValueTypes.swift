internal import Trackproof

/// How far the types of two values count when they are compared.
enum ValueTypes: Sendable {
    /// They count.
    case exact
    /// An integer equals a number of the same value: JavaScript and Foundation write 20.0 as 20.
    case looseNumbers
    /// A number or a bool equals the text that writes it: the values of a vendor's wire are all text.
    case text

    /// Between events of two sources: what the app tracked and what a vendor's SDK sent.
    init(between left: EventSource, _ right: EventSource) {
        if left.isWire == right.isWire {
            self = .exact
        } else {
            self = left.isTextWire || right.isTextWire ? .text : .looseNumbers
        }
    }
}

extension EventSource {
    /// Whether the event came from a vendor's SDK over the network.
    var isWire: Bool { rawValue.hasPrefix("wire:") }

    /// Whether a vendor's protocol has no types: what it has a field for is a number, all else is text.
    fileprivate var isTextWire: Bool { rawValue == "wire:matomo" }
}

extension EventValue {
    /// A text as the number or the bool that it writes; any other value as it is. `9.50` is `9.5`.
    var withoutTextType: EventValue {
        guard let text = string else { return self }
        if text == "true" { return .bool(true) }
        if text == "false" { return .bool(false) }
        // Only what loses nothing: ids with zeros in front, hexadecimal or of many digits stay what they are.
        if let integer = Int64(text), String(integer) == text { return .integer(integer) }
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy({ (0x30...0x39).contains($0) }) }),
            parts[0].first != 0x30 || parts[0].count == 1, digits.count <= 16
        else { return self }
        return Double(text).map { .number($0) } ?? self
    }
}
