import Trackproof

enum LoginEvent: AnalyticsEvent {
    case loginScreenViewed
    case loginAttempted
    case loginFailed(reason: LoginFailureReason)
    case loginSucceeded

    static var eventNaming: EventNaming { .asWritten }
}

enum LoginFailureReason: String, Error, Encodable {
    case unknownUsername, invalidPassword
}

extension Analytics {
    /// Tracks an event. Calls are short: `analytics.log(.loginAttempted)`.
    func log(_ event: LoginEvent) {
        track(event)
    }
}
