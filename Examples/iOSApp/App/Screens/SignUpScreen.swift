import DemoModels
import SwiftUI

/// The screen on which a person without an account creates one.
struct SignUpScreen: View {
    let model: SignUpViewModel
    @Binding var destination: Destination

    @State private var name = ""
    @State private var email = ""
    @State private var password = ""
    @State private var status = ""
    @State private var isWaiting = false

    var body: some View {
        FormPage("Create an account") {
            PlainField("Name", id: "sign-up-name", text: $name)
            PlainField("Email address", id: "sign-up-email", text: $email)
            PasswordField(id: "sign-up-password", text: $password)
            Text(status).foregroundStyle(.secondary).accessibilityIdentifier("sign-up-status")
            Button("Sign up") { submit() }
                .buttonStyle(.borderedProminent)
                .disabled(isWaiting)
                .accessibilityIdentifier("sign-up-submit")
            Button("I have an account") { destination = .login }
                .disabled(isWaiting)
                .accessibilityIdentifier("sign-up-login")
        }
        .onAppear {
            model.onChange = { showState() }
            model.appear()
        }
    }

    private func submit() {
        Task { await model.signUp(name: name, email: email, password: password) }
    }

    private func showState() {
        isWaiting = model.state == .signingUp
        switch model.state {
        case .signedOut: status = ""
        case .signingUp: status = "Signing up…"
        case .failed(let failure):
            password = ""
            status = "Not signed up: \(failure.message)"
        case .signedUp: destination = .menu
        }
    }
}
