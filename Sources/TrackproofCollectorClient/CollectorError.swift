/// An error from a request to a collector.
public struct CollectorError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What failed, and why.
    public let message: String
    /// Whether the session no longer exists, so that every further attempt would fail too.
    package let isFinal: Bool
    /// Whether the collector did not answer in time. A further attempt may take just as long.
    package let isSilent: Bool

    init(_ message: String, isFinal: Bool = false, isSilent: Bool = false) {
        self.message = message
        self.isFinal = isFinal
        self.isSilent = isSilent
    }

    /// The message.
    public var description: String { message }
}
