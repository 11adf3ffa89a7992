/// What Trackproof knows about parameters in addition to their values.
///
/// Few parameters have notes. The notes are in a class, so that parameters without notes need only a `nil` pointer.
@usableFromInline
final class ParameterNotes: Sendable {
    /// The problems of the parameters, such as a value that could not be encoded.
    let problems: [ParameterProblem]
    /// For the names of some parameters, the value that providers get.
    let passed: [String: PassedValue]
    /// The values that an `EventValue` can represent, but that vendors' SDKs refuse, with their types.
    let refused: [ParameterProblem]

    /// The maximum number of problems.
    ///
    /// Without a maximum, an object that refers to itself could add problems without end.
    static let problemLimit = 20

    init(
        problems: [ParameterProblem] = [], passed: [String: PassedValue] = [:], refused: [ParameterProblem] = []
    ) {
        self.problems = Array(problems.prefix(Self.problemLimit))
        self.passed = passed
        self.refused = Array(refused.prefix(Self.problemLimit))
    }

    /// Returns the notes about parameters that were merged. For a name that both have, the later value counts.
    static func merging(_ first: ParameterNotes?, _ last: ParameterNotes?) -> ParameterNotes? {
        guard let first, let last else { return first ?? last }
        return ParameterNotes(
            problems: first.problems + last.problems, passed: first.passed.merging(last.passed) { $1 },
            refused: first.refused + last.refused)
    }
}

/// The value of a parameter as the app passed it in a dictionary.
///
/// An app may pass a value that an ``EventValue`` cannot represent in the same way, such as a `Decimal` or a `Date`. A
/// provider gets the value that the app passed, so that the provider's SDK sends the same data as without Trackproof.
// `@unchecked` is safe because `value` consists of values and immutable objects, which the conversion of a dictionary
// creates: numbers, dates, URLs, data, strings, nulls, and arrays and dictionaries of these.
struct PassedValue: @unchecked Sendable {
    /// The value that providers get, or `nil` if they get ``converted``.
    let value: Any?
    /// The type of the value that the app passed, or `nil` if it is the type that ``converted`` has in a dictionary.
    let type: Any.Type?
    /// The parameter's value after the conversion.
    ///
    /// If code has changed the parameter since, providers get the changed value, and not ``value``.
    let converted: EventValue
}
