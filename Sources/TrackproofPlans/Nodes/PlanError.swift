import Trackproof
import TrackproofPlatform

/// An error in the file of a tracking plan, with its place.
public struct PlanError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The place of the error.
    public let place: PlanPlace
    /// What was expected and what was found.
    public let message: String

    /// Creates an error.
    public init(at place: PlanPlace, _ message: String) {
        self.place = place
        self.message = message
    }

    /// The error in the format that compilers use: `plan.yaml:3:14: expected a string, found 3`.
    public var description: String { "\(place): \(message)" }
}

/// The errors that prevent the use of a tracking plan, at most ``limit``.
public struct PlanErrors: Error, Sendable, Hashable, CustomStringConvertible {
    /// The maximum number of errors in the list. Further errors are left out.
    public static let limit = 20

    /// The errors, in the order in which the readers found them.
    public let list: [PlanError]

    /// Creates a list of errors.
    public init(_ list: [PlanError]) { self.list = list }

    /// The errors as text, one error on each line.
    public var description: String { list.map(\.description).joined(separator: "\n") }
}

extension PlanNumber {
    /// Returns a message that says why a text is not a number that a plan can contain.
    public static func problem(_ text: String) -> String {
        let shown = text.cut(to: 40)
        return switch ExactDecimal.Spelling(text) {
        case .notNumber: "not a number: \(shown.quotedForDisplay)"
        case .tooManyDigits:
            "the number \(shown) has too many digits: a plan's numbers have at most 19 significant digits"
        case .number, .outOfRange:
            "the number \(shown) is beyond the range of a double, so no event can contain it"
        }
    }

    /// Returns whether a text is a number as JSON writes it, even if a plan cannot contain this number.
    public static func isNumber(_ text: String) -> Bool {
        if case .notNumber = ExactDecimal.Spelling(text) { false } else { true }
    }
}

extension String {
    /// The name for a message. Cut, because a name in a plan can have any length.
    public var nameForMessages: String { cut(to: 100).nameForDisplay }

    /// The name in quotes for a message. Cut, because a name in a plan can have any length.
    public var quotedForMessages: String { cut(to: 100).quotedForDisplay }
}
