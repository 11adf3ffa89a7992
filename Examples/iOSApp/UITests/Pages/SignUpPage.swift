import XCTest

/// Where who has no account gets one.
struct SignUpPage: Page {
    let app: XCUIApplication

    func signUp(name: String, email: String, password: String) -> MenuPage {
        type(name, into: "sign-up-name")
        type(email, into: "sign-up-email")
        return submit(password: password)
    }

    /// Gives another password; the rest stands there from the attempt before.
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
