import DesktopDriver

/// The page on which a person with an account signs in. It is the first screen of the app.
struct LoginPage {
    let app: Application

    func logIn(email: String = "matt@example.com", password: String = "hells-kitchen") throws -> MenuPage {
        try submit(email: email, password: password)
        try app.waitForElement(id: "menu-greeting", within: timeout)
        return MenuPage(app: app)
    }

    func failToLogIn(password: String = "letmein") throws {
        try submit(email: "matt@example.com", password: password)
        try app["login-status"].waitForText("Not logged in: this is not your password", within: timeout)
    }

    /// Submits the form. Does not wait for the answer.
    func submit(email: String, password: String) throws {
        try app["login-email"].type(email)
        try app["login-password"].type(password)
        try app["login-submit"].press()
    }

    func createAccount() throws -> SignUpPage {
        try app["login-sign-up"].press()
        try app.waitForElement(id: "sign-up-name", within: timeout)
        return SignUpPage(app: app)
    }
}
