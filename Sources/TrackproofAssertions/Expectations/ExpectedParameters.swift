public import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// The parameters that an event is expected to have, as a literal of values and matchers.
///
/// ```swift
/// let expected: ExpectedParameters = ["price": 19.99, "order_id": .uuid, "tags": ["new", "sale"]]
/// ```
///
/// A name that is given twice fails the assertion.
public struct ExpectedParameters: Sendable, ExpressibleByDictionaryLiteral, CustomStringConvertible {
    private(set) var elements: [(name: String, matcher: ParameterMatcher)] = []
    /// Whether the event may have others besides.
    private(set) var isPartial = false
    /// Why nobody can say what is expected, apart from what the members have of it.
    private var ownProblems: [ParameterProblem] = []

    /// Parameters as a literal.
    public init(dictionaryLiteral pairs: (String, any ParameterExpectation)...) {
        for (name, expectation) in pairs { set(name, expectation.matcher) }
    }

    /// Exactly the parameters of an event.
    public init(_ parameters: EventParameters) {
        elements = parameters.map {
            ($0.name, ParameterMatcher(test: .value($0.value), description: $0.value.description))
        }
        ownProblems = parameters.problems
    }

    /// Why nobody can say what is expected: what is given twice, and what could not be encoded.
    var problems: [ParameterProblem] {
        ownProblems + elements.flatMap { name, matcher in matcher.problems.map { $0.inside(name) } }
    }

    /// The same parameters, with others allowed besides.
    var partial: ExpectedParameters {
        var result = self
        result.isPartial = true
        return result
    }

    /// Whether the event is to have no parameters at all.
    var wantsNone: Bool { elements.isEmpty && !isPartial }

    mutating func set(_ name: String, _ matcher: ParameterMatcher) {
        if let index = elements.firstIndex(where: { $0.name.isExactly(name) }) {
            let (first, last) = (elements[index].matcher.description, matcher.description)
            ownProblems.append(ParameterProblem([name], "given twice, as \(first) and as \(last)"))
            elements[index].matcher = matcher
        } else {
            elements.append((name, matcher))
        }
    }

    /// The parameters as `{name: value, …}`; a last `…` says that there may be others.
    public var description: String {
        let parts = elements.map { "\($0.name.safeForDisplay): \($0.matcher.description)" }
        return "{" + (isPartial ? parts + ["…"] : parts).joined(separator: ", ") + "}"
    }
}
