public import Trackproof
import TrackproofText

/// The difference of one parameter of an event.
public struct ParameterDifference: Sendable, Hashable {
    /// The way in which a parameter differs.
    public enum Change: String, Sendable {
        /// The parameter has a different value of the same type.
        case value
        /// The parameter has a value of a different type. Both values can have the same text, such as `3` and `"3"`.
        case type
        /// The parameter is expected, but the actual event does not have it.
        case missing
        /// The actual event has the parameter, but it is not expected.
        case unexpected
        /// The event was tracked for a different person. The expected and the actual value are labels of persons.
        case user
        /// The app passed the parameter with a different type. The expected and the actual value are names of types.
        case passedType
    }

    /// The path of the value: names and indices joined by dots.
    public let path: String
    /// The way in which the parameter differs.
    public let change: Change
    /// The expected value, or `nil` if no value is expected. If a rule applies, this is the text of the rule, such as
    /// `<uuid>`.
    public let expected: EventValue?
    /// The actual value, or `nil` if the parameter is missing.
    public let actual: EventValue?
    /// Whether a rule applies to the value, so that the value may vary.
    public internal(set) var isVolatile: Bool
    /// Whether the path of another difference looks like this path but consists of different Unicode scalars.
    public fileprivate(set) var hasLookalike = false

    /// The part of this difference in the distance between two events: 1 if only the type differs, but not the text; otherwise 2.
    package var cost: Int { change == .type && expected?.plainText == actual?.plainText ? 1 : 2 }

    /// Creates a difference at `path`.
    public init(
        path: String, change: Change, expected: EventValue?, actual: EventValue?, isVolatile: Bool,
        hasLookalike: Bool = false
    ) {
        self.path = path
        self.change = change
        self.expected = expected
        self.actual = actual
        self.isVolatile = isVolatile
        self.hasLookalike = hasLookalike
    }
}

/// A comparer that finds the parameters in which two events differ.
struct ParameterComparer {
    let fingerprinter: Fingerprinter

    /// Returns the parameters in which two events differ.
    ///
    /// - Parameter rule: The rule of the expected event.
    func differences(expected: Event, actual: Event, rule: ValueRule?) -> [ParameterDifference] {
        var result: [ParameterDifference] = []
        let (expectedUser, actualUser) = (expected.comparedUser(rule), actual.comparedUser(rule))
        if expectedUser != nil || actualUser != nil {
            compare(expectedUser, actualUser, rule?.user, ParameterPath(["user"]), &result)
        }
        // The event's user is no parameter, although its path is equal to the path of a parameter called `user`.
        let start = result.count
        compare(expected.parameters, actual.parameters, rule, ParameterPath(), &result)
        // No two parameters of an event have names with the same scalars, so two paths that are equal here only look
        // the same.
        let groups = Dictionary(grouping: start..<result.count, by: { result[$0].path.skeleton })
        for places in groups.values where places.count > 1 {
            for place in places { result[place].hasLookalike = true }
        }
        return result
    }

    private func compare(
        _ expected: EventParameters, _ actual: EventParameters, _ rule: ValueRule?, _ path: ParameterPath,
        _ result: inout [ParameterDifference]
    ) {
        let actualValues = Dictionary(actual.map { (ExactText($0.name), $0.value) }, uniquingKeysWith: { $1 })
        for parameter in expected {
            let count = result.count
            compare(
                parameter.value, actualValues[ExactText(parameter.name)], rule?.member(parameter.name),
                path.appending(parameter.name), &result)
            guard result.count == count, rule?.acceptsPassedType(of: parameter.name, in: actual) == false,
                let type = rule?.passedTypes[parameter.name]
            else { continue }
            result.append(
                ParameterDifference(
                    path: path.appending(parameter.name).description, change: .passedType, expected: .string(type),
                    actual: actual.passedType(of: parameter.name).map(EventValue.string), isVolatile: false))
        }
        let expectedNames = expected.names
        for parameter in actual where !expectedNames.contains(ExactText(parameter.name)) {
            if rule?.ignores(parameter.name) ?? false { continue }
            compare(nil, parameter.value, nil, path.appending(parameter.name), &result)
        }
    }

    private func compare(
        _ expected: EventValue?, _ actual: EventValue?, _ rule: ValueRule?, _ path: ParameterPath,
        _ result: inout [ParameterDifference]
    ) {
        let words = expected == nil ? nil : rule?.words
        func report(_ change: ParameterDifference.Change) {
            result.append(
                ParameterDifference(
                    path: path.description, change: change, expected: words.map(EventValue.string) ?? expected,
                    actual: actual,
                    isVolatile: words != nil))
        }
        guard let expected else { return actual == nil ? () : report(.unexpected) }
        guard let actual else { return report(.missing) }
        if let test = rule?.test {
            if test.matches(actual) { return }
            return report(test.accepts(typeOf: actual) ? .value : .type)
        }
        switch (expected, actual) {
        case (.object(let expected), .object(let actual)):
            compare(expected, actual, rule, path, &result)
        case (.array(let expected), .array(let actual)):
            for index in 0..<max(expected.count, actual.count) {
                compare(
                    index < expected.count ? expected[index] : nil, index < actual.count ? actual[index] : nil,
                    rule?.element(index), path.appending(String(index)), &result)
            }
        default:
            let left = fingerprinter.fingerprint(of: expected, rule: nil, isExpected: true)
            if left == fingerprinter.fingerprint(of: actual, rule: nil, isExpected: false) { return }
            report(isSameType(expected, actual) ? .value : .type)
        }
    }
}

extension ParameterComparer {
    private func isSameType(_ left: EventValue, _ right: EventValue) -> Bool {
        switch (left, right) {
        case (.integer, .number), (.number, .integer): fingerprinter.types != .exact
        case (.string, let other) where other.string == nil, (let other, .string) where other.string == nil:
            fingerprinter.types.equatesText(with: other)
        default: left.typeName == right.typeName
        }
    }
}
