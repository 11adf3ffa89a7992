/// A collector that cannot be asked.
public struct CollectorError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    public let message: String
    /// Whether it is of no use to ask again: the session is there no more.
    package let isFinal: Bool
    /// Whether it was waited for in vain, which takes long.
    package let isSilent: Bool

    init(_ message: String, isFinal: Bool = false, isSilent: Bool = false) {
        self.message = message
        self.isFinal = isFinal
        self.isSilent = isSilent
    }

    /// The message.
    public var description: String { message }
}
