public import Trackproof

/// The strictness with which a comparison distinguishes the types of values.
enum ValueTypes: Sendable {
    /// Values of different types are different.
    case exact
    /// An integer equals a number of the same value, because JavaScript and Foundation write 20.0 as 20.
    case looseNumbers
    /// As ``looseNumbers``, but a bool also equals its text. gtag.js, the SDK of GA4, sends a bool as text.
    case textBools
    /// As ``textBools``, but a number also equals its text. Some wire formats contain only text.
    case text

    /// Chooses the strictness for a comparison of events from two sources.
    ///
    /// If exactly one of the sources is a vendor's SDK, its wire format decides. Otherwise, the choice is ``exact``.
    init(between left: EventSource, _ right: EventSource) {
        switch (left.vendor, right.vendor) {
        case (_?, nil): self = left.typesOfWire
        case (nil, _?): self = right.typesOfWire
        default: self = .exact
        }
    }

    /// Whether values in an actual event's context can be parameters that the expected event has.
    var completesParameters: Bool { self != .exact }

    /// Returns the value that a comparison uses in place of a value.
    func compared(_ value: EventValue) -> EventValue {
        switch self {
        case .exact, .looseNumbers: value
        case .textBools: value.spelledBool ?? value
        case .text: value.withoutTextType
        }
    }

    /// Returns whether a text equals a value of another type that it spells.
    func equatesText(with value: EventValue) -> Bool {
        switch value {
        case .bool: self == .textBools || self == .text
        case .integer, .number: self == .text
        default: false
        }
    }
}

extension EventSource {
    /// Whether the events come from a wire format that cannot mark the types of all values.
    public var isUntyped: Bool { typesOfWire != .looseNumbers }

    /// The strictness for the vendor's wire format, which may contain values as text, so that their types are lost.
    ///
    /// In the format of Matomo, only the fields that the format defines as numbers or as JSON keep their types. The
    /// format of GA4 marks numbers, but contains booleans as texts or numbers.
    fileprivate var typesOfWire: ValueTypes {
        switch vendor {
        case "matomo": .text
        case "ga4": .textBools
        default: .looseNumbers
        }
    }
}

extension EventValue {
    /// The number or bool that the string represents, such as 9.5 for `"9.50"`; otherwise the value itself.
    fileprivate var withoutTextType: EventValue {
        guard let text = string else { return self }
        if let bool = spelledBool { return bool }
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

    /// The bool that the string represents, or `nil` if the value is not such a string.
    fileprivate var spelledBool: EventValue? {
        switch self {
        case .string("true"): .bool(true)
        case .string("false"): .bool(false)
        default: nil
        }
    }
}
