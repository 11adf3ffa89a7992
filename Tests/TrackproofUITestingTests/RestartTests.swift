import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofTesting
import TrackproofUITesting

/// Tests of an app that is started again during a test. The new app is another writer, so its numbers begin at 1 again.
@Suite(.blocking) struct RestartTests {
    /// Tests events before and after a restart. `counts` has the numbers of these events.
    @Test(arguments: UITestBridge.allCases, [[0, 0], [1, 40], [40, 1]])
    func eventsAfterARestartArrive(bridge: UITestBridge, counts: [Int]) throws {
        let (app, session) = try launch(bridge)
        for number in 0..<counts[0] { app.analytics.track(Event("before", ["number": number])) }
        session.expectCount(counts[0])
        for number in 0..<counts[0] { session.expectTracked("before", ["number": number]) }
        session.expectNothingElse()
        try app.restart()
        for number in 0..<counts[1] { app.analytics.track(Event("after", ["number": number])) }
        session.expectCount(counts[0] + counts[1])
        for number in 0..<counts[1] { session.expectTracked("after", ["number": number]) }
        session.expectNothingElse()
        // Restarts the app a second time. This time, the session sends a barrier before the next event.
        try app.restart()
        session.expectNothingElse()
        app.analytics.track(Event("again"))
        session.expectTracked("again")
        session.finish()
    }

    @Test(arguments: UITestBridge.asking)
    func aRestartedAppIsAskedToo(bridge: UITestBridge) throws {
        let (app, session) = try launch(bridge)
        for _ in 0..<40 { app.analytics.track(Event("before")) }
        session.expectTracked("before", times: 40)
        try app.restart()
        let analytics = app.analytics
        DispatchQueue.main.async { analytics.track(Event("unchecked")) }
        expectFailure(
            "1 more event than expected: track unchecked (number 41)\n"
                + "recorded 41 events (✓ checked):\n      … 1 earlier event\n"
                + (2...40).map { "✓\($0 < 10 ? "   " : "  ")\($0)  track before\n" }.joined()
                + "   41  track unchecked"
        ) { line(of: session.expectNothingElse()) }
    }

    /// Tests alerts that the session has not read when the old app ends. The session reports the alerts that it misses.
    @Test func knownUnreadAlertsOfTheOldAppAreReported() throws {
        let (app, session) = try launch(.alert)
        let block = MainQueueBlock()
        for _ in 0..<3 { app.analytics.track(Event("before")) }
        block.open()
        // The session reads only the first alert.
        app.staleLooks = 20
        session.expectTracked("before")
        app.staleLooks = 0
        try app.restart()
        expectFailure(
            """
            the bridge `alert` cannot be read: chunk 3 of 5 is missing or must be read again
            recorded 1 event (✓ checked):
            ✓   1  track before
            """
        ) { line(of: session.expectNothingElse()) }
    }
}
