internal import Trackproof

/// The sign-up screen.
@MainActor
public final class SignUpViewModel {
    /// How far the sign-up is.
    public enum State: Sendable, Equatable {
        /// Nobody tried yet.
        case signedOut
        /// The answer is awaited.
        case signingUp
        /// The last attempt failed.
        case failed(SignUpFailure)
        /// Done.
        case signedUp(Account)
    }

    /// What the screen shows.
    public private(set) var state = State.signedOut { didSet { onChange?() } }
    /// Called when ``state`` has changed.
    public var onChange: (@MainActor () -> Void)?

    private let service: SignUpService
    private let session: Session
    private let analytics: Analytics

    init(service: SignUpService, session: Session, analytics: Analytics) {
        self.service = service
        self.session = session
        self.analytics = analytics
    }

    /// The screen is shown.
    public func appear() {
        analytics.screen("sign_up")
    }

    /// Makes an account and signs in with it. While an answer is awaited, another attempt does nothing.
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
