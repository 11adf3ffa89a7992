public import struct Foundation.Date

/// The account of a person who signed in.
public struct Account: Sendable, Equatable {
    /// The id of the account, which does not reveal anything about the person.
    public let id: String
    /// The name by which the app addresses the person. It is never tracked.
    public let name: String
    /// The plan of the account.
    public let plan: String
    /// The date on which the person got the account.
    public let memberSince: Date
}

/// The reason why a sign-in failed.
public enum LoginFailure: String, Error, Sendable, Encodable {
    /// The email address or the password is wrong.
    case wrongPassword = "wrong_password"
    /// The sign-in was cancelled.
    case cancelled
    /// The reason is unknown.
    case unknown

    /// The message that the screen shows.
    public var message: String {
        switch self {
        case .wrongPassword: "this is not your password"
        case .cancelled: "cancelled"
        case .unknown: "something went wrong"
        }
    }
}

/// A service that accepts or refuses sign-ins.
public protocol LoginService: Sendable {
    /// Signs in and returns the account.
    ///
    /// - Throws: The reason if the sign-in failed.
    func signIn(email: String, password: String) async throws(LoginFailure) -> Account
}

/// A login service with only one account. It answers after a delay, like a server.
public struct LocalLoginService: LoginService {
    /// The email address of the only account.
    public static let email = "matt@example.com"
    /// The password of the only account.
    public static let password = "hells-kitchen"

    private let latency: Duration

    /// Creates a service that answers after `latency`.
    public init(latency: Duration = .milliseconds(20)) { self.latency = latency }

    /// Waits for the latency, and returns the account if the email address and the password are right.
    public func signIn(email: String, password: String) async throws(LoginFailure) -> Account {
        do { try await Task.sleep(for: latency) } catch { throw .cancelled }
        guard email == Self.email, password == Self.password else { throw .wrongPassword }
        return Account(
            id: "user-42", name: "Matt", plan: "premium", memberSince: Date(timeIntervalSince1970: 1_715_904_000))
    }
}
