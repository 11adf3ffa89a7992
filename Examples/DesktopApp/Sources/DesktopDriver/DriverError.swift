/// The reason why an operation on the app or the desktop failed.
package enum DriverError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The app under test has ended. The text describes how it ended.
    case appEnded(String)
    /// A wait reached its time limit.
    case timedOut(String)
    /// The app does not have the element that the test asked for.
    case notFound(String)
    /// The app or the desktop cannot do what the test asked for.
    case failed(String)

    package var description: String {
        switch self {
        case .appEnded(let what), .timedOut(let what), .notFound(let what), .failed(let what): what
        }
    }
}
