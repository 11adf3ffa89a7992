import Trackproof

/// The events of the sign-up screen. As in ``LoginEvent``, each case is an event.
enum SignUpEvent: AnalyticsEvent {
    case signUpStarted(method: LoginMethod)
    case signUpFailed(reason: SignUpFailure)
    case signUpSucceeded(method: LoginMethod)
}
