import Trackproof
import TrackproofUITesting
import XCTest

/// Tests that share one session, so the app starts only once.
@MainActor
final class SharedSessionTests: XCTestCase {
    private static var shared: UITestSession?

    private func beginTest() throws -> UITestSession {
        let session = try Self.shared ?? UITestSession.launch(XCUIApplication(), bridge: .ofEnvironment())
        Self.shared = session
        session.reset(for: self)
        return session
    }

    func testASignUpIsOpened() throws {
        let session = try beginTest()
        session.expectBridge(try .ofEnvironment())
        let page = LoginPage(app: XCUIApplication()).openSignUp()
        session.expectTracked("sign_up", including: [:], kind: .screen)
        _ = page.backToLogin()
        session.expectTracked("login", including: [:], kind: .screen)
    }

    func testALoginFails() throws {
        let session = try beginTest()
        session.expectBridge(try .ofEnvironment())
        LoginPage(app: XCUIApplication()).logInWithWrongPassword()
        session.expectTracked("login_started", including: [:])
        session.expectTracked("login_failed", including: ["reason": "wrong_password"])
        session.expectTracked("authorization", including: ["success": false])
    }
}
