internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

extension ExpectedParameters {
    /// In which parameters an event is not as expected; none where it is.
    func differences(from actual: EventParameters, at path: [String] = []) -> [ParameterDifference] {
        var result: [ParameterDifference] = []
        for (name, matcher) in elements { result += matcher.differences(from: actual[name], at: path + [name]) }
        if !isPartial {
            let known = Set(elements.map(\.name))
            for parameter in actual where !known.contains(parameter.name) {
                result.append(.unexpected(parameter.value, at: path + [parameter.name]))
            }
        }
        return result
    }
}

extension ParameterMatcher {
    func differences(from actual: EventValue?, at path: [String]) -> [ParameterDifference] {
        if matches(actual) { return [] }
        guard let actual else { return [difference(.missing, nil, path)] }
        switch (test, actual) {
        case (.absent, _): return [.unexpected(actual, at: path)]
        case (.value(.object(let expected)), .object(let actual)):
            return ExpectedParameters(expected).differences(from: actual, at: path)
        case (.object(let expected), .object(let actual)):
            return expected.differences(from: actual, at: path)
        case (.value(.array(let expected)), .array(let actual)):
            return Self.differences(expected.map { .equal($0) }, actual, path)
        case (.list(let expected), .array(let actual)):
            return Self.differences(expected, actual, path)
        case (.value(let expected), _):
            return [difference(expected.typeName == actual.typeName ? .value : .type, actual, path)]
        default: return [difference(.value, actual, path)]
        }
    }

    private static func differences(
        _ expected: [ParameterMatcher], _ actual: [EventValue], _ path: [String]
    ) -> [ParameterDifference] {
        (0..<max(expected.count, actual.count)).flatMap { index -> [ParameterDifference] in
            let place = path + [String(index)]
            guard index < expected.count else { return [.unexpected(actual[index], at: place)] }
            return expected[index].differences(from: index < actual.count ? actual[index] : nil, at: place)
        }
    }

    private func difference(
        _ change: ParameterDifference.Change, _ actual: EventValue?, _ path: [String]
    ) -> ParameterDifference {
        var shown = EventValue.string(description)
        if case .value(let value) = test { shown = value }
        return ParameterDifference(
            path: ParameterPath(path), change: change, expected: shown, actual: actual, isVolatile: isInWords)
    }

    /// Whether what is wanted is said in words, not by a value.
    private var isInWords: Bool {
        if case .value = test { false } else { true }
    }
}

extension [ParameterDifference] {
    /// How far an event is off: only another type counts half.
    var cost: Int { reduce(0) { $0 + ($1.change == .type ? 1 : 2) } }
}

extension ParameterDifference {
    fileprivate static func unexpected(_ value: EventValue, at path: [String]) -> ParameterDifference {
        ParameterDifference(
            path: ParameterPath(path), change: .unexpected, expected: nil, actual: value, isVolatile: false)
    }
}
