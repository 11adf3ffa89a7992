import Trackproof

/// The view model of the login screen.
@MainActor
public final class LoginViewModel {
    /// The progress of the sign-in.
    public enum State: Sendable, Equatable {
        /// The person has not tried to sign in.
        case signedOut
        /// The service has not answered yet.
        case signingIn
        /// The last attempt failed.
        case failed(LoginFailure)
        /// The last attempt succeeded.
        case signedIn(Account)
    }

    /// The state that the screen shows.
    public private(set) var state = State.signedOut { didSet { onChange?() } }
    /// The closure that is called after ``state`` is set.
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

    /// Tracks that the screen is shown.
    public func appear() {
        analytics.screen("login")
    }

    /// Signs in, and returns when the service has answered. A call during a pending sign-in does nothing.
    public func signIn(email: String, password: String) async {
        guard state != .signingIn else { return }
        attempts += 1
        let attempt = attempts
        let started = LoginEvent.loginStarted(method: .email, attempt: attempt)
        // With the bug "swapped", the model tracks `started` after the service has answered. If the sign-in succeeds,
        // `login_succeeded` comes before `login_started`.
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

    /// Returns the reason to track. With the bug "changed", this reason is always `unknown`.
    private func reason(of failure: LoginFailure) -> LoginFailure {
        regressions.contains(.changed) ? .unknown : failure
    }
}
