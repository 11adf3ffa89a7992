public import Trackproof

/// One difference between a recording and a snapshot.
///
/// An event of the recording is part of at most one difference. An event of the snapshot can be part of many
/// differences of the kind ``Kind/duplicated``.
public struct Difference: Sendable, Hashable {
    /// The kind of a difference. The raw values are stable.
    public enum Kind: String, Sendable, CaseIterable {
        /// The event is expected but was not tracked.
        case missing
        /// The event was tracked but is not expected.
        case unexpected
        /// The event was tracked with parameters that differ from the expected parameters.
        case changed
        /// The event was tracked under a different name or kind, with equal or similar parameters.
        case renamed
        /// The event was tracked more often than expected.
        case duplicated
        /// The event was tracked earlier or later than expected.
        case moved
    }

    /// The kind of the difference.
    public let kind: Kind
    /// The event of the snapshot, or `nil` if the difference has no expected event.
    public let expected: Event?
    /// The event of the recording, or `nil` if the difference has no actual event.
    public let actual: Event?
    /// The position of the expected event among the snapshot's events, from 0.
    public let expectedPosition: Int?
    /// The position of the actual event among the recording's events, from 0.
    public let actualPosition: Int?
    /// The parameters that differ if the event is changed or renamed, and the user if it differs; otherwise empty.
    public internal(set) var parameters: [ParameterDifference]
    /// The number of matching events between the previous difference and this difference.
    public var unchangedBefore = 0
    /// The text for the expected event in messages, or `nil` to use the event's description.
    ///
    /// An expected event in a test's code has such a text, because it can contain matchers instead of values.
    private let expectation: String?

    /// Creates a difference. The kind decides which events and positions are not `nil`.
    public init(
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

    /// Returns a copy in which a parameter is volatile if its actual value is in `shapes`.
    ///
    /// - Parameter shapes: The placeholders of volatile shapes, such as `<uuid>`.
    func marking(_ shapes: Set<EventValue>) -> Difference {
        var difference = self
        for (index, parameter) in parameters.enumerated() {
            if let actual = parameter.actual, shapes.contains(actual) { difference.parameters[index].isVolatile = true }
        }
        return difference
    }

    /// The expected event, on one line.
    var expectedText: String { expectation ?? expected?.description ?? "" }

    /// The actual event, on one line.
    var actualText: String { actual?.description ?? "" }
}

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
    public internal(set) var hasLookalike = false

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
