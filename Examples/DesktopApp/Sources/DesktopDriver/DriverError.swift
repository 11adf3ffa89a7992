/// Why a test could not go on.
package enum DriverError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The app under test has ended, and how.
    case appEnded(String)
    /// What was waited for did not come.
    case timedOut(String)
    /// The app has no such element now.
    case notFound(String)
    /// The app, or the desktop, cannot do what was asked.
    case failed(String)

    package var description: String {
        switch self {
        case .appEnded(let what), .timedOut(let what), .notFound(let what), .failed(let what): what
        }
    }
}
