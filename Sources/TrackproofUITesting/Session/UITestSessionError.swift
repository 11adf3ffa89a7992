/// An error that prevents a session from beginning.
public struct UITestSessionError: Error, Sendable, CustomStringConvertible {
    /// What the session waited for, and why it did not come.
    public let description: String

    init(_ description: String) { self.description = description }
}
