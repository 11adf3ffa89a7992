/// A mistake in a document that Trackproof wrote, such as a report.
public struct DocumentError: Error, Sendable, CustomStringConvertible {
    /// The path of the document's file and the path of the value: `report.json: sections[0].differences[3].kind`.
    public let place: String
    /// The mistake.
    public let message: String

    /// Creates an error.
    public init(place: String, message: String) {
        self.place = place
        self.message = message
    }

    /// The error on one line.
    public var description: String { "\(place): \(message)" }
}
