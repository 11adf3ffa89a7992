import Testing
import Trackproof
import TrackproofTesting
import TrackproofUITesting

/// The tests of the article "Testing analytics in an iOS app", with Trackproof.
///
/// The app shows events in accessible values. The tests count events by type, identifier and data. Comments name the
/// corresponding functions of the article.
@Suite struct AccessibilitySuite {
    @Test func aFailedAndASuccessfulLoginAreTracked() throws {
        let test = try DemoUITest(bridge: .accessibility, exhaustively: false)
        let (session, login) = (test.session, LoginPage(app: test.app))
        // In the article: verify(count:).
        session.expectCount(2)
        try login.failToLogIn()
        session.expectCount(5)
        _ = try login.logIn()

        // In the article: verify(type:), verify(id:), verify(data:), verify(idAndData:), each with the expected number
        // of events.
        session.expectCount(2, kind: .screen)
        session.expectCount(1, kind: .identify)
        session.expectCount(2, of: "login_started")
        session.expectCount(2, including: ["attempt": 2])
        session.expectTracked("authorization", including: ["success": false], times: 1)
        session.expectTracked("authorization", including: ["success": true], times: 1)
        session.finish()
    }

    @Test func signUpIsTracked() throws {
        let test = try DemoUITest(bridge: .accessibility, exhaustively: false)
        let session = test.session
        let page = try LoginPage(app: test.app).createAccount()
        try page.failToSignUp(password: "short", saying: "a password needs at least 8 characters")
        _ = try page.signUp(name: "Karen", email: "karen@example.com", password: "long-enough")
        session.expectCount(1, of: "sign_up", kind: .screen)
        session.expectCount(2, of: "sign_up_started")
        session.expectTracked("sign_up_failed", including: ["reason": .any])
        session.expectOrder("sign_up", "sign_up_started", "sign_up_failed", "sign_up_started", "sign_up_succeeded")
        session.finish()
    }
}
