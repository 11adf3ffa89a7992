import DemoModels
import SwiftUI

/// The screen on which a person with an account signs in.
struct LoginScreen: View {
    let model: LoginViewModel
    @Binding var destination: Destination

    @State private var email = ""
    @State private var password = ""
    @State private var status = ""
    @State private var isWaiting = false

    var body: some View {
        FormPage("Welcome back") {
            PlainField("Email address", id: "login-email", text: $email)
            PasswordField(id: "login-password", text: $password)
            Text(status).foregroundStyle(.secondary).accessibilityIdentifier("login-status")
            Button("Log in") { submit() }
                .buttonStyle(.borderedProminent)
                .disabled(isWaiting)
                .accessibilityIdentifier("login-submit")
            Button("Create an account") { destination = .signUp }
                .disabled(isWaiting)
                .accessibilityIdentifier("login-sign-up")
        }
        .onAppear {
            model.onChange = { showState() }
            model.appear()
        }
    }

    private func submit() {
        Task { await model.signIn(email: email, password: password) }
    }

    private func showState() {
        isWaiting = model.state == .signingIn
        switch model.state {
        case .signedOut: status = ""
        case .signingIn: status = "Logging in…"
        case .failed(let failure):
            password = ""
            status = "Not logged in: \(failure.message)"
        case .signedIn: destination = .menu
        }
    }
}
