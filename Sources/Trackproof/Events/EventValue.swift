import struct Foundation.Date
import TrackproofPlatform

/// The value of an event's parameter.
///
/// Integers and numbers are different types, because a database has different column types for them. So `3` is not
/// equal to `3.0`. Strings are equal if their Unicode scalars are equal: `"é"` as one scalar is not equal to `"é"` as
/// two scalars. `0.0` and `-0.0` are equal, as in Swift. JSON cannot contain a number that is not finite, so files
/// contain a string instead: `"NaN"`, `"Infinity"` or `"-Infinity"`. `==` treats such a number and its string as equal.
public enum EventValue: Sendable {
    /// An explicit null. The event contains a parameter with this value, but leaves out a parameter that is `nil`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number that fits into 64 bits.
    case integer(Int64)
    /// A floating-point number, such as 2.5 or 3.0, or a whole number that does not fit into 64 bits.
    case number(Double)
    /// A string.
    case string(String)
    /// An array of values.
    case array([EventValue])
    /// An object: values with names.
    case object(EventParameters)
}

extension EventValue: Hashable {
    /// Returns whether both values have the same type and content.
    ///
    /// A number that is not finite also equals the string that files contain instead: `"NaN"`, `"Infinity"` or
    /// `"-Infinity"`.
    public static func == (left: EventValue, right: EventValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.string(let left), .string(let right)): left.isExactly(right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        case (.number(let left), .number(let right)):
            left == right || (left.isNaN && right.isNaN)
        case (.number(let number), .string(let string)), (.string(let string), .number(let number)):
            number.nonFiniteName == string
        default: false
        }
    }

    /// Hashes the content.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0 as UInt8)
        case .bool(let value): hasher.combine(value)
        case .integer(let value): hasher.combine(value)
        case .number(let value):
            if let name = value.nonFiniteName { hasher.combine(name) } else { hasher.combine(value) }
        case .string(let value): hasher.combine(value)
        case .array(let values): hasher.combine(values)
        case .object(let parameters): hasher.combine(parameters)
        }
    }
}

extension Double {
    /// The string for an infinite number or NaN, which JSON cannot contain, or `nil` if the number is finite.
    package var nonFiniteName: String? {
        if isFinite { return nil }
        if isNaN { return "NaN" }
        return self < 0 ? "-Infinity" : "Infinity"
    }
}

extension EventValue {
    /// The name of the value's type, such as `integer`, as in messages and tracking plans.
    public var typeName: String {
        switch self {
        case .null: "null"
        case .bool: "bool"
        case .integer: "integer"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}

extension EventValue: Codable {
    /// Decodes a value as the first type that fits, in this order: null, bool, integer, number, string, array, object.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {  // A value of another type is not an error.
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let values = try? container.decode([EventValue].self) {
            self = .array(values)
        } else {
            self = .object(try container.decode(EventParameters.self))
        }
    }

    /// Encodes the value without the name of its type.
    ///
    /// `JSONEncoder` writes the number 3.0 as `3`, which ``init(from:)`` decodes as an integer. To avoid this,
    /// Trackproof writes recordings without `JSONEncoder`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value):
            if let name = value.nonFiniteName { try container.encode(name) } else { try container.encode(value) }
        case .string(let value): try container.encode(value)
        case .array(let values): try container.encode(values)
        case .object(let parameters): try container.encode(parameters)
        }
    }
}

extension EventValue {
    /// The bool, or `nil` if the value has another type.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The integer, or `nil` if the value has another type.
    public var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
    /// The floating-point number, or `nil` if the value has another type, such as an integer.
    public var number: Double? { if case .number(let value) = self { value } else { nil } }
    /// The string, or `nil` if the value has another type.
    public var string: String? { if case .string(let value) = self { value } else { nil } }
    /// The values of an array, or `nil` if the value has another type.
    public var array: [EventValue]? { if case .array(let values) = self { values } else { nil } }
    /// The members of an object, or `nil` if the value has another type.
    public var object: EventParameters? { if case .object(let members) = self { members } else { nil } }
}

extension EventValue: CustomStringConvertible {
    /// The value as text: strings in quotes, numbers with their fraction, such as `3.0`.
    public var description: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .number(let value): value.nonFiniteName ?? String(value)
        case .string(let value): value.quotedForDisplay
        case .array(let values): "[" + values.map(\.description).joined(separator: ", ") + "]"
        case .object(let parameters): parameters.description
        }
    }
}

// The conversions that literals and the encoder of typed events share.
extension EventValue {
    init(_ number: Double) {
        self = number.nonFiniteName.map(EventValue.string) ?? .number(number)
    }

    init(_ number: Float) {
        // Converts the shortest text of the number, so that the `Float` 0.1 becomes the `Double` 0.1. `Double(number)`
        // alone would give 0.10000000149011612.
        self.init(Double(number.description) ?? Double(number))
    }

    init(integer number: some BinaryInteger) {
        if let integer = Int64(exactly: number) {
            self = .integer(integer)
        } else if let exact = Double(exactly: number) {
            self = .number(exact)
        } else {
            self = .string(String(number))
        }
    }

    init(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
        // RFC 3339 can write the years 0 to 9999. For other years, the value is the number of seconds since 1970.
        if let milliseconds = Int64(exactly: milliseconds), let time = EventTime(millisecondsSince1970: milliseconds) {
            self = .string(time.description)
        } else {
            self.init(date.timeIntervalSince1970)
        }
    }

    /// The value, with its elements sorted if it is an array.
    ///
    /// The order of a set's elements changes each time the app is launched. Without sorting, the app would track a
    /// different array after each launch.
    var sortedArray: EventValue {
        guard case .array(let values) = self else { return self }
        return .array(values.sorted { $0.precedes($1) })
    }

    /// Returns whether the value comes before `other` in a sorted array.
    ///
    /// Two integers or two numbers are sorted by size, two strings by their Unicode scalars, and two other values of
    /// the same type by their descriptions. Values of different types are sorted by the names of their types.
    func precedes(_ other: EventValue) -> Bool {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): left < right
        case (.number(let left), .number(let right)): left < right
        case (.string(let left), .string(let right)): left.precedesExactly(right)
        default: (typeName, description) < (other.typeName, other.description)
        }
    }
}
