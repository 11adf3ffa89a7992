import Trackproof

struct LoginViewModel {
    let analytics: Analytics

    func appear() {
        analytics.track(.loginScreenShown)
    }

    func logIn() {
        analytics.track(.loginTapped)
    }

    func signUp() {
        analytics.track(.signUpTapped)
    }
}
