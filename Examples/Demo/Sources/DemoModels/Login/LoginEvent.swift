import Trackproof

/// The events of the login screen. Each case is an event, and its associated values are the parameters.
enum LoginEvent: AnalyticsEvent {
    case loginStarted(method: LoginMethod, attempt: Int)
    case loginFailed(reason: LoginFailure, attempt: Int)
    case loginSucceeded(method: LoginMethod, attempt: Int)
}

/// The method by which a person signs in.
enum LoginMethod: String, Encodable {
    case email
}
