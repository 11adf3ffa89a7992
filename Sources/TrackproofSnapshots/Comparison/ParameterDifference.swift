public import Trackproof

/// How one parameter of an event differs.
@_spi(Tooling) public struct ParameterDifference: Sendable, Hashable {
    /// In what way.
    public enum Change: String, Sendable {
        /// Another value of the same type.
        case value
        /// Another type; where the text is the same, only the type.
        case type
        /// Not there, though expected.
        case missing
        /// There, though not expected.
        case unexpected
    }

    /// The way to the value: names and indices joined by dots.
    public let path: String
    /// In what way it differs.
    public let change: Change
    /// What was expected; of a volatile value its shape in angle brackets. Nil where nothing was.
    public let expected: EventValue?
    /// What was there instead.
    public let actual: EventValue?
    /// Whether the value may vary and only its shape was expected.
    public let isVolatile: Bool
    /// Whether the event has another difference at a path that only looks like this one.
    fileprivate(set) var hasLookalike = false

    /// A difference at `path`.
    package init(
        path: ParameterPath, change: Change, expected: EventValue?, actual: EventValue?, isVolatile: Bool
    ) {
        self.path = path.description
        self.change = change
        self.expected = expected
        self.actual = actual
        self.isVolatile = isVolatile
    }
}

/// Finds the parameters in which two events differ.
struct ParameterComparer {
    let fingerprinter: Fingerprinter

    /// - Parameter rule: that of the expected event.
    func differences(expected: Event, actual: Event, rule: ValueRule?) -> [ParameterDifference] {
        var result: [ParameterDifference] = []
        let (expectedUser, actualUser) = (fingerprinter.users.user(of: expected), fingerprinter.users.user(of: actual))
        if expectedUser != nil || actualUser != nil {
            compare(expectedUser, actualUser, rule?.user, ParameterPath(["user"]), &result)
        }
        compare(expected.parameters, actual.parameters, rule, ParameterPath(), &result)
        // Here paths are equal that look alike: the names of one event are all different.
        for places in Dictionary(grouping: result.indices, by: { result[$0].path }).values where places.count > 1 {
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
            compare(
                parameter.value, actualValues[ExactText(parameter.name)], rule?.member(parameter.name),
                path.appending(parameter.name), &result)
        }
        let expectedNames = Set(expected.map { ExactText($0.name) })
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
                    path: path, change: change, expected: words.map(EventValue.string) ?? expected, actual: actual,
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
        case (.string, .integer), (.string, .number), (.string, .bool), (.integer, .string), (.number, .string),
            (.bool, .string):
            fingerprinter.types == .text
        default: left.typeName == right.typeName
        }
    }
}
