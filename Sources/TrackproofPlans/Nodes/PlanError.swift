internal import Trackproof

/// An error in the file of a tracking plan, with its place.
@_spi(Tooling) public struct PlanError: Error, Sendable, Hashable, CustomStringConvertible {
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
@_spi(Tooling) public struct PlanErrors: Error, Sendable, Hashable, CustomStringConvertible {
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
    @_spi(Tooling) public static func problem(_ text: String) -> String {
        let digits = text.utf8.count { (0x30...0x39).contains($0) }
        return digits > 19
            ? "the number \(text.prefix(40)) has too many digits: a plan's numbers have at most 19 significant digits"
            : "not a number: \(text.prefix(40).description.quotedForDisplay)"
    }
}
