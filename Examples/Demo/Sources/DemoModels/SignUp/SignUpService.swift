import struct Foundation.Date

/// The reason why a sign-up failed.
public enum SignUpFailure: String, Error, Sendable, Encodable {
    /// Another account has this email address.
    case emailTaken = "email_taken"
    /// The password is too short.
    case weakPassword = "weak_password"
    /// The sign-up was cancelled.
    case cancelled

    /// The message that the screen shows.
    public var message: String {
        switch self {
        case .emailTaken: "this email address is already taken"
        case .weakPassword: "a password needs at least \(SignUpService.shortestPassword) characters"
        case .cancelled: "cancelled"
        }
    }
}

/// A service that creates accounts and answers after a delay, as a server would.
public struct SignUpService: Sendable {
    /// The smallest number of characters in a password.
    public static let shortestPassword = 8

    private let latency: Duration

    /// Creates a service that answers after `latency`.
    public init(latency: Duration = .milliseconds(20)) { self.latency = latency }

    func signUp(name: String, email: String, password: String) async throws(SignUpFailure) -> Account {
        do { try await Task.sleep(for: latency) } catch { throw .cancelled }
        guard email != LocalLoginService.email else { throw .emailTaken }
        guard password.count >= Self.shortestPassword else { throw .weakPassword }
        // The date is the same in each run, so the recordings of all runs are equal.
        return Account(
            id: "user-43", name: name, plan: "free", memberSince: Date(timeIntervalSince1970: 1_748_736_000))
    }
}
