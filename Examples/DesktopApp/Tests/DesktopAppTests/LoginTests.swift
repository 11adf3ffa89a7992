import DesktopDriver
import Testing

@Suite struct LoginTests {
    @Test func aWrongPasswordIsShownAndTheNextAttemptSucceeds() throws {
        let app = try launchApp()
        #expect(try app["login-status"].text == "")
        try app.logIn(password: "letmein")
        try app["login-status"].waitForText("Not logged in: this is not your password", within: timeout)
        try app.logIn()
        try app["menu-greeting"].waitForText("Hello, Matt", within: timeout)
        #expect(try !app["login-submit"].exists)
        #expect(app.output == "")
    }

    @Test func aFailedSignUpShowsTheReason() throws {
        let app = try launchApp()
        try app["login-sign-up"].press()
        try app.waitForElement(id: "sign-up-name", within: timeout)
        try app.signUp(name: "Karen", email: "matt@example.com", password: "long-enough")
        try app["sign-up-status"].waitForText("Not signed up: this email address is already taken", within: timeout)
        try app.signUp(name: "Karen", email: "karen@example.com", password: "short")
        try app["sign-up-status"].waitForText(
            "Not signed up: a password needs at least 8 characters", within: timeout)
        #expect(app.output == "")
    }

    @Test func aSignUpLogsIn() throws {
        let app = try launchApp()
        try app["login-sign-up"].press()
        try app.signUp(name: "Karen", email: "karen@example.com", password: "long-enough")
        try app["menu-greeting"].waitForText("Hello, Karen", within: timeout)
        #expect(app.output == "")
    }

    @Test func signUpLeadsBackToLogin() throws {
        let app = try launchApp()
        try app["login-sign-up"].press()
        try app["sign-up-login"].press()
        try app.go(to: "movies")
        try app.waitForElement(id: "movies-status", within: timeout)
    }
}
