internal import Trackproof

/// The strictness with which a comparison distinguishes the types of values.
enum ValueTypes: Sendable {
    /// Values of different types are different.
    case exact
    /// An integer equals a number of the same value, because JavaScript and Foundation write 20.0 as 20.
    case looseNumbers
    /// As ``looseNumbers``, but a number or a bool also equals its text. Some wire formats contain only text.
    case text

    /// Chooses the strictness for a comparison of events from two sources.
    ///
    /// If exactly one of the sources is a vendor's SDK, the choice is ``looseNumbers`` or ``text``. Otherwise, it is
    /// ``exact``.
    init(between left: EventSource, _ right: EventSource) {
        if left.isWire == right.isWire {
            self = .exact
        } else {
            self = left.isTextWire || right.isTextWire ? .text : .looseNumbers
        }
    }
}

extension EventSource {
    /// Whether a vendor's SDK sent the events over the network.
    var isWire: Bool { rawValue.hasPrefix("wire:") }

    /// Whether the vendor's wire format contains values as text, so that their types are lost.
    ///
    /// Only the fields that the format defines as numbers or as JSON keep their types.
    fileprivate var isTextWire: Bool { rawValue == "wire:matomo" }
}

extension EventValue {
    /// The number or bool that the string represents, such as 9.5 for `"9.50"`; otherwise the value itself.
    var withoutTextType: EventValue {
        guard let text = string else { return self }
        if text == "true" { return .bool(true) }
        if text == "false" { return .bool(false) }
        // Ids with leading zeros, hexadecimal ids and ids with many digits remain strings, because two different ids
        // could represent the same number.
        if let integer = Int64(text), String(integer) == text { return .integer(integer) }
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy({ (0x30...0x39).contains($0) }) }),
            parts[0].first != 0x30 || parts[0].count == 1, digits.count <= 16
        else { return self }
        return Double(text).map { .number($0) } ?? self
    }
}
