/// A type whose values can stand in a literal of ``EventParameters``.
///
/// Raw-value enums get it by naming the protocol; nothing has to be written:
///
/// ```swift
/// enum Method: String, EventValueConvertible { case email, apple }
/// let event = Event("login", ["method": Method.apple])
/// ```
///
/// An Encodable value needs no conformance: `["item": .encoding(item)]`.
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
    /// What of the value could not be encoded. An object carries its problems itself, so these are those of other values.
    let problems: [ParameterProblem]

    init(eventValue: EventValue?, problems: [ParameterProblem] = []) {
        self.eventValue = eventValue
        self.problems = problems
    }

    /// The literal that `value` is, if it has problems.
    init?(encoded value: any EventValueConvertible) {
        // Most values are none, and to cast them all would cost as much as to convert them.
        guard type(of: value) == EventLiteral.self, let literal = value as? EventLiteral, !literal.problems.isEmpty
        else { return nil }
        self = literal
    }
}

extension EventValueConvertible {
    /// What could not be encoded, and what is given twice.
    package var encodingProblems: [ParameterProblem] {
        EventLiteral(encoded: self)?.problems ?? eventValue?.problems ?? []
    }
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
        let problems = values.enumerated().flatMap { index, value in
            EventLiteral(encoded: value)?.problems.map { $0.inside(String(index)) } ?? []
        }
        return EventLiteral(
            eventValue: EventValue.array(values.map { $0.eventValue ?? EventValue.null }), problems: problems)
    }

    /// What an Encodable value encodes to, with its names in snake case, as a typed event's:
    ///
    /// ```swift
    /// Event("purchase", ["item": .encoding(item), "price": 19.99])
    /// ```
    ///
    /// What cannot be encoded is left out, and the event says why: ``Event/encodingError``.
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
