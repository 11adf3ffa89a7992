import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofTesting
import TrackproofUITesting

/// Tests of the messages of failed assertions, word for word.
@Suite(.blocking) struct AssertionMessageTests {
    /// Tests that each assertion reports its failure at its line. Tests of TrackproofTesting compare all messages.
    @Test func eachAssertionReportsItsFailure() throws {
        func check(_ message: String, _ assertion: (UITestSession) -> Int) throws {
            let (app, session) = try launch(exhaustively: false)
            for name in ["a", "b", "b"] { app.analytics.track(Event(name)) }
            session.expectCount(3)
            expectFailure(message + "\nrecorded 3 events:\n    1  track a\n    2  track b\n    3  track b") {
                assertion(session)
            }
        }
        try check("not tracked within 0.02 seconds: track c") {
            line(of: $0.expectTracked("c", within: .milliseconds(20)))
        }
        try check("1 event instead of 2: a") { line(of: $0.expectCount(2, of: "a", within: .milliseconds(20))) }
        try check("3 events instead of 0") { line(of: $0.expectCount(0)) }
        try check("out of order: a should follow b (number 2), but the last a is number 1") {
            line(of: $0.expectOrder("b", "a"))
        }
        try check("tracked, but should not have been: a (number 1)") { line(of: $0.expectNotTracked("a")) }
        try check("tracked 2 times instead of once: track b (numbers 2, 3)") { line(of: $0.expectTracked("b")) }
        try check("tracked, but should not have been: track a (number 1)") {
            line(of: $0.expectTracked("a", times: 0))
        }
    }

    @Test func differencesFromTheEventsOfAClosureAreReported() throws {
        let (app, session) = try launch(exhaustively: false)
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
}
