import Trackproof

extension Event {
    static let loginScreenShown = Event.screen("login")
    static let loginTapped = Event("login", ["action": "tap"])
    static let signUpTapped = Event("sign_up", ["action": "tap"])
}
