internal import Trackproof

/// What the sign-up screen tracks; an enum, as on the login screen.
enum SignUpEvent: AnalyticsEvent {
    case signUpStarted(method: LoginMethod)
    case signUpFailed(reason: SignUpFailure)
    case signUpSucceeded(method: LoginMethod)
}
