public import struct Foundation.Date

/// Who signed in.
public struct Account: Sendable, Equatable {
    /// The account's number, which says nothing of the person.
    public let id: String
    /// What the app calls the person; never tracked.
    public let name: String
    /// What they pay for.
    public let plan: String
    /// Since when they have the account.
    public let memberSince: Date
}

/// Why a sign-in failed.
public enum LoginFailure: String, Error, Sendable, Encodable {
    /// The password is not the account's.
    case wrongPassword = "wrong_password"
    /// The sign-in was called off.
    case cancelled
    /// Nobody knows.
    case unknown

    /// What the screen tells the person.
    public var message: String {
        switch self {
        case .wrongPassword: "this is not your password"
        case .cancelled: "called off"
        case .unknown: "something went wrong"
        }
    }
}

/// Decides about a sign-in.
public protocol LoginService: Sendable {
    /// The account, once the answer is there.
    func signIn(email: String, password: String) async throws(LoginFailure) -> Account
}

/// A service that knows one account and answers as late as a server would.
public struct LocalLoginService: LoginService {
    /// The email address of the only account.
    public static let email = "matt@example.com"
    /// The password of the only account.
    public static let password = "hells-kitchen"

    private let latency: Duration

    /// A service that answers after `latency`.
    public init(latency: Duration = .milliseconds(20)) { self.latency = latency }

    /// Answers after the latency.
    public func signIn(email: String, password: String) async throws(LoginFailure) -> Account {
        do { try await Task.sleep(for: latency) } catch { throw .cancelled }
        guard email == Self.email, password == Self.password else { throw .wrongPassword }
        return Account(
            id: "user-42", name: "Matt", plan: "premium", memberSince: Date(timeIntervalSince1970: 1_715_904_000))
    }
}
