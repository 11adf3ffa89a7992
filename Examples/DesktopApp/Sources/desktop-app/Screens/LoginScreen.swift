import DemoModels
import GtkKit

/// The screen on which a user with an account signs in.
final class LoginScreen: Screen {
    let content: Widget
    private let model: LoginViewModel
    private let navigator: Navigator
    private let email = Page.entry("Email address", id: "login-email")
    private let password = Page.entry("Password", id: "login-password", isSecret: true)
    private let status = Page.label(id: "login-status", style: "note")
    private let actions = Box(.column, spacing: 6)

    init(_ model: LoginViewModel, navigator: Navigator) {
        self.model = model
        self.navigator = navigator
        content = Page.form("Welcome back", email, password, status, actions)
        actions.add(Page.button("Log in", id: "login-submit", style: "main") { [weak self] in self?.submit() })
        actions.add(
            Page.button("Create an account", id: "login-sign-up", style: "plain") { navigator.show(.signUp) })
        password.onReturn { [weak self] in self?.submit() }
        model.onChange = { [weak self] in self?.showState() }
    }

    func appear() { model.appear() }

    private func submit() {
        Task { await model.signIn(email: email.text, password: password.text) }
    }

    private func showState() {
        actions.isEnabled = model.state != .signingIn
        switch model.state {
        case .signedOut: status.text = ""
        case .signingIn: status.text = "Logging in…"
        case .failed(let failure): status.text = "Not logged in: \(failure.message)"
        case .signedIn: navigator.show(.menu)
        }
    }
}
