/// A reason why a parameter is not what its code says: it could not be encoded, or was given twice.
///
/// A problem affects only its own parameter. The other parameters are tracked, together with the reason.
package struct ParameterProblem: Sendable, Hashable, CustomStringConvertible {
    /// The names and indices that lead to the value; empty for the event as a whole.
    package var path: [String]
    /// The description of what is wrong.
    package let reason: String

    package init(_ path: [String], _ reason: String) {
        self.path = path
        self.reason = reason
    }

    /// Creates the problem of a name that was given twice.
    init(_ name: String, givenTwice first: EventValue, _ last: EventValue) {
        self.init([name], "given twice, as \(first.description.cut) and as \(last.description.cut)")
    }

    /// Creates the problem of an error that an encoding threw.
    init(_ path: [String], _ error: any Error) {
        if case EncodingError.invalidValue(_, let context) = error {
            self.init(path, context.debugDescription.cut)
        } else {
            self.init(path, String(describing: error).cut)
        }
    }

    /// Returns the problem with `component` before its path, as seen from what contains the value.
    package func inside(_ component: String) -> ParameterProblem { ParameterProblem([component] + path, reason) }

    /// The reason, after the path if there is one.
    package var description: String { path.isEmpty ? reason : "\(path.joined(separator: ".")): \(reason)" }
}

/// The problems of an event's parameters, or of an object's members.
///
/// Few events have any, so one pointer refers to all of them.
@usableFromInline
final class ParameterProblems: Sendable {
    let list: [ParameterProblem]

    /// The maximum number of problems that are kept: a type that refers to itself may have any number.
    static let limit = 20

    init?(_ list: [ParameterProblem]) {
        if list.isEmpty { return nil }
        self.list = Array(list.prefix(Self.limit))
    }
}

extension String {
    /// The string, cut to 200 Unicode scalars, because an error may be as long as a page.
    fileprivate var cut: String { cut(to: 200) }
}

extension EventParameters {
    /// The problems of these parameters and of the objects inside them.
    package var problems: [ParameterProblem] {
        var found = ownProblems?.list ?? []
        for element in elements { found += element.value.problems.map { $0.inside(element.name) } }
        return found
    }

    /// The problems on one line, at most ``ParameterProblems/limit``, or `nil` if there are no problems.
    var problemText: String? {
        guard hasProblems else { return nil }
        return problems.prefix(ParameterProblems.limit).map(\.description).joined(separator: "; ")
    }

    fileprivate var hasProblems: Bool { ownProblems != nil || elements.contains { $0.value.hasProblems } }

    /// Adds problems to those of these parameters.
    mutating func note(_ problems: [ParameterProblem]) {
        if !problems.isEmpty { ownProblems = ParameterProblems((ownProblems?.list ?? []) + problems) }
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
