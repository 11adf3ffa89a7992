import Trackproof
import TrackproofUITesting
import XCTest

@MainActor
final class SignUpTests: DemoTestCase {
    func testWhoSignsUpIsLoggedIn() throws {
        let (login, session) = try launch()
        session.expectEvents(
            .screen("sign_up", including: [:]),
            .event("sign_up_started", including: ["method": "email"]),
            .event("sign_up_succeeded", including: ["method": "email"]),
            .event("authorization", including: ["success": true]),
            .event("", including: ["plan": "free"], kind: .identify, user: "user-43"),
            .screen("menu", including: [:])
        ) {
            login.openSignUp()
                .signUp(name: "Karen", email: "karen@example.com", password: "long-enough")
                .expectGreeting("Hello, Karen")
        }
    }

    func testAShortPasswordIsSaidAndTracked() throws {
        let (login, session) = try launch()
        let signUp = login.openSignUp()
        _ = signUp.signUp(name: "Karen", email: "karen@example.com", password: "short")
        signUp.expectStatus("Not signed up: a password needs at least 8 characters")

        session.expectTracked("sign_up", including: [:], kind: .screen)
        session.expectTracked("sign_up_started", including: ["method": "email"])
        session.expectTracked("sign_up_failed", including: ["reason": "weak_password"])
        session.expectNothingElse()
    }

    func testTheWayBackToLoginIsAnotherShowingOfIt() throws {
        let (login, session) = try launch()
        session.expectEvents(
            .screen("sign_up", including: [:]), .screen("login", including: [:])
        ) {
            _ = login.openSignUp().backToLogin()
        }
    }
}
