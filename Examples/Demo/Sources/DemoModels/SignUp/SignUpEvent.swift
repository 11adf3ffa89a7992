internal import Trackproof

/// The events of the sign-up screen: an enum, as on the login screen.
enum SignUpEvent: AnalyticsEvent {
    case signUpStarted(method: LoginMethod)
    case signUpFailed(reason: SignUpFailure)
    case signUpSucceeded(method: LoginMethod)
}
