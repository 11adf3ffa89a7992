import XCTest

/// The page on which a person without an account creates one.
struct SignUpPage: Page {
    let app: XCUIApplication

    func signUp(name: String, email: String, password: String) -> MenuPage {
        type(name, into: "sign-up-name")
        type(email, into: "sign-up-email")
        return submit(password: password)
    }

    /// Types a password and submits the form, which must already contain a name and an email address.
    func submit(password: String) -> MenuPage {
        type(password, into: "sign-up-password")
        tap("sign-up-submit")
        return MenuPage(app: app)
    }

    func backToLogin() -> LoginPage {
        tap("sign-up-login")
        return LoginPage(app: app)
    }

    func expectStatus(_ text: String, file: StaticString = #filePath, line: UInt = #line) {
        expect("sign-up-status", says: text, file: file, line: line)
    }
}
