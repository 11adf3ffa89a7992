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
        guard let first = text.utf8.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first) else {
            return self
        }
        if let integer = Int64(text) { return .integer(integer) }
        return Double(text).map { .number($0) } ?? self
    }
}
