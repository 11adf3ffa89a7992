import Trackproof
import TrackproofUITesting
import XCTest

/// Tests of an app that is terminated or launched again.
@MainActor
final class RelaunchTests: DemoTestCase {
    func testWhatIsTrackedAfterARelaunchArrives() throws {
        let (login, session) = try launch()
        login.logInWithWrongPassword()
        login.expectStatus("Not logged in: this is not your password")
        session.expectTracked("login_started", including: [:])
        session.expectTracked("login_failed", including: ["reason": "wrong_password"])
        session.expectTracked("authorization", including: ["success": false])

        try session.relaunch()
        session.expectTracked("app_launched", including: [:])
        session.expectTracked("login", including: [:], kind: .screen)
        _ = login.openSignUp()
        session.expectTracked("sign_up", including: [:], kind: .screen)
    }

    func testAnAppThatWasTerminatedStartsAgain() throws {
        let (_, session) = try launch()
        XCUIApplication().terminate()
        session.expectExit()
        try session.relaunch()
        session.expectTracked("app_launched", including: [:])
        session.expectTracked("login", including: [:], kind: .screen)
    }

    func testAnAppThatIsTerminatedWhenAllHasArrivedLosesNothing() throws {
        let (_, session) = try launch()
        session.expectNothingElse()
        // Over other bridges, the session cannot know whether the app tracked more events after the last read.
        guard session.bridgeDescription.hasPrefix("tcp") else { return }
        XCUIApplication().terminate()
        session.expectNotTracked("login_failed")
    }
}
