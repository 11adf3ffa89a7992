/// Why a parameter is not what the code says: it could not be encoded, or was given twice.
///
/// Such a parameter costs only itself. The others are tracked, and the reason goes with them.
package struct ParameterProblem: Sendable, Hashable, CustomStringConvertible {
    /// The names and indices that lead to the value; empty for the event as a whole.
    package var path: [String]
    /// What is wrong.
    package let reason: String

    package init(_ path: [String], _ reason: String) {
        self.path = path
        self.reason = reason
    }

    /// A name that was given twice.
    init(_ name: String, givenTwice first: EventValue, _ last: EventValue) {
        self.init([name], "given twice, as \(first.description.cut) and as \(last.description.cut)")
    }

    /// What an encoding threw.
    init(_ path: [String], _ error: any Error) {
        if case EncodingError.invalidValue(_, let context) = error {
            self.init(path, context.debugDescription.cut)
        } else {
            self.init(path, String(describing: error).cut)
        }
    }

    /// The problem of a value, seen from what contains it.
    package func inside(_ component: String) -> ParameterProblem { ParameterProblem([component] + path, reason) }

    /// The reason, with its place.
    package var description: String { path.isEmpty ? reason : "\(path.joined(separator: ".")): \(reason)" }
}

/// The problems of one event's parameters, or of an object's. Few have any, so they stand behind one pointer.
@usableFromInline
final class ParameterProblems: Sendable {
    let list: [ParameterProblem]

    /// More of them are not kept: a type that refers to itself may have any number.
    static let limit = 20

    init?(_ list: [ParameterProblem]) {
        if list.isEmpty { return nil }
        self.list = Array(list.prefix(Self.limit))
    }
}

extension String {
    /// The text, cut where a reason would become a page.
    fileprivate var cut: String { cut(to: 200) }
}

extension EventParameters {
    /// What is not as the code says, here and in the objects inside.
    package var problems: [ParameterProblem] {
        var found = ownProblems?.list ?? []
        for element in elements { found += element.value.problems.map { $0.inside(element.name) } }
        return found
    }

    /// All problems in a line; nil where there are none.
    var problemText: String? {
        guard hasProblems else { return nil }
        return problems.prefix(ParameterProblems.limit).map(\.description).joined(separator: "; ")
    }

    fileprivate var hasProblems: Bool { ownProblems != nil || elements.contains { $0.value.hasProblems } }

    /// Adds problems to those that there are.
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
