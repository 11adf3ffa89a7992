internal import Foundation

/// A value of a dictionary that cannot be a parameter's.
public struct EventValueError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The way to the value: names and indices joined by dots.
    public let path: String
    /// The value's type.
    public let type: String

    /// What is wrong, in a sentence.
    public var description: String { "\(path): a value of the type \(type) cannot be a parameter" }
}

extension EventParameters {
    /// The parameters that a dictionary has, as analytics code without types of its own passes them around; names in
    /// alphabetical order.
    ///
    /// ```swift
    /// func log(name: String, values: [String: Any]) throws {
    ///     analytics.track(name: name, try EventParameters(dictionary: values))
    /// }
    /// ```
    ///
    /// Taken are all types that can stand in a literal of parameters, numbers and null of Foundation, and arrays and
    /// dictionaries of them. A nil inside is left out.
    ///
    /// - Throws: ``EventValueError`` with the first value that is of another type.
    public init(dictionary: [String: Any]) throws {
        self = try Self.parameters(dictionary, at: "")
    }

    private static func parameters(_ dictionary: [String: Any], at path: String) throws -> EventParameters {
        var elements: [EventParameter] = []
        for (name, value) in dictionary.sorted(by: { $0.key < $1.key }) {
            if let value = try EventValue.converted(value, at: path + name) {
                elements.append(EventParameter(name, value))
            }
        }
        return EventParameters(distinct: elements)
    }

    fileprivate static func object(_ dictionary: [String: Any], at path: String) throws -> EventValue {
        .object(try parameters(dictionary, at: path + "."))
    }
}

extension EventValue {
    /// Nil where the value is nil.
    fileprivate static func converted(_ value: Any, at path: String) throws -> EventValue? {
        // Every hashable value can be cast to AnyHashable; only one that is wrapped in it has something inside.
        if Swift.type(of: value) == AnyHashable.self, let wrapped = value as? AnyHashable {
            return try converted(wrapped.base, at: path)
        }
        switch value {
        case let value as any EventValueConvertible: return value.eventValue
        case let value as any AnyOptional: return try value.wrapped.flatMap { try converted($0, at: path) }
        case is NSNull: return .null
        case let number as NSNumber: return EventValue(number)
        case let values as [Any]:
            return .array(
                try values.enumerated().map { try converted($1, at: "\(path).\($0)") ?? .null })
        case let members as [String: Any]: return try EventParameters.object(members, at: path)
        case let text as NSString: return .string(text as String)
        default: throw EventValueError(path: path, type: String(describing: Swift.type(of: value)))
        }
    }

    private init(_ number: NSNumber) {
        // Objective-C's types for numbers: `f` and `d` have a fraction, `Q` is a UInt64.
        switch String(cString: number.objCType) {
        case _ where number.isBool: self = .bool(number.boolValue)
        case "f", "d": self.init(number.doubleValue)
        case "Q": self.init(unsigned: number.uint64Value)
        default: self = .integer(number.int64Value)
        }
    }
}

/// An optional of a type that is not known, such as the elements of `[Any?]`.
private protocol AnyOptional {
    var wrapped: Any? { get }
}

extension Optional: AnyOptional {
    fileprivate var wrapped: Any? { self }
}

extension NSNumber {
    fileprivate var isBool: Bool {
        #if canImport(ObjectiveC)
            // There an Int8 has the same type, but bools have a class of their own.
            type(of: self) == type(of: NSNumber(value: true))
        #else
            String(cString: objCType) == "c"
        #endif
    }
}
