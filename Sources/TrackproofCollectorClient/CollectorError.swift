/// An error from a request to a collector.
public struct CollectorError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong.
    public let message: String
    /// Whether another attempt cannot succeed, because the session no longer exists.
    package let isFinal: Bool
    /// Whether the collector did not answer in time. Another attempt may take as long.
    package let isSilent: Bool

    init(_ message: String, isFinal: Bool = false, isSilent: Bool = false) {
        self.message = message
        self.isFinal = isFinal
        self.isSilent = isSilent
    }

    /// The message.
    public var description: String { message }
}
