public import Foundation

/// A type whose values can be used in a literal of ``EventParameters``.
///
/// An enum with raw values conforms without further code:
///
/// ```swift
/// enum Method: String, EventValueConvertible { case email, apple }
/// let event = Event("login", ["method": Method.apple])
/// ```
///
/// A value of an `Encodable` type needs no conformance: `["item": .encoding(item)]`.
public protocol EventValueConvertible: Sendable {
    /// The value as a parameter, or `nil` to leave the parameter out.
    var eventValue: EventValue? { get }
}

extension EventValueConvertible where Self: RawRepresentable, RawValue: EventValueConvertible {
    /// The raw value as a parameter.
    public var eventValue: EventValue? { rawValue.eventValue }
}

extension EventValue: EventValueConvertible {
    /// The value itself.
    public var eventValue: EventValue? { self }
}

/// A value with an explicit type in a literal of ``EventParameters``.
///
/// Static members create such values: `.null`, `.object(…)`, `.list(…)`, `.string(…)`, `.integer(…)` and so on.
public struct EventLiteral: EventValueConvertible {
    /// The value as a parameter.
    public let eventValue: EventValue?
    /// The problems that occurred when the value was encoded.
    ///
    /// An object from `.object(…)` stores the problems of its parameters in ``eventValue``, so they are not in this
    /// array.
    let problems: [ParameterProblem]

    init(eventValue: EventValue?, problems: [ParameterProblem] = []) {
        self.eventValue = eventValue
        self.problems = problems
    }

    /// Creates a copy of `value`, or returns `nil` if `value` is not an ``EventLiteral`` or has no problems.
    init?(encoded value: any EventValueConvertible) {
        // Compares the types before the cast: few values are an `EventLiteral`, and a cast takes as much time as the
        // conversion of a value.
        guard type(of: value) == EventLiteral.self, let literal = value as? EventLiteral, !literal.problems.isEmpty
        else { return nil }
        self = literal
    }
}

extension EventValueConvertible {
    /// The problems of the value: parts that could not be encoded, and names that occur twice.
    package var encodingProblems: [ParameterProblem] {
        EventLiteral(encoded: self)?.problems ?? eventValue?.problems ?? []
    }
}

extension EventValueConvertible where Self == EventLiteral {
    /// An explicit null, as in `["coupon": .null]`.
    public static var null: EventLiteral { EventLiteral(eventValue: EventValue.null) }

    /// Returns a bool.
    public static func bool(_ value: Bool) -> EventLiteral { EventLiteral(eventValue: EventValue.bool(value)) }

    /// Returns an integer.
    public static func integer(_ value: Int64) -> EventLiteral { EventLiteral(eventValue: EventValue.integer(value)) }

    /// Returns a number, or a string if `value` is not finite.
    public static func number(_ value: Double) -> EventLiteral { EventLiteral(eventValue: EventValue(value)) }

    /// Returns a string.
    public static func string(_ value: String) -> EventLiteral { EventLiteral(eventValue: EventValue.string(value)) }

    /// Returns an object of named values, as in `["product": .object(["id": 5])]`.
    public static func object(_ parameters: EventParameters) -> EventLiteral {
        EventLiteral(eventValue: EventValue.object(parameters))
    }

    /// Returns an array of values of different types, as in `["path": .list("home", 3, true)]`.
    ///
    /// A `nil` among the values becomes null.
    public static func list(_ values: any EventValueConvertible...) -> EventLiteral {
        let problems = values.enumerated().flatMap { index, value in
            EventLiteral(encoded: value)?.problems.map { $0.inside(String(index)) } ?? []
        }
        return EventLiteral(
            eventValue: EventValue.array(values.map { $0.eventValue ?? EventValue.null }), problems: problems)
    }

    /// Returns a literal for a value of an `Encodable` type, which Trackproof encodes.
    ///
    /// By default, Trackproof converts the names of properties to snake case, as in an ``AnalyticsEvent``:
    ///
    /// ```swift
    /// Event("purchase", ["item": .encoding(item), "price": 19.99])
    /// ```
    ///
    /// Trackproof leaves out the parts of the value that it cannot encode. ``Event/encodingError`` gives the reasons.
    public static func encoding(_ value: some Encodable, naming: EventNaming = .snakeCase) -> EventLiteral {
        EventEncoder.literal(of: value, naming: naming)
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
    /// A number, or a string such as `"NaN"` if the `Double` is not finite.
    public var eventValue: EventValue? { EventValue(self) }
}

extension Float: EventValueConvertible {
    /// The number with the same decimal digits: `0.1 as Float` becomes 0.1, not 0.10000000149011612.
    public var eventValue: EventValue? { EventValue(self) }
}

extension EventValueConvertible where Self: BinaryInteger {
    /// An integer. A value above `Int64.max` becomes a number, or a string of digits if no `Double` equals the value.
    public var eventValue: EventValue? { EventValue(integer: self) }
}

extension Int: EventValueConvertible {}
extension Int8: EventValueConvertible {}
extension Int16: EventValueConvertible {}
extension Int32: EventValueConvertible {}
extension Int64: EventValueConvertible {}
extension UInt: EventValueConvertible {}
extension UInt8: EventValueConvertible {}
extension UInt16: EventValueConvertible {}
extension UInt32: EventValueConvertible {}
extension UInt64: EventValueConvertible {}

extension Optional: EventValueConvertible where Wrapped: EventValueConvertible {
    /// The wrapped value as a parameter, or `nil` to leave the parameter out.
    public var eventValue: EventValue? { self?.eventValue }
}

extension Array: EventValueConvertible where Element: EventValueConvertible {
    /// An array. A `nil` element becomes null, so that the other elements keep their positions.
    public var eventValue: EventValue? { EventValue.array(map { $0.eventValue ?? EventValue.null }) }
}

extension Set: EventValueConvertible where Element: EventValueConvertible {
    /// A sorted array, because a set has no order of its own.
    public var eventValue: EventValue? { EventValue.array(map { $0.eventValue ?? EventValue.null }).sortedArray }
}

extension Dictionary: EventValueConvertible where Key == String, Value: EventValueConvertible {
    /// An object with sorted names, because a dictionary has no order of its own.
    public var eventValue: EventValue? {
        let elements = compactMap { name, value in value.eventValue.map { EventParameter(name, $0) } }
        return EventValue.object(EventParameters(distinct: elements).sorted())
    }
}

extension Date: EventValueConvertible {
    /// A string: RFC 3339 in UTC with milliseconds, such as `2026-11-21T09:30:00.000Z`.
    ///
    /// A date outside the years 0 to 9999 becomes a number: the seconds since 1970.
    public var eventValue: EventValue? { EventValue(self) }
}

extension Duration: EventValueConvertible {
    /// A number: the duration in seconds, such as 1.5.
    public var eventValue: EventValue? {
        EventValue(Double(components.seconds) + Double(components.attoseconds) * 1e-18)
    }
}

extension URL: EventValueConvertible {
    /// A string: the absolute URL.
    public var eventValue: EventValue? { EventValue.string(absoluteString) }
}

extension UUID: EventValueConvertible {
    /// The UUID as a string of 36 characters.
    public var eventValue: EventValue? { EventValue.string(uuidString) }
}

extension Decimal: EventValueConvertible {
    /// A number: the `Double` with the same digits, or the nearest one if the `Decimal` has more than about 15 digits.
    public var eventValue: EventValue? { EventValue(self) }
}

extension Data: EventValueConvertible {
    /// A string: the data in base64.
    public var eventValue: EventValue? { EventValue.string(base64EncodedString()) }
}

extension Locale: EventValueConvertible {
    /// A string: the identifier, such as `en_US`.
    public var eventValue: EventValue? { EventValue.string(identifier) }
}

extension TimeZone: EventValueConvertible {
    /// A string: the identifier, such as `Europe/Berlin`.
    public var eventValue: EventValue? { EventValue.string(identifier) }
}

extension NSNumber: EventValueConvertible {
    /// A bool, an integer or a number, depending on how the `NSNumber` was created.
    public var eventValue: EventValue? { EventValue(self) }
}

extension CGFloat: EventValueConvertible {
    /// A number, or a string such as `"NaN"` if the `CGFloat` is not finite.
    public var eventValue: EventValue? { EventValue(Double(self)) }
}

extension CGPoint: EventValueConvertible {
    /// An array of x and y, as in the type's `Codable` encoding.
    public var eventValue: EventValue? { EventValue.array([EventValue(Double(x)), EventValue(Double(y))]) }
}

extension CGSize: EventValueConvertible {
    /// An array of width and height, as in the type's `Codable` encoding.
    public var eventValue: EventValue? { EventValue.array([EventValue(Double(width)), EventValue(Double(height))]) }
}

extension CGRect: EventValueConvertible {
    /// An array of the origin and the size, as in the type's `Codable` encoding.
    public var eventValue: EventValue? {
        EventValue.array([origin.eventValue ?? EventValue.null, size.eventValue ?? EventValue.null])
    }
}

/// A value or an explicit null.
///
/// Code that is generated from a tracking plan uses this type where the plan allows null. An argument of the type
/// `Nullable<String>?` has three cases: `nil` leaves the parameter out, ``null`` sends null, and ``value(_:)`` sends a
/// value.
///
/// ```swift
/// analytics.track(.purchase(price: 19.99, coupon: .null))
/// analytics.track(.purchase(price: 19.99, coupon: .value("SUMMER")))
/// ```
public enum Nullable<Wrapped: EventValueConvertible>: EventValueConvertible {
    /// Null.
    case null
    /// A value.
    case value(Wrapped)

    /// The value as a parameter. A value that a literal would leave out becomes null.
    public var eventValue: EventValue? {
        switch self {
        case .null: EventValue.null
        case .value(let value): value.eventValue ?? EventValue.null
        }
    }
}

extension Nullable: Equatable where Wrapped: Equatable {}
extension Nullable: Hashable where Wrapped: Hashable {}
