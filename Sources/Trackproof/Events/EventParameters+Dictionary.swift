internal import Foundation

extension EventParameters {
    /// The parameters that a dictionary has, as analytics code without types of its own passes them around; names in
    /// alphabetical order.
    ///
    /// ```swift
    /// func log(name: String, values: [String: Any]) {
    ///     analytics.track(Event(name, EventParameters(dictionary: values)))
    /// }
    /// ```
    ///
    /// Taken are all types that can stand in a literal of parameters, numbers and null of Foundation, Encodable types,
    /// and arrays and dictionaries of them. A nil inside is left out.
    ///
    /// So is a value of another type. The others stay, and the event says what was left out: ``Event/encodingError``.
    public init(dictionary: [String: Any]) {
        var conversion = DictionaryConversion()
        self = conversion.parameters(dictionary, at: [])
        note(conversion.problems)
    }

    /// The parameters that a dictionary has whose names may be of any type, as code for Objective-C passes it around.
    ///
    /// A value whose name is no string is left out, and the event says so.
    @_disfavoredOverload
    public init(dictionary: [AnyHashable: Any]) {
        var conversion = DictionaryConversion()
        let named = conversion.named(dictionary)
        self = conversion.parameters(named, at: [])
        note(conversion.problems)
    }
}

/// Converts what can be a parameter, and keeps the reasons for what cannot.
private struct DictionaryConversion {
    var problems: [ParameterProblem] = []
    /// Values inside each other; Foundation's collections may contain themselves.
    private static let depthLimit = 100

    /// The values whose names are strings.
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

    /// Nil where the value is nil, or cannot be a parameter.
    private mutating func convert(_ value: Any, at path: [String]) -> EventValue? {
        guard path.count <= Self.depthLimit else {
            return refuse("more than \(Self.depthLimit) values inside each other", at: path)
        }
        // Every hashable value can be cast to AnyHashable; only one that is wrapped in it has something inside.
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
            return refuse("a value of the type \(Swift.type(of: value)) cannot be a parameter", at: path)
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
        // A number would lose digits.
        if let decimal = number as? NSDecimalNumber { self = .string(decimal.decimalValue.description); return }
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
