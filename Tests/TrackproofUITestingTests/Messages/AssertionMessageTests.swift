import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofTesting
import TrackproofUITesting

/// Tests of the messages of failed assertions, word for word.
@Suite(.blocking) struct AssertionMessageTests {
    @Test(arguments: UITestBridge.allCases)
    func aMissingEventIsReportedWithItsClosestMatch(bridge: UITestBridge) throws {
        let (app, session) = try launch(bridge)
        app.analytics.screen("login")
        session.expectTracked("login", kind: .screen)
        app.analytics.track(Event("authorization", ["reason": "wrong password", "success": false]))
        // Waits until both events have arrived.
        session.expectCount(2)
        expectFailure(
            """
            not tracked with these parameters within 0.05 seconds: track authorization {success: true, …}
            closest match is number 2: track authorization
                - success: true
                + success: false
            recorded 2 events (✓ checked):
            ✓   1  screen login
                2  track authorization {reason: "wrong password", success: false}
            """
        ) {
            line(of: session.expectTracked("authorization", including: ["success": true], within: .milliseconds(50)))
        }
    }

    @Test func aWrongCountIsReported() throws {
        let (app, session) = try launch()
        app.analytics.track(Event("a"))
        expectFailure(
            """
            1 event instead of 2: a
            recorded 1 event:
                1  track a
            """
        ) { line(of: session.expectCount(2, of: "a", within: .milliseconds(20))) }
        expectFailure(
            """
            1 event instead of 0
            recorded 1 event:
                1  track a
            """
        ) { line(of: session.expectCount(0)) }
    }

    @Test func aWrongOrderIsReported() throws {
        let (app, session) = try launch()
        for name in ["a", "b"] { app.analytics.track(Event(name)) }
        expectFailure(
            """
            out of order: a should follow b (number 2), but the last a is number 1
            recorded 2 events:
                1  track a
                2  track b
            """
        ) { line(of: session.expectOrder("b", "a")) }
    }

    @Test func anEventThatShouldNotBeTrackedIsReported() throws {
        let (app, session) = try launch()
        app.analytics.track(Event("a"))
        expectFailure(
            """
            tracked, but should not have been: a (number 1)
            recorded 1 event:
                1  track a
            """
        ) { line(of: session.expectNotTracked("a")) }
    }

    @Test func anEventTrackedTooOftenIsReported() throws {
        let (app, session) = try launch()
        for _ in 1...2 { app.analytics.track(Event("a")) }
        session.expectCount(2)
        expectFailure(
            """
            tracked 2 times instead of once: track a (numbers 1, 2)
            recorded 2 events:
                1  track a
                2  track a
            """
        ) { line(of: session.expectTracked("a")) }
        expectFailure(
            """
            tracked, but should not have been: track a (numbers 1, 2)
            recorded 2 events:
                1  track a
                2  track a
            """
        ) { line(of: session.expectTracked("a", times: 0)) }
    }

    @Test func differencesFromTheEventsOfAClosureAreReported() throws {
        let (app, session) = try launch()
        app.analytics.track(Event("before"))
        expectFailure(
            """
            tracked something other than expected within 0.02 seconds: missing track b
            1 difference (1 missing), 1 event matches

              … 1 event unchanged
            - missing    track b

            recorded 1 event:
                1  track a
            """
        ) {
            let line = #line + 1
            session.expectEvents(Event("a"), Event("b"), within: .milliseconds(20)) { app.analytics.track(Event("a")) }
            return line
        }
        expectFailure(
            """
            tracked something other than expected within 600.0 seconds: unexpected track c
            1 difference (1 unexpected), 0 events match

            + unexpected track c

            recorded 1 event:
                1  track c
            """
        ) { line(of: session.expectEvents { app.analytics.track(Event("c")) }) }
        // The closure throws. The assertion compares the events before the error, and rethrows the error.
        expectFailure(
            """
            tracked nothing within 0.02 seconds
            1 difference (1 missing), 0 events match

            - missing    track a

            """
        ) {
            let line = #line + 2
            let error = message {
                try session.expectEvents(Event("a"), within: .milliseconds(20)) { throw CancellationError() }
            }
            #expect(error == "CancellationError()")
            return line
        }
    }

    @Test func anUncheckedEventIsReported() throws {
        let (app, session) = try launch(exhaustively: true)
        app.analytics.track(Event("a"))
        expectFailure(
            """
            1 event that no assertion has checked: track a (number 1)
            recorded 1 event:
                1  track a
            """
        ) { line(of: session.finish()) }
    }
}
