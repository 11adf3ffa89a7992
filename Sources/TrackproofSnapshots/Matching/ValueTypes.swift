internal import Trackproof

/// The degree to which the types of two values count in a comparison.
enum ValueTypes: Sendable {
    /// The types count.
    case exact
    /// An integer equals a number of the same value, because JavaScript and Foundation write 20.0 as 20.
    case looseNumbers
    /// In addition, a number or a bool equals its text, because a vendor's wire format may have only text.
    case text

    /// Creates the degree for a comparison of events from two sources.
    ///
    /// The types count unless exactly one of the sources is a vendor's SDK.
    init(between left: EventSource, _ right: EventSource) {
        if left.isWire == right.isWire {
            self = .exact
        } else {
            self = left.isTextWire || right.isTextWire ? .text : .looseNumbers
        }
    }
}

extension EventSource {
    /// Whether the events came from a vendor's SDK over the network.
    var isWire: Bool { rawValue.hasPrefix("wire:") }

    /// Whether the vendor's wire format has no types.
    ///
    /// Only the fields that the format defines as numbers or as JSON have types. Every other value is text.
    fileprivate var isTextWire: Bool { rawValue == "wire:matomo" }
}

extension EventValue {
    /// The number or bool that a text represents, or the value itself if it is not such a text. `9.50` becomes `9.5`.
    var withoutTextType: EventValue {
        guard let text = string else { return self }
        if text == "true" { return .bool(true) }
        if text == "false" { return .bool(false) }
        // Only texts that lose nothing are converted. Ids with leading zeros, in hexadecimal or with many digits stay
        // as they are.
        if let integer = Int64(text), String(integer) == text { return .integer(integer) }
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy({ (0x30...0x39).contains($0) }) }),
            parts[0].first != 0x30 || parts[0].count == 1, digits.count <= 16
        else { return self }
        return Double(text).map { .number($0) } ?? self
    }
}
