import Trackproof

/// The view model of the sign-up screen.
@MainActor
public final class SignUpViewModel {
    /// The progress of the sign-up.
    public enum State: Sendable, Equatable {
        /// The person has not tried to sign up.
        case signedOut
        /// The service has not answered yet.
        case signingUp
        /// The last attempt failed.
        case failed(SignUpFailure)
        /// The last attempt succeeded.
        case signedUp(Account)
    }

    /// The state that the screen shows.
    public private(set) var state = State.signedOut { didSet { onChange?() } }
    /// The closure that is called after ``state`` is set.
    public var onChange: (@MainActor () -> Void)?

    private let service: SignUpService
    private let session: Session
    private let analytics: Analytics

    init(service: SignUpService, session: Session, analytics: Analytics) {
        self.service = service
        self.session = session
        self.analytics = analytics
    }

    /// Tracks that the screen is shown.
    public func appear() {
        analytics.screen("sign_up")
    }

    /// Creates an account and signs in with it.
    ///
    /// The method returns when the service has answered. A call during a pending sign-up does nothing.
    public func signUp(name: String, email: String, password: String) async {
        guard state != .signingUp else { return }
        analytics.track(SignUpEvent.signUpStarted(method: .email))
        state = .signingUp
        do throws(SignUpFailure) {
            let account = try await service.signUp(name: name, email: email, password: password)
            analytics.track(SignUpEvent.signUpSucceeded(method: .email))
            session.begin(account)
            state = .signedUp(account)
        } catch {
            analytics.track(SignUpEvent.signUpFailed(reason: error))
            state = .failed(error)
        }
    }
}
