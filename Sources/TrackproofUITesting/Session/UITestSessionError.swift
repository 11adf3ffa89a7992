/// The error for a session that cannot begin, cannot launch its app, or cannot receive the app's events.
public struct UITestSessionError: Error, Sendable, CustomStringConvertible {
    /// What the session expected, and what happened instead.
    public let description: String

    init(_ description: String) { self.description = description }
}
