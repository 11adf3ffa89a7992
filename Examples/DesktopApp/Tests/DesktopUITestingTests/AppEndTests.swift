import DesktopDriver
import DesktopUITesting
import Foundation
import Testing
import Trackproof
import TrackproofTesting
import TrackproofUITesting

/// Tests of an app that is killed or hangs, and of an app whose test releases the session.
@Suite struct AppEndTests {
    private static let bridges = UITestBridge.allCases

    @Test(arguments: bridges)
    func anAppThatIsKilledEndsTheWait(bridge: UITestBridge) throws {
        let surface = try SurfaceOnDesktop()
        let session = try UITestSession.launch(surface.app, bridge: bridge, timeout: timeout, exhaustively: false)
        try surface.run("track 1")
        session.expectTracked("tapped", ["number": 1])
        let application = try surface.app.application
        let start = ContinuousClock.now
        Thread.detachNewThread { application.kill() }
        let messages = failures { session.expectTracked("tapped", ["number": 2]) }
        #expect(ContinuousClock.now - start < timeout / 4)
        #expect(
            messages == [
                """
                not tracked with these parameters: track tapped {number: 2}
                closest match is number 1: track tapped
                    - number: 2
                    + number: 1
                the app was killed by signal 9 (Killed)
                recorded 1 event (✓ checked):
                ✓   1  track tapped {number: 1}
                """
            ])
    }

    @Test func eventsWrittenToAFileSurviveAKilledApp() throws {
        let surface = try SurfaceOnDesktop()
        let session = try UITestSession.launch(surface.app, bridge: .file, timeout: timeout)
        try surface.run("track 1000")
        try surface.waitForLog("tracked 1000")
        try surface.app.application.kill()
        session.expectCount(1_000)
        session.clearEvents()
        session.finish()
    }

    @Test func possiblyLostEventsOfAKilledAppAreReported() throws {
        let surface = try SurfaceOnDesktop()
        let session = try UITestSession.launch(surface.app, bridge: .tcp, timeout: timeout, exhaustively: false)
        // Makes sure that at least one event has arrived.
        try surface.run("track 1")
        session.expectTracked("tapped", ["number": 1])
        try surface.run("track 1000")
        try surface.waitForLog("tracked 1000")
        try surface.app.application.kill()
        let messages = failures { session.expectOrder("tapped", "tapped") }
        let lost = """
            the app was killed by signal 9 (Killed) and did not close its bridge: events that it had not sent are lost

            """
        #expect(messages.count == 1 && messages.first?.hasPrefix(lost) == true, "\(messages)")
        session.finish()
    }

    @Test func anAppThatHangsIsReported() throws {
        let surface = try SurfaceOnDesktop()
        let session = try UITestSession.launch(surface.app, bridge: .tcp, timeout: .milliseconds(300))
        try surface.run("hang 30")
        let messages = failures { session.expectNothingElse() }
        #expect(
            messages == [
                """
                the app did not answer within 0.3 seconds: its main queue may be blocked or not running; \
                events may be missing
                nothing was recorded
                """
            ])
    }

    @Test(arguments: bridges)
    func anAppKeepsRunningWithoutItsReader(bridge: UITestBridge) throws {
        let surface = try SurfaceOnDesktop()
        try launchAndReleaseSession(surface, bridge)
        try surface.run("track 10000")
        try surface.waitForLog("tracked 10000")
        try surface.run("track 7")
        try surface.waitForLog("tracked 7")
        #expect(try surface.app.application.isRunning)
        #expect(try surface.app.application.output == "")
    }

    /// Launches the app with a session, and releases the session before the method returns.
    @inline(never)
    private func launchAndReleaseSession(_ surface: SurfaceOnDesktop, _ bridge: UITestBridge) throws {
        let session = try UITestSession.launch(surface.app, bridge: bridge, timeout: timeout)
        try surface.run("track 1")
        session.expectTracked("tapped", ["number": 1])
    }
}
