public import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

/// The parameters that an event is expected to have: a literal that contains values and matchers.
///
/// ```swift
/// let expected: ExpectedParameters = ["price": 19.99, "order_id": .uuid, "tags": ["new", "sale"]]
/// ```
///
/// If a name occurs twice in the literal, the assertion that uses the literal fails.
public struct ExpectedParameters: Sendable, ExpressibleByDictionaryLiteral, CustomStringConvertible {
    private(set) var elements: [(name: String, matcher: ParameterMatcher)] = []
    /// Whether the event may have parameters that ``elements`` does not contain.
    private(set) var isPartial = false
    /// The patterns of the names of parameters that the event may have or not have, with any value.
    private(set) var ignored: [NamePattern] = []
    /// The reasons why the expectation is not usable, such as a name that occurs twice.
    ///
    /// ``problems`` also contains the problems of the matchers.
    private var ownProblems: [ParameterProblem] = []

    /// Creates the parameters from a literal. If a value is `nil`, the parameter must be absent.
    public init(dictionaryLiteral pairs: (String, (any ParameterExpectation)?)...) {
        for (name, expectation) in pairs { set(name, expectation?.matcher ?? .absent) }
    }

    /// Creates the parameters from names and expected values, such as the elements of a dictionary.
    ///
    /// If a value is `nil`, the parameter must be absent.
    public init(_ pairs: some Sequence<(key: String, value: (any ParameterExpectation)?)>) {
        for (name, expectation) in pairs { set(name, expectation?.matcher ?? .absent) }
    }

    /// Creates an expectation of exactly the parameters of an event.
    public init(_ parameters: EventParameters) {
        elements = parameters.map {
            ($0.name, ParameterMatcher(test: .value($0.value), description: $0.value.description))
        }
        ownProblems = parameters.problems
    }

    /// The reasons why the expectation or one of its matchers is not usable.
    ///
    /// For example, the literal contains a name twice, or a value could not be encoded.
    var problems: [ParameterProblem] {
        ownProblems + elements.flatMap { name, matcher in matcher.problems.map { $0.inside(name) } }
    }

    /// A copy of this expectation that allows the event to have other parameters too.
    var partial: ExpectedParameters {
        var result = self
        result.isPartial = true
        return result
    }

    /// Returns these parameters and `others`. If a name is in both, the result contains the value from `others`.
    ///
    /// Use this method for parameters that many events have in common:
    ///
    /// ```swift
    /// let usual: ExpectedParameters = ["session_id": .uuid, "app_version": .anyString]
    /// expectTracked("purchase", usual.merging(["price": 19.99]))
    /// ```
    public func merging(_ others: ExpectedParameters) -> ExpectedParameters {
        var result = self
        for (name, matcher) in others.elements {
            result.elements.removeAll { $0.name.isExactly(name) }
            result.elements.append((name, matcher))
        }
        result.isPartial = isPartial || others.isPartial
        result.ignored += others.ignored
        result.ownProblems += others.ownProblems
        return result
    }

    /// A copy of this expectation that ignores parameters whose names fit a pattern, such as `session_*`.
    ///
    /// The expectation does not ignore its own parameters.
    func ignoring(_ patterns: [NamePattern]) -> ExpectedParameters {
        var result = self
        result.ignored += patterns
        return result
    }

    /// Whether the event must have no parameters.
    var requiresNoParameters: Bool { elements.isEmpty && !isPartial }

    mutating func set(_ name: String, _ matcher: ParameterMatcher) {
        if let index = elements.firstIndex(where: { $0.name.isExactly(name) }) {
            let (first, last) = (elements[index].matcher.description, matcher.description)
            ownProblems.append(ParameterProblem([name], "given twice, as \(first) and as \(last)"))
            elements[index].matcher = matcher
        } else {
            elements.append((name, matcher))
        }
    }

    /// The parameters as `{name: value, …}`. A final `…` means that other parameters are allowed.
    public var description: String {
        let parts = elements.map { "\($0.name.safeForDisplay): \($0.matcher.description)" }
        return "{" + (isPartial ? parts + ["…"] : parts).joined(separator: ", ") + "}"
    }
}
