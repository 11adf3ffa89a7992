import DemoModels
import GtkKit

/// The screen on which a user without an account creates one.
final class SignUpScreen: Screen {
    let content: Widget
    private let model: SignUpViewModel
    private let navigator: Navigator
    private let name = Page.entry("Name", id: "sign-up-name")
    private let email = Page.entry("Email address", id: "sign-up-email")
    private let password = Page.entry("Password", id: "sign-up-password", isSecret: true)
    private let status = Page.label(id: "sign-up-status", style: "note")
    private let actions = Box(.column, spacing: 6)

    init(_ model: SignUpViewModel, navigator: Navigator) {
        self.model = model
        self.navigator = navigator
        content = Page.form("Create an account", name, email, password, status, actions)
        actions.add(Page.button("Sign up", id: "sign-up-submit", style: "main") { [weak self] in self?.submit() })
        actions.add(
            Page.button("I have an account", id: "sign-up-login", style: "plain") { navigator.show(.login) })
        password.onReturn { [weak self] in self?.submit() }
        model.onChange = { [weak self] in self?.showState() }
    }

    func appear() { model.appear() }

    private func submit() {
        Task { await model.signUp(name: name.text, email: email.text, password: password.text) }
    }

    private func showState() {
        actions.isEnabled = model.state != .signingUp
        switch model.state {
        case .signedOut: status.text = ""
        case .signingUp: status.text = "Signing up…"
        case .failed(let failure): status.text = "Not signed up: \(failure.message)"
        case .signedUp: navigator.show(.menu)
        }
    }
}
