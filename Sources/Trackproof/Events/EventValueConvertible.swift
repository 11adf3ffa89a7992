public import struct Foundation.Data
public import struct Foundation.Date
public import struct Foundation.Decimal
public import struct Foundation.URL
public import struct Foundation.UUID

/// A type whose values can stand in a literal of ``EventParameters``.
///
/// Raw-value enums get it by naming the protocol; nothing has to be written:
///
/// ```swift
/// enum Method: String, EventValueConvertible { case email, apple }
/// let event = Event("login", ["method": Method.apple])
/// ```
public protocol EventValueConvertible: Sendable {
    /// The value as a parameter; nil leaves the parameter out.
    var eventValue: EventValue? { get }
}

extension EventValueConvertible where Self: RawRepresentable, RawValue: EventValueConvertible {
    /// The raw value.
    public var eventValue: EventValue? { rawValue.eventValue }
}

extension EventValue: EventValueConvertible {
    /// The value itself.
    public var eventValue: EventValue? { self }
}

/// What `.null`, `.object(…)`, `.list(…)` and the explicit `.string(…)`, `.integer(…)` … are in a literal of ``EventParameters``.
public struct EventLiteral: EventValueConvertible {
    /// The value as a parameter.
    public let eventValue: EventValue?
}

extension EventValueConvertible where Self == EventLiteral {
    /// An explicit null, as `["coupon": .null]`.
    public static var null: EventLiteral { EventLiteral(eventValue: EventValue.null) }

    /// A bool.
    public static func bool(_ value: Bool) -> EventLiteral { EventLiteral(eventValue: EventValue.bool(value)) }

    /// An integer.
    public static func integer(_ value: Int64) -> EventLiteral { EventLiteral(eventValue: EventValue.integer(value)) }

    /// A number.
    public static func number(_ value: Double) -> EventLiteral { EventLiteral(eventValue: EventValue(value)) }

    /// A string.
    public static func string(_ value: String) -> EventLiteral { EventLiteral(eventValue: EventValue.string(value)) }

    /// Named values, as `["product": .object(["id": 5])]`.
    public static func object(_ parameters: EventParameters) -> EventLiteral {
        EventLiteral(eventValue: EventValue.object(parameters))
    }

    /// Values of different types, as `["path": .list("home", 3, true)]`; a nil in it is null.
    public static func list(_ values: any EventValueConvertible...) -> EventLiteral {
        EventLiteral(eventValue: EventValue.array(values.map { $0.eventValue ?? EventValue.null }))
    }
}

extension EventParameters: EventValueConvertible {
    /// An object of these parameters.
    public var eventValue: EventValue? { EventValue.object(self) }
}

extension Bool: EventValueConvertible {
    /// A bool.
    public var eventValue: EventValue? { EventValue.bool(self) }
}

extension String: EventValueConvertible {
    /// A string.
    public var eventValue: EventValue? { EventValue.string(self) }
}

extension Substring: EventValueConvertible {
    /// A string.
    public var eventValue: EventValue? { EventValue.string(String(self)) }
}

extension Character: EventValueConvertible {
    /// A string of one character.
    public var eventValue: EventValue? { EventValue.string(String(self)) }
}

extension Double: EventValueConvertible {
    /// A number; a string where it is not finite.
    public var eventValue: EventValue? { EventValue(self) }
}

extension Float: EventValueConvertible {
    /// The number that prints the same: `0.1 as Float` is 0.1, not 0.10000000149011612.
    public var eventValue: EventValue? { EventValue(self) }
}

extension Int: EventValueConvertible {
    /// An integer.
    public var eventValue: EventValue? { EventValue.integer(Int64(self)) }
}

extension Int8: EventValueConvertible {
    /// An integer.
    public var eventValue: EventValue? { EventValue.integer(Int64(self)) }
}

extension Int16: EventValueConvertible {
    /// An integer.
    public var eventValue: EventValue? { EventValue.integer(Int64(self)) }
}

extension Int32: EventValueConvertible {
    /// An integer.
    public var eventValue: EventValue? { EventValue.integer(Int64(self)) }
}

extension Int64: EventValueConvertible {
    /// An integer.
    public var eventValue: EventValue? { EventValue.integer(self) }
}

extension UInt: EventValueConvertible {
    /// An integer; beyond 64 bits with sign, a number where that is exact, else a string of digits.
    public var eventValue: EventValue? { EventValue(unsigned: UInt64(self)) }
}

extension UInt8: EventValueConvertible {
    /// An integer.
    public var eventValue: EventValue? { EventValue.integer(Int64(self)) }
}

extension UInt16: EventValueConvertible {
    /// An integer.
    public var eventValue: EventValue? { EventValue.integer(Int64(self)) }
}

extension UInt32: EventValueConvertible {
    /// An integer.
    public var eventValue: EventValue? { EventValue.integer(Int64(self)) }
}

extension UInt64: EventValueConvertible {
    /// An integer; beyond 64 bits with sign, a number where that is exact, else a string of digits.
    public var eventValue: EventValue? { EventValue(unsigned: self) }
}

extension Optional: EventValueConvertible where Wrapped: EventValueConvertible {
    /// The wrapped value; nil is left out.
    public var eventValue: EventValue? { self?.eventValue }
}

extension Array: EventValueConvertible where Element: EventValueConvertible {
    /// An array; a nil in it is null, so that the others keep their places.
    public var eventValue: EventValue? { EventValue.array(map { $0.eventValue ?? EventValue.null }) }
}

extension Set: EventValueConvertible where Element: EventValueConvertible {
    /// An array in a stable order.
    public var eventValue: EventValue? { EventValue.array(map { $0.eventValue ?? EventValue.null }).sortedArray }
}

extension Dictionary: EventValueConvertible where Key == String, Value: EventValueConvertible {
    /// An object, its names sorted, since a dictionary has no order of its own.
    public var eventValue: EventValue? {
        let elements = compactMap { name, value in value.eventValue.map { EventParameter(name, $0) } }
        return EventValue.object(EventParameters(distinct: elements).sorted())
    }
}

extension Date: EventValueConvertible {
    /// A string: RFC 3339 in UTC with milliseconds, as `2026-11-21T09:30:00.000Z`.
    public var eventValue: EventValue? { EventValue(self) }
}

extension URL: EventValueConvertible {
    /// A string: the absolute URL.
    public var eventValue: EventValue? { EventValue.string(absoluteString) }
}

extension UUID: EventValueConvertible {
    /// A string of 36 characters.
    public var eventValue: EventValue? { EventValue.string(uuidString) }
}

extension Decimal: EventValueConvertible {
    /// A string, since a number would lose digits.
    public var eventValue: EventValue? { EventValue.string(description) }
}

extension Data: EventValueConvertible {
    /// A string: base64.
    public var eventValue: EventValue? { EventValue.string(base64EncodedString()) }
}
