/// Why a session could not begin.
public struct UITestSessionError: Error, Sendable, CustomStringConvertible {
    /// What was awaited, and why it did not come.
    public let description: String

    init(_ description: String) { self.description = description }
}
