import XCTest

/// Where who has an account signs in; the first screen.
struct LoginPage: Page {
    let app: XCUIApplication

    /// Logs in with the account that there is.
    func logIn() -> MenuPage {
        type("matt@example.com", into: "login-email")
        return submit(password: "hells-kitchen")
    }

    /// Tries a password that is not the account's.
    func logInWithWrongPassword() {
        type("matt@example.com", into: "login-email")
        _ = submit(password: "letmein")
    }

    /// Gives a password; an email address stands there from the attempt before.
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
