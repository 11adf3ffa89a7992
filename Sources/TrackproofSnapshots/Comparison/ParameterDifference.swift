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

    func differences(expected: Event, actual: Event, volatile: VolatileNode?) -> [ParameterDifference] {
        var result: [ParameterDifference] = []
        if expected.comparedUser != nil || actual.comparedUser != nil {
            compare(
                expected.comparedUser, actual.comparedUser, volatile?.member("user"), ParameterPath(["user"]), &result)
        }
        compare(expected.parameters, actual.parameters, volatile, ParameterPath(), &result)
        return result
    }

    private func compare(
        _ expected: EventParameters, _ actual: EventParameters, _ volatile: VolatileNode?, _ path: ParameterPath,
        _ result: inout [ParameterDifference]
    ) {
        let actualValues = Dictionary(actual.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        for parameter in expected {
            compare(
                parameter.value, actualValues[parameter.name], volatile?.member(parameter.name),
                path.appending(parameter.name), &result)
        }
        let expectedNames = Set(expected.map(\.name))
        for parameter in actual where !expectedNames.contains(parameter.name) {
            compare(nil, parameter.value, nil, path.appending(parameter.name), &result)
        }
    }

    private func compare(
        _ expected: EventValue?, _ actual: EventValue?, _ volatile: VolatileNode?, _ path: ParameterPath,
        _ result: inout [ParameterDifference]
    ) {
        let shown = expected == nil ? nil : volatile?.shape?.placeholder ?? expected
        func report(_ change: ParameterDifference.Change) {
            result.append(
                ParameterDifference(
                    path: path, change: change, expected: shown, actual: actual,
                    isVolatile: expected != nil && volatile?.shape != nil))
        }
        guard let expected else { return actual == nil ? () : report(.unexpected) }
        guard let actual else { return report(.missing) }
        if let matcher = volatile?.matcher {
            if matcher.matches(actual) { return }
            return report(volatile?.shape?.accepts(typeOf: actual) == true ? .value : .type)
        }
        switch (expected, actual) {
        case (.object(let expected), .object(let actual)):
            compare(expected, actual, volatile, path, &result)
        case (.array(let expected), .array(let actual)):
            for index in 0..<max(expected.count, actual.count) {
                compare(
                    index < expected.count ? expected[index] : nil, index < actual.count ? actual[index] : nil,
                    volatile?.element(index), path.appending(String(index)), &result)
            }
        default:
            let left = fingerprinter.fingerprint(of: expected, volatile: nil, isExpected: true)
            if left == fingerprinter.fingerprint(of: actual, volatile: nil, isExpected: false) { return }
            report(isSameType(expected, actual) ? .value : .type)
        }
    }
}

extension ParameterComparer {
    private func isSameType(_ left: EventValue, _ right: EventValue) -> Bool {
        switch (left, right) {
        case (.integer, .number), (.number, .integer): fingerprinter.looseNumbers
        default: left.typeName == right.typeName
        }
    }
}

extension VolatileShape {
    /// Whether a value of this type could be of the shape.
    fileprivate func accepts(typeOf value: EventValue) -> Bool {
        switch (self, value) {
        case (.any, _), (.string, .string), (.uuid, .string), (.url, .string), (.pattern, .string),
            (.timestamp, .string), (.timestamp, .integer), (.timestamp, .number),
            (.integer, .integer), (.number, .integer), (.number, .number), (.bool, .bool):
            true
        default: false
        }
    }
}
