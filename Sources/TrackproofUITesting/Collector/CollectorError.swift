/// A collector that cannot be asked.
public struct CollectorError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    public let message: String

    init(_ message: String) { self.message = message }

    /// The message.
    public var description: String { message }
}
