import Trackproof
import TrackproofUITesting
import XCTest

@MainActor
final class LoginTests: DemoTestCase {
    func testAWrongPasswordIsSaidAndTracked() throws {
        let (login, session) = try launch()
        session.expectEvents(
            .event("login_started", including: ["method": "email", "attempt": 1]),
            .event("login_failed", including: ["reason": "wrong_password", "attempt": 1]),
            .event("authorization", including: ["success": false])
        ) {
            login.logInWithWrongPassword()
            login.expectStatus("Not logged in: this is not your password")
        }
    }

    func testALoginIsTracked() throws {
        let (login, session) = try launch()
        login.logIn().expectGreeting("Hello, Matt")

        session.expectTracked("login_started", including: ["method": "email", "attempt": 1])
        session.expectTracked("login_succeeded", including: ["method": "email", "attempt": 1])
        session.expectTracked("authorization", including: ["success": true])
        session.expectTracked(.identify("user-42", ["plan": "premium", "member_since": "2024-05-17T00:00:00.000Z"]))
        session.expectTracked("menu", including: [:], kind: .screen)
        session.expectNothingElse()
    }

    func testTheNextAttemptSucceeds() throws {
        let (login, session) = try launch()
        login.logInWithWrongPassword()
        login.expectStatus("Not logged in: this is not your password")
        login.submit(password: "hells-kitchen").expectGreeting("Hello, Matt")

        session.expectOrder("login_failed", "login_succeeded", "menu")
        session.expectTracked("login_started", including: [:], times: 2)
        session.expectTracked("login_failed", including: ["attempt": 1])
        session.expectTracked("login_succeeded", including: ["attempt": 2])
        session.expectTracked("authorization", including: ["success": false])
        session.expectTracked("authorization", including: ["success": true])
        session.expectTracked(.identify("user-42", including: [:]))
        session.expectTracked("menu", including: [:], kind: .screen)
    }
}
