import DesktopDriver

/// The page on which a person without an account creates one.
struct SignUpPage {
    let app: Application

    func signUp(name: String, email: String, password: String) throws -> MenuPage {
        try submit(name: name, email: email, password: password)
        try app.waitForElement(id: "menu-greeting", within: timeout)
        return MenuPage(app: app)
    }

    func failToSignUp(password: String, saying reason: String) throws {
        try submit(name: "Karen", email: "karen@example.com", password: password)
        try app["sign-up-status"].waitForText("Not signed up: \(reason)", within: timeout)
    }

    private func submit(name: String, email: String, password: String) throws {
        try app["sign-up-name"].type(name)
        try app["sign-up-email"].type(email)
        try app["sign-up-password"].type(password)
        try app["sign-up-submit"].press()
    }
}
