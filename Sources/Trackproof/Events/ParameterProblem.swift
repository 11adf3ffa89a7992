import TrackproofText

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
