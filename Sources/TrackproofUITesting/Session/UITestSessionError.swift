/// The error of a session that cannot begin, or that cannot launch or read its app.
public struct UITestSessionError: Error, Sendable, CustomStringConvertible {
    /// What the session expected, and what happened instead.
    public let description: String

    init(_ description: String) { self.description = description }
}
