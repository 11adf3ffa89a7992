import Foundation
import TrackproofPlatform

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
    ///
    /// `JSONSerialization` and most SDKs refuse some of the accepted types, such as `Substring` and `UUID`. A provider
    /// gets such a value converted. But a test fails if no provider of its facade gets the event, because the code under
    /// test may pass the same dictionary to an SDK.
    ///
    /// Providers that use ``dictionary`` get the numbers, dates, URLs, data and nulls as the app passed them, also in
    /// nested arrays and dictionaries. So an app that adds Trackproof sends the same data as before.
    ///
    /// The keys can have any type, as in code for Objective-C. The initializer leaves out each value whose key is not a
    /// string, and ``Event/encodingError`` names the key.
    public init(dictionary: [some Hashable: Any]) {
        var conversion = DictionaryConversion()
        // A cast of an `Any` is fast if the dictionary has this type. A cast of the dictionary would cast each element.
        let any: Any = dictionary
        let named = any as? [String: Any] ?? conversion.named(dictionary)
        self = conversion.parameters(named, at: [])
        note(conversion.problems, refused: conversion.refused)
    }
}

extension EventParameters {
    /// The parameters as a dictionary of the types that vendors' SDKs accept.
    ///
    /// These types are strings, `Int`, `Double`, `Bool`, `NSNull`, arrays and dictionaries. If the parameters come from
    /// ``init(dictionary:)``, the dictionary contains the numbers, dates, URLs and data that the
    /// app passed, unless code has changed the parameter since.
    public var dictionary: [String: Any] {
        var result: [String: Any] = [:]
        for element in self {
            result[element.name] = passed(element)?.value ?? element.value.any
        }
        return result
    }

    /// The values that the app passed in a dictionary and that vendors' SDKs refuse, with their types.
    package var refusedValues: [ParameterProblem] { notes?.refused ?? [] }

    /// Returns the name of the type that the app passed for a parameter, or `nil` if there is no such parameter.
    package func passedType(of name: String) -> String? {
        guard let element = first(where: { $0.name.isExactly(name) }) else { return nil }
        return "\(passed(element)?.type ?? Swift.type(of: element.value.any))"
    }

    /// The note about the value that the app passed, unless code has changed the parameter since.
    private func passed(_ element: EventParameter) -> PassedValue? {
        notes?.passed[element.name].flatMap { $0.converted == element.value ? $0 : nil }
    }
}

extension EventValue {
    fileprivate var any: Any {
        switch self {
        case .null: NSNull()
        case .bool(let value): value
        case .integer(let value): Int(exactly: value) ?? value
        case .number(let value): value
        case .string(let value): value
        case .array(let values): values.map(\.any)
        case .object(let parameters): parameters.dictionary
        }
    }
}

/// A converter from dictionaries to parameters. It collects a problem for each value that cannot be a parameter.
private struct DictionaryConversion {
    var problems: [ParameterProblem] = []
    /// The values that can be parameters, but that vendors' SDKs refuse.
    var refused: [ParameterProblem] = []
    /// The maximum depth of nested values.
    ///
    /// An `NSMutableArray` can contain itself. Without a limit, its conversion would never end.
    private static let depthLimit = 100

    /// A converted value.
    private struct Converted {
        let value: EventValue
        /// The value that providers get, or `nil` if it is `value.any`.
        var passed: Any?
        /// The type of the value that the app passed, or `nil` if it is the type of `value.any`.
        var type: Any.Type?
    }

    /// Returns the values whose keys are strings, and adds a problem for each other key.
    mutating func named(_ dictionary: [some Hashable: Any]) -> [String: Any] {
        var named: [String: Any] = [:]
        var others: [String] = []
        for (name, value) in dictionary {
            if let name = name as? String { named[name] = value } else { others.append("\(name)") }
        }
        note(others.sorted().map { ParameterProblem([$0], "the name of a parameter must be a string") }, at: [])
        return named
    }

    mutating func parameters(_ dictionary: [String: Any], at path: [String]) -> EventParameters {
        var elements: [EventParameter] = []
        var passed: [String: PassedValue] = [:]
        for (name, value) in dictionary.sorted(by: { $0.key < $1.key }) {
            guard let converted = convert(value, at: path + [name]) else { continue }
            elements.append(EventParameter(name, converted.value))
            if converted.passed == nil, converted.type == nil { continue }
            passed[name] = PassedValue(value: converted.passed, type: converted.type, converted: converted.value)
        }
        var parameters = EventParameters(distinct: elements)
        if !passed.isEmpty { parameters.notes = ParameterNotes(passed: passed) }
        return parameters
    }

    /// Returns the converted value, or `nil` if the value is `nil` or cannot be a parameter.
    private mutating func convert(_ value: Any, at path: [String]) -> Converted? {
        guard path.count <= Self.depthLimit else {
            return refuse("nested deeper than \(Self.depthLimit) levels", at: path)
        }
        // Unwraps an `AnyHashable`. Compares the types first, because `as? AnyHashable` succeeds for every hashable
        // value.
        if Swift.type(of: value) == AnyHashable.self, let wrapped = value as? AnyHashable {
            return convert(wrapped.base, at: path)
        }
        switch value {
        case let value as any PassedToProviders:
            return value.eventValue.map { converted in
                // Most doubles need no note, because `any` returns them unchanged.
                let isUnchanged = converted.number != nil && Swift.type(of: value) == Double.self
                return Converted(
                    value: converted, passed: isUnchanged ? nil : value, type: isUnchanged ? nil : Swift.type(of: value)
                )
            }
        case let value as String: return Converted(value: .string(value))
        case let values as [Any]: return array(values, at: path)
        case let members as [String: Any]: return Converted(value: .object(parameters(members, at: path)))
        case let value as any EventValueConvertible:
            if let literal = EventLiteral(encoded: value) { note(literal.problems, at: path) }
            let isRefused = value is any RefusedBySDKs
            if isRefused { note(refused: value, at: path) }
            return value.eventValue.map { Converted(value: $0, type: isRefused ? Swift.type(of: value) : nil) }
        case let value as any AnyOptional: return value.wrapped.flatMap { convert($0, at: path) }
        case is NSNull: return Converted(value: .null)
        case let text as NSString: return Converted(value: .string(text as String))
        case let date as NSDate: return convert(date as Date, at: path)
        case let url as NSURL: return convert(url as URL, at: path)
        case let data as NSData: return convert(data as Data, at: path)
        case let value as any Encodable:
            let literal = EventEncoder.literal(of: value, naming: .snakeCase)
            note(literal.problems, at: path)
            note(refused: value, at: path)
            return literal.eventValue.map { Converted(value: $0, type: Swift.type(of: value)) }
        default:
            return refuse("a value of type \(Swift.type(of: value)) cannot be a parameter", at: path)
        }
    }

    private mutating func array(_ values: [Any], at path: [String]) -> Converted {
        var converted: [Converted] = []
        for (index, value) in values.enumerated() {
            converted.append(convert(value, at: path + [String(index)]) ?? Converted(value: .null))
        }
        let isPassed = converted.contains { $0.passed != nil }
        return Converted(
            value: .array(converted.map(\.value)),
            passed: isPassed ? converted.map { $0.passed ?? $0.value.any } : nil)
    }

    private mutating func refuse(_ reason: String, at path: [String]) -> Converted? {
        note([ParameterProblem([], reason)], at: path)
        return nil
    }

    private mutating func note(refused value: Any, at path: [String]) {
        guard refused.count < ParameterNotes.problemLimit else { return }
        refused.append(ParameterProblem(path, "\(Swift.type(of: value))"))
    }

    private mutating func note(_ found: [ParameterProblem], at path: [String]) {
        guard problems.count < ParameterNotes.problemLimit else { return }
        problems += found.map { ParameterProblem(path + $0.path, $0.reason) }
    }
}

/// A type whose values providers get as the app passed them in a dictionary.
///
/// An ``EventValue`` represents such a value in another way, for example a `Float` as a `Double`.
private protocol PassedToProviders: EventValueConvertible {}

extension Double: PassedToProviders {}
extension Float: PassedToProviders {}
extension CGFloat: PassedToProviders {}
extension Int8: PassedToProviders {}
extension Int16: PassedToProviders {}
extension Int32: PassedToProviders {}
extension Int64: PassedToProviders {}
extension UInt: PassedToProviders {}
extension UInt8: PassedToProviders {}
extension UInt16: PassedToProviders {}
extension UInt32: PassedToProviders {}
extension UInt64: PassedToProviders {}
extension Decimal: PassedToProviders {}
extension NSNumber: PassedToProviders {}
extension Date: PassedToProviders {}
extension URL: PassedToProviders {}
extension Data: PassedToProviders {}

/// A type of Swift or Foundation whose values can be parameters, but are refused by `JSONSerialization` and most SDKs.
///
/// The types of an app that conform to ``EventValueConvertible`` do not belong here: an app with such types passes its
/// dictionaries to Trackproof, which converts them.
private protocol RefusedBySDKs: EventValueConvertible {}

extension Substring: RefusedBySDKs {}
extension Character: RefusedBySDKs {}
extension Duration: RefusedBySDKs {}
extension UUID: RefusedBySDKs {}
extension Locale: RefusedBySDKs {}
extension TimeZone: RefusedBySDKs {}
extension CGPoint: RefusedBySDKs {}
extension CGSize: RefusedBySDKs {}
extension CGRect: RefusedBySDKs {}
extension Set: RefusedBySDKs where Element: EventValueConvertible {}

extension EventValue {
    init(_ decimal: Decimal) {
        // The text has the digits of the decimal number. `NSDecimalNumber.doubleValue` may change the last digit.
        self.init(Double(decimal.description) ?? .nan)
    }

    init(_ number: NSNumber) {
        if let decimal = number as? NSDecimalNumber {
            self.init(decimal.decimalValue)
            return
        }
        // Objective-C's type codes for numbers: `f` and `d` are floating-point numbers, `Q` is a UInt64.
        switch String(cString: number.objCType) {
        case _ where number.isBool: self = .bool(number.boolValue)
        case "f": self.init(number.floatValue)
        case "d": self.init(number.doubleValue)
        case "Q": self.init(integer: number.uint64Value)
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

// The compiler chooses these declarations if the argument is a dictionary of `Any`, or a literal with a value that
// cannot be a parameter. The declarations are unavailable, and exist only for their error messages. Without them, the
// compiler would ask for the label `dictionary:`, or give a message that does not help.

@available(
    *, unavailable,
    message: """
        one of these values cannot be a parameter. To see which one, make the literal a constant of the type \
        EventParameters. Write .list(…) or .object([…]) if an array or a dictionary has values of several types, and \
        .encoding(value) if the value is Encodable. To pass a [String: Any], write EventParameters(dictionary:)
        """
)
extension Event {
    /// Unavailable: the compiler's error says what to use instead.
    @_disfavoredOverload
    public init(_ name: String, _ parameters: [String: Any], kind: EventKind = .track) { self.init(name) }

    /// Unavailable: the compiler's error says what to use instead.
    @_disfavoredOverload
    public static func screen(_ name: String, _ parameters: [String: Any]) -> Event { Event(name) }
}

@available(
    *, unavailable,
    message: """
        one of these values cannot be a parameter. To see which one, make the literal a constant of the type \
        EventParameters. Write .list(…) or .object([…]) if an array or a dictionary has values of several types, and \
        .encoding(value) if the value is Encodable. To pass a [String: Any], write EventParameters(dictionary:)
        """
)
extension EventParameters {
    /// Unavailable: the compiler's error says what to use instead.
    @_disfavoredOverload
    public init(_ parameters: [String: Any]) { self.init() }
}

@available(
    *, unavailable,
    message: """
        one of these values cannot be a parameter. To see which one, make the literal a constant of the type \
        EventParameters. Write .list(…) or .object([…]) if an array or a dictionary has values of several types, and \
        .encoding(value) if the value is Encodable. To pass a [String: Any], write EventParameters(dictionary:)
        """
)
extension Analytics {
    /// Unavailable: the compiler's error says what to use instead.
    @_disfavoredOverload
    public func track(name: String, _ parameters: [String: Any]) {}

    /// Unavailable: the compiler's error says what to use instead.
    @_disfavoredOverload
    public func screen(_ name: String, _ parameters: [String: Any]) {}

    /// Unavailable: the compiler's error says what to use instead.
    @_disfavoredOverload
    public func identify(_ user: String?, _ traits: [String: Any]) {}
}
