internal import Trackproof

/// The login screen.
@MainActor
public final class LoginViewModel {
    /// How far the sign-in is.
    public enum State: Sendable, Equatable {
        /// Nobody tried yet.
        case signedOut
        /// The answer is awaited.
        case signingIn
        /// The last attempt failed.
        case failed(LoginFailure)
        /// Done.
        case signedIn(Account)
    }

    /// What the screen shows.
    public private(set) var state = State.signedOut { didSet { onChange?() } }
    /// Called when ``state`` has changed.
    public var onChange: (@MainActor () -> Void)?

    private let service: any LoginService
    private let session: Session
    private let analytics: Analytics
    private let regressions: DemoRegressions
    private var attempts = 0

    init(service: any LoginService, session: Session, analytics: Analytics, regressions: DemoRegressions) {
        self.service = service
        self.session = session
        self.analytics = analytics
        self.regressions = regressions
    }

    /// The screen is shown.
    public func appear() {
        analytics.screen("login")
    }

    /// Signs in; returns when the answer is there. While one is awaited, another attempt does nothing.
    public func signIn(email: String, password: String) async {
        guard state != .signingIn else { return }
        attempts += 1
        let attempt = attempts
        let started = LoginEvent.loginStarted(method: .email, attempt: attempt)
        // Regression "swapped": the start is tracked only with the answer, where a success overtakes it.
        let startIsLate = regressions.contains(.swapped)
        if !startIsLate { analytics.track(started) }

        state = .signingIn
        do throws(LoginFailure) {
            let account = try await service.signIn(email: email, password: password)
            analytics.track(LoginEvent.loginSucceeded(method: .email, attempt: attempt))
            if startIsLate { analytics.track(started) }
            session.begin(account)
            state = .signedIn(account)
        } catch {
            if startIsLate { analytics.track(started) }
            analytics.track(LoginEvent.loginFailed(reason: reason(of: error), attempt: attempt))
            session.refuse()
            state = .failed(error)
        }
    }

    /// Regression "changed": the mapping of failures fell back to its default.
    private func reason(of failure: LoginFailure) -> LoginFailure {
        regressions.contains(.changed) ? .unknown : failure
    }
}
