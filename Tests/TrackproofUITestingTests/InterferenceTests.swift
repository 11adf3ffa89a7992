import Dispatch
import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofTesting
import TrackproofUITesting

/// Tests of changes that other apps and people make to the pasteboard and the screen.
@Suite(.blocking) struct InterferenceTests {
    // MARK: The pasteboard

    @Test func noEventIsLostIfATextIsCopiedBeforeReading() throws {
        let (app, session) = try launch(.pasteboard)
        app.analytics.track(Event("a"))
        for text in ["a text", "", "tp", "tp1 nonsense\n"] {
            app.onMain { $0.paste(text) }
            session.expectEvents(Event("b")) { app.analytics.track(Event("b")) }
        }
        session.expectTracked("a")
        session.expectNothingElse()
        session.finish()
    }

    @Test func noEventIsLostIfATextIsCopiedDuringReading() throws {
        let (app, session) = try launch(.pasteboard)
        for number in 0..<20 {
            app.meanwhile = { $0.paste("a text") }
            app.analytics.track(Event("tap", ["number": number]))
            session.expectTracked("tap", ["number": number])
            app.meanwhile = { $0.paste("a text") }
            session.expectNothingElse()
        }
        session.expectCount(20)
        session.finish()
    }

    /// Tests a session that reads the same message twice. The second read does not answer the barrier.
    @Test func aMessageThatIsPutBackDoesNotAnswerABarrier() throws {
        let (app, session) = try launch(.pasteboard)
        let analytics = app.analytics
        for number in 1...5 {
            app.lateClears = 3
            DispatchQueue.main.async { analytics.track(Event("tap")) }
            #expect(failures { session.expectNothingElse() }.count == 1)
            #expect(session.recorder.events.count == number)
        }
        session.finish()
    }

    @Test func aMessageThatIsClearedUnreadIsReported() throws {
        let (app, session) = try launch(.pasteboard)
        // The test clears the pasteboard twice, so one message is lost, and the next message is on the pasteboard.
        session.expectNothingElse()
        app.analytics.track(Event("a"))
        app.onMain { $0.paste(nil) }
        app.onMain { _ in }
        app.onMain { $0.paste(nil) }
        let failures = failures { session.expectNothingElse() }
        #expect(
            failures.map { $0.message.replacing(#/chunk \d+ of \d+/#, with: "chunk N of M") } == [
                """
                the bridge `pasteboard` cannot be read: chunk N of M is missing or must be read again
                nothing was recorded
                """
            ])
        #expect(failures.count == 1)
    }

    // MARK: Alerts

    @Test func eventsWaitBehindAnAlertOfTheApp() throws {
        let (app, session) = try launch(.alert)
        app.onMain { $0.cover(with: "Wrong password") }
        app.analytics.track(Event("a"))
        expectFailure(
            "not tracked within 0.05 seconds: track a\nnothing was recorded"
        ) { line(of: session.expectTracked("a", within: .milliseconds(50))) }
        app.onMain { $0.cover(with: nil) }
        session.expectTracked("a")
        session.finish()
    }

    /// Tests an alert that is still found for a while after its button was pressed. The session must press it only
    /// once.
    @Test func anAlertThatDisappearsLateIsPressedOnce() throws {
        let (app, session) = try launch(.alert)
        for staleLooks in [1, 2, 5] {
            app.staleLooks = staleLooks
            for number in 0..<10 { app.analytics.track(Event("tap", ["number": number])) }
            session.expectCount(10)
            session.expectOrder("tap", "tap")
            for number in 0..<10 { session.expectTracked("tap", ["number": number]) }
            session.clearEvents()
        }
        session.finish()
        // There is one press for each of the 30 events, and one press for the alert that introduces the app.
        #expect(app.presses == 31)
    }

    @Test func aDamagedAlertThatStaysIsReported() throws {
        let (app, session) = try launch(.alert)
        app.transport = { $0.replacing("tap", with: "tip") }
        app.ignoresPresses = true
        app.analytics.track(Event("tap"))
        expectFailure(
            """
            the bridge `alert` cannot be read: chunk 2 of 3 is damaged: its checksum does not match
            nothing was recorded
            """
        ) { line(of: session.expectNothingElse()) }
        session.finish()
    }

    @Test func anAlertThatAPersonDismissesIsReported() throws {
        let (app, session) = try launch(.alert)
        for name in ["a", "b", "c"] { app.analytics.track(Event(name)) }
        app.onMain { $0.pressAlertButton() }
        expectFailure(
            """
            the bridge `alert` cannot be read: chunk 2 of 5 is missing or must be read again
            the bridge `alert` cannot be read: expected event 1, found event 2
            recorded 2 events:
                1  track b
                2  track c
            """
        ) { line(of: session.expectOrder("b", "c")) }
        session.clearEvents()
        // The bridge still delivers later events.
        app.analytics.track(Event("d"))
        session.expectTracked("d")
    }
}
