import TrackproofPlatform

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

/// A reason why an event is incomplete: a parameter could not be encoded, or its name occurs twice.
///
/// The facade tracks an incomplete event anyway, and ``Event/encodingError`` describes its problems.
package struct ParameterProblem: Sendable, Hashable, CustomStringConvertible {
    /// The names and indices that lead to the value. Empty if the problem is about the whole event.
    package var path: [String]
    package let reason: String

    package init(_ path: [String], _ reason: String) {
        self.path = path
        self.reason = reason
    }

    /// Creates a problem for two parameters that are both called `name` and have the values `first` and `last`.
    init(_ name: String, givenTwice first: EventValue, _ last: EventValue) {
        self.init([name], "given twice, as \(first.description.cut) and as \(last.description.cut)")
    }

    /// Creates a problem from an error that an encoder threw.
    init(_ path: [String], _ error: any Error) {
        if case EncodingError.invalidValue(_, let context) = error {
            self.init(path, context.debugDescription.cut)
        } else {
            self.init(path, String(describing: error).cut)
        }
    }

    /// Returns a copy of the problem with `component` added at the start of its path.
    ///
    /// `component` is the name or index of the value in the enclosing object or array.
    package func inside(_ component: String) -> ParameterProblem { ParameterProblem([component] + path, reason) }

    package var description: String { path.isEmpty ? reason : "\(path.joined(separator: ".")): \(reason)" }
}

extension String {
    /// The string, cut to 200 Unicode scalars, because the description of an error can be very long.
    fileprivate var cut: String { cut(to: 200) }
}

extension EventParameters {
    /// The problems of these parameters and of the objects inside them.
    package var problems: [ParameterProblem] {
        var found = notes?.problems ?? []
        for element in elements { found += element.value.problems.map { $0.inside(element.name) } }
        return found
    }

    /// The first ``ParameterNotes/problemLimit`` problems on one line, or `nil` if there are no problems.
    var problemText: String? {
        guard hasProblems else { return nil }
        return problems.prefix(ParameterNotes.problemLimit).map(\.description).joined(separator: "; ")
    }

    fileprivate var hasProblems: Bool { notes?.problems.isEmpty == false || elements.contains { $0.value.hasProblems } }

    /// Adds notes about the parameters.
    mutating func note(_ problems: [ParameterProblem], refused: [ParameterProblem] = []) {
        if problems.isEmpty, refused.isEmpty { return }
        notes = ParameterNotes.merging(notes, ParameterNotes(problems: problems, refused: refused))
    }
}

extension EventValue {
    fileprivate var hasProblems: Bool {
        switch self {
        case .object(let members): members.hasProblems
        case .array(let values): values.contains(where: \.hasProblems)
        default: false
        }
    }

    package var problems: [ParameterProblem] {
        switch self {
        case .object(let members): members.problems
        case .array(let values):
            values.enumerated().flatMap { index, value in value.problems.map { $0.inside(String(index)) } }
        default: []
        }
    }
}
