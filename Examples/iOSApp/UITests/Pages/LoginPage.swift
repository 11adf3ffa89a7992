import XCTest

/// The page on which a person with an account signs in. It is the first screen of the app.
struct LoginPage: Page {
    let app: XCUIApplication

    /// Logs in with the only account of the app.
    func logIn() -> MenuPage {
        type("matt@example.com", into: "login-email")
        return submit(password: "hells-kitchen")
    }

    /// Tries to log in with a wrong password.
    func logInWithWrongPassword() {
        type("matt@example.com", into: "login-email")
        _ = submit(password: "letmein")
    }

    /// Types a password and submits the form, which must already contain an email address.
    func submit(password: String) -> MenuPage {
        type(password, into: "login-password")
        tap("login-submit")
        return MenuPage(app: app)
    }

    func openSignUp() -> SignUpPage {
        tap("login-sign-up")
        return SignUpPage(app: app)
    }

    func expectStatus(_ text: String, file: StaticString = #filePath, line: UInt = #line) {
        expect("login-status", says: text, file: file, line: line)
    }
}
