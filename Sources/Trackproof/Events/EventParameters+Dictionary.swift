import Foundation

extension EventParameters {
    /// Creates parameters from a dictionary, sorted by name.
    ///
    /// Use this initializer in existing code that has its parameters in dictionaries:
    ///
    /// ```swift
    /// func log(name: String, values: [String: Any]) {
    ///     analytics.track(Event(name, EventParameters(dictionary: values)))
    /// }
    /// ```
    ///
    /// A value can have any type that an `EventParameters` literal accepts. A value can also be an `NSString`, an
    /// `NSDate`, an `NSURL`, an `NSNull`, an `Encodable` value, or an array or a dictionary of such values. The
    /// initializer leaves out a `nil` in a dictionary, and converts a `nil` in an array to null.
    ///
    /// The initializer treats a value of any other type like `nil`, and ``Event/encodingError`` names the parameter of
    /// this value. The values of accepted types still become parameters.
    public init(dictionary: [String: Any]) {
        var conversion = DictionaryConversion()
        self = conversion.parameters(dictionary, at: [])
        note(conversion.problems)
    }

    /// Creates parameters from a dictionary whose keys can have any type, as in code for Objective-C.
    ///
    /// The initializer leaves out each value whose key is not a string, and ``Event/encodingError`` names the key.
    @_disfavoredOverload
    public init(dictionary: [AnyHashable: Any]) {
        var conversion = DictionaryConversion()
        let named = conversion.named(dictionary)
        self = conversion.parameters(named, at: [])
        note(conversion.problems)
    }
}

/// A converter from dictionaries to parameters. It collects a problem for each value that cannot be a parameter.
private struct DictionaryConversion {
    var problems: [ParameterProblem] = []
    /// The maximum depth of nested values.
    ///
    /// An `NSMutableArray` can contain itself. Without a limit, its conversion would never end.
    private static let depthLimit = 100

    /// Returns the values whose keys are strings, and adds a problem for each other key.
    mutating func named(_ dictionary: [AnyHashable: Any]) -> [String: Any] {
        var named: [String: Any] = [:]
        var others: [String] = []
        for (name, value) in dictionary {
            if let name = name.base as? String { named[name] = value } else { others.append("\(name)") }
        }
        note(others.sorted().map { ParameterProblem([$0], "the name of a parameter must be a string") }, at: [])
        return named
    }

    mutating func parameters(_ dictionary: [String: Any], at path: [String]) -> EventParameters {
        var elements: [EventParameter] = []
        for (name, value) in dictionary.sorted(by: { $0.key < $1.key }) {
            if let value = convert(value, at: path + [name]) { elements.append(EventParameter(name, value)) }
        }
        return EventParameters(distinct: elements)
    }

    /// Returns the converted value, or `nil` if the value is `nil` or cannot be a parameter.
    private mutating func convert(_ value: Any, at path: [String]) -> EventValue? {
        guard path.count <= Self.depthLimit else {
            return refuse("nested deeper than \(Self.depthLimit) levels", at: path)
        }
        // Unwraps an `AnyHashable`. Compares the types first, because `as? AnyHashable` succeeds for every hashable
        // value.
        if Swift.type(of: value) == AnyHashable.self, let wrapped = value as? AnyHashable {
            return convert(wrapped.base, at: path)
        }
        switch value {
        case let value as any EventValueConvertible:
            if let literal = EventLiteral(encoded: value) { note(literal.problems, at: path) }
            return value.eventValue
        case let value as any AnyOptional: return value.wrapped.flatMap { convert($0, at: path) }
        case is NSNull: return .null
        case let values as [Any]:
            var converted: [EventValue] = []
            for (index, value) in values.enumerated() {
                converted.append(convert(value, at: path + [String(index)]) ?? .null)
            }
            return .array(converted)
        case let members as [String: Any]: return .object(parameters(members, at: path))
        case let text as NSString: return .string(text as String)
        case let date as NSDate: return EventValue(date as Date)
        case let url as NSURL: return .string((url as URL).absoluteString)
        case let value as any Encodable:
            let literal = EventEncoder.literal(of: value, naming: .snakeCase)
            note(literal.problems, at: path)
            return literal.eventValue
        default:
            return refuse("a value of type \(Swift.type(of: value)) cannot be a parameter", at: path)
        }
    }

    private mutating func refuse(_ reason: String, at path: [String]) -> EventValue? {
        note([ParameterProblem([], reason)], at: path)
        return nil
    }

    private mutating func note(_ found: [ParameterProblem], at path: [String]) {
        guard problems.count < ParameterProblems.limit else { return }
        problems += found.map { ParameterProblem(path + $0.path, $0.reason) }
    }
}

extension EventValue {
    init(_ number: NSNumber) {
        // A string keeps all digits of the decimal number. A `Double` would lose some of them.
        if let decimal = number as? NSDecimalNumber { self = .string(decimal.decimalValue.description); return }
        // Objective-C's type codes for numbers: `f` and `d` are floating-point numbers, `Q` is a UInt64.
        switch String(cString: number.objCType) {
        case _ where number.isBool: self = .bool(number.boolValue)
        case "f", "d": self.init(number.doubleValue)
        case "Q": self.init(unsigned: number.uint64Value)
        default: self = .integer(number.int64Value)
        }
    }
}

/// An optional that code can unwrap without knowing the wrapped type, such as an element of `[Any?]`.
private protocol AnyOptional {
    var wrapped: Any? { get }
}

extension Optional: AnyOptional {
    fileprivate var wrapped: Any? { self }
}

extension NSNumber {
    fileprivate var isBool: Bool {
        #if canImport(ObjectiveC)
            // On Apple platforms, a Boolean and an Int8 have the same type code. Only a Boolean has the class of
            // `NSNumber(value: true)`.
            type(of: self) == type(of: NSNumber(value: true))
        #else
            String(cString: objCType) == "c"
        #endif
    }
}
