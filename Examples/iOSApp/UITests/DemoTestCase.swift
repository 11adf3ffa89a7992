import Trackproof
import TrackproofUITesting
import XCTest

/// A test case that starts the app for each test and reads the app's events.
///
/// If a test ends before an assertion has checked each event, the test fails.
@MainActor
class DemoTestCase: XCTestCase {
    /// Starts the app, and checks the events that the app tracks at each start.
    func launch(bridge: UITestBridge? = nil) throws -> (login: LoginPage, session: UITestSession) {
        continueAfterFailure = false
        let app = XCUIApplication()
        let bridge = try bridge ?? .ofEnvironment()
        let session = try UITestSession.launch(app, bridge: bridge, animations: .fast, test: self)
        session.expectBridge(bridge)
        session.expectTracked("app_launched", including: ["is_first_launch": true])
        session.expectTracked("login", including: [:], kind: .screen)
        return (LoginPage(app: app), session)
    }

    /// Starts the app, logs in, and checks the events of both steps.
    func launchAndLogIn() throws -> (menu: MenuPage, session: UITestSession) {
        let (login, session) = try launch()
        let menu = session.expectEvents(
            .event("login_started", including: ["attempt": 1]), .event("login_succeeded", including: ["attempt": 1]),
            .event("authorization", including: ["success": true]),
            .identify("user-42", including: ["plan": "premium"]),
            .screen("menu", including: [:])
        ) {
            login.logIn()
        }
        return (menu, session)
    }
}
