public import Trackproof

/// One difference between a recording and a snapshot; each event is in one difference at most.
@_spi(Tooling) public struct Difference: Sendable, Hashable {
    /// What is wrong. The names are stable.
    public enum Kind: String, Sendable, CaseIterable {
        /// Expected, and not tracked.
        case missing
        /// Tracked, and not expected.
        case unexpected
        /// Tracked with other parameters.
        case changed
        /// Tracked under another name or kind, with equal or nearly equal parameters.
        case renamed
        /// Tracked more often than expected.
        case duplicated
        /// Tracked in another order.
        case moved
    }

    /// What is wrong.
    public let kind: Kind
    /// The event of the snapshot.
    public let expected: Event?
    /// The event of the recording.
    public let actual: Event?
    /// The place of the expected event among the snapshot's, from 0.
    public let expectedPosition: Int?
    /// The place of the actual event among the recording's, from 0.
    public let actualPosition: Int?
    /// The parameters that differ, where the event is changed or renamed.
    public private(set) var parameters: [ParameterDifference]
    /// How many matching events stand between the previous difference and this one.
    public package(set) var unchangedBefore = 0
    /// How the expected event is said, where it has matchers; nil where it is said as it is.
    private let expectation: String?

    /// A difference; which events and positions there are depends on the kind.
    package init(
        kind: Kind, expected: Event?, actual: Event?, expectedPosition: Int?, actualPosition: Int?,
        parameters: [ParameterDifference] = [], expectation: String? = nil
    ) {
        self.kind = kind
        self.expected = expected
        self.actual = actual
        self.expectedPosition = expectedPosition
        self.actualPosition = actualPosition
        self.parameters = parameters
        self.expectation = expectation
    }

    /// The difference, with the parameters marked as volatile that now are one of some shapes.
    func marking(_ shapes: Set<EventValue>) -> Difference {
        var difference = self
        difference.parameters = parameters.map { parameter in
            guard let actual = parameter.actual, shapes.contains(actual) else { return parameter }
            return ParameterDifference(
                path: ParameterPath(parsing: parameter.path), change: parameter.change, expected: parameter.expected,
                actual: actual, isVolatile: true)
        }
        return difference
    }

    /// What was expected, on one line.
    var expectedText: String { expectation ?? (expected ?? Event("")).description }
}
