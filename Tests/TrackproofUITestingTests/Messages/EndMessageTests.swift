import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofTesting
import TrackproofUITesting
import TrackproofAssertions

/// Tests of the messages about an app or a driver that has ended or does not answer.
@Suite(.blocking) struct EndMessageTests {
    /// Tests that a wait ends at once when the app ends, even if the driver reports no changes.
    @Test(arguments: UITestBridge.allCases, [true, false])
    func aWaitEndsWhenTheAppEnds(bridge: UITestBridge, reportsChanges: Bool) throws {
        let app = ScreenlessApp()
        app.reportsChanges = reportsChanges
        let session = try launch(bridge, app, exhaustively: false).1
        app.analytics.track(Event("tap", ["number": 1]))
        let (begun, end) = (DispatchSemaphore(value: 0), app.ending)
        Thread.detachNewThread {
            begun.wait()
            end("was killed by signal 9")
        }
        let isTwo = ParameterMatcher.where("2") { value in
            begun.signal()
            return value == .integer(2)
        }
        expectFailure(
            """
            not tracked with these parameters: track tap {number: 2}
            closest match is number 1: track tap
                - number: 2
                + number: 1
            the app was killed by signal 9
            recorded 1 event:
                1  track tap {number: 1}
            """
        ) { line(of: session.expectTracked("tap", ["number": isTwo])) }
    }

    @Test func anEndedAppDoesNotProveThatAnEventIsAbsent() throws {
        let (app, session) = try launch(.tcp)
        app.end("was killed by signal 9")
        expectFailure(
            """
            cannot tell whether the event would have been tracked: track a
            the app was killed by signal 9
            nothing was recorded
            """
        ) { line(of: session.expectTracked("a", times: 0)) }
        expectFailure(
            """
            cannot tell whether anything would have been tracked
            the app was killed by signal 9
            nothing was recorded
            """
        ) { line(of: session.expectEvents(within: longTimeout) {}) }
    }

    @Test(arguments: [UITestBridge.tcp, .file])
    func eventsTrackedBeforeTheAppEndedAreFound(bridge: UITestBridge) throws {
        let (app, session) = try launch(bridge)
        app.analytics.track(Event("a"))
        app.leave("exited with status 0")
        session.expectTracked("a")
        session.expectNothingElse()
        expectFailure(
            """
            tracked nothing
            1 difference (1 missing), 0 events match

            - missing    track b

            the app exited with status 0
            """
        ) {
            let line = #line + 1
            session.expectEvents(Event("b"), within: .seconds(60)) {}
            return line
        }
        session.finish()
    }

    /// Tests bridges whose elements or texts disappear when the app ends. So it is unknown whether the session has read
    /// all events, even after the app has answered a barrier.
    @Test(arguments: [UITestBridge.accessibility, .pasteboard, .alert])
    func theEndOfAnAppThatShowsItsEventsIsNeverOrderly(bridge: UITestBridge) throws {
        let (app, session) = try launch(bridge)
        app.analytics.track(Event("a"))
        session.expectTracked("a")
        session.expectNothingElse()
        app.end("was killed by signal 9")
        expectFailure(
            """
            the app was killed by signal 9: its last events can no longer be read
            recorded 1 event (✓ checked):
            ✓   1  track a
            """
        ) { line(of: session.expectNothingElse()) }
    }

    private let silence =
        "the app did not answer within 2.0 seconds: its main queue may be blocked or not running; "
        + "events may be missing\n"

    @Test func aBlockedMainQueueIsReported() throws {
        let (app, session) = try launch(.tcp)
        app.analytics.track(Event("a"))
        session.expectTracked("a")
        session.timeout = .seconds(2)
        let block = MainQueueBlock()
        expectFailure(silence + "recorded 1 event (✓ checked):\n✓   1  track a") {
            line(of: session.expectNothingElse())
        }
        block.open()
    }

    /// Tests a pasteboard on which other apps put texts again and again, and an app that puts its text back each time
    /// the driver has cleared the pasteboard.
    @Test(arguments: [true, false]) func aBusyPasteboardIsReported(isFilledByOthers: Bool) throws {
        let (app, session) = try launch(.pasteboard)
        session.expectNothingElse()
        session.timeout = .seconds(2)
        if isFilledByOthers { app.transport = { _ in "a text of another app" } } else { app.lateClears = .max }
        expectFailure(silence + "nothing was recorded") { line(of: session.expectNothingElse()) }
    }

    @Test func aDriverThatStopsWorkingIsReported() throws {
        let (app, session) = try launch(.accessibility)
        app.failure = UnsupportedByDriver("no values of elements: the bus is gone")
        expectFailure(
            """
            cannot ask the app whether all events have arrived: no values of elements: the bus is gone
            nothing was recorded
            """
        ) { line(of: session.expectNothingElse()) }
        expectFailure(
            """
            not tracked: track a
            the bridge cannot be read: no values of elements: the bus is gone
            nothing was recorded
            """
        ) { line(of: session.expectTracked("a")) }
    }
}
