import Testing
import Trackproof
import TrackproofSnapshots
import TrackproofUITesting

@Suite(.enabled(if: mustFail)) struct FailingUISessionTests {
    private func launch() throws -> (app: FileApp, session: UITestSession) {
        let app = FileApp()
        return (app, try UITestSession.launch(app, bridge: .file))
    }

    @Test func anAssertion() throws {
        let session = try launch().session
        session.expectTracked("tap", within: .zero)
        session.finish()
    }

    @Test func aWait() throws {
        let session = try launch().session
        session.expectTracked("tap", within: .milliseconds(10))
        session.finish()
    }

    @Test func aWaitForAnAppThatHasExited() throws {
        let (app, session) = try launch()
        app.crash()
        session.expectTracked("tap")
        session.finish()
    }

    @Test func missingEventsOfAClosure() throws {
        let session = try launch().session
        session.expectEvents(Event("tap"), within: .milliseconds(10)) {}
        session.finish()
    }

    @Test func anUnexpectedEventOfAClosure() throws {
        let (app, session) = try launch()
        session.expectEvents { app.analytics.track(name: "tap") }
        session.finish()
    }

    @Test func anUnexpectedEvent() throws {
        let (app, session) = try launch()
        app.analytics.track(name: "tap")
        session.expectNothingElse()
        session.finish()
    }

    @Test func anEventThatShouldNotBeTracked() throws {
        let (app, session) = try launch()
        app.analytics.track(name: "tap")
        session.expectNotTracked("tap")
        session.finish()
    }

    @Test func aWrongCount() throws {
        let session = try launch().session
        session.expectCount(1, within: .milliseconds(10))
        session.finish()
    }

    @Test func anOrderOfMissingEvents() throws {
        let session = try launch().session
        session.expectOrder("tap", "menu")
        session.finish()
    }

    @Test func anOrderOfOneName() throws {
        let (app, session) = try launch()
        app.analytics.track(name: "tap")
        session.expectOrder("tap")
        session.clearEvents()
        session.finish()
    }

    @Test func aValueThatCannotBeEncoded() throws {
        let (app, session) = try launch()
        app.analytics.track(Unencodable())
        session.clearEvents()
        session.finish()
    }

    @Test func aMissingSnapshot() throws {
        let session = try launch().session
        session.expectSnapshot(record: .never)
        session.finish()
    }

    @Test func lostEvents() throws {
        let (app, session) = try launch()
        try app.append(lostLine)
        session.expectNothingElse()
        session.finish()
    }

    @Test func uncheckedEventsBeforeAReset() throws {
        let (app, session) = try launch()
        app.analytics.track(name: "tap")
        session.reset()
        session.finish()
    }

    @Test func lateEvents() throws {
        let (app, session) = try launch()
        session.reset()
        try app.append(lateLine)
        session.expectNotTracked("tap")
        session.finish()
    }

    @Test func uncheckedEvents() throws {
        let (app, session) = try launch()
        app.analytics.track(name: "tap")
        session.finish()
    }

    @Test func aBridgeThatDoesNotConnect() throws {
        _ = try UITestSession.launch(FileApp(), bridge: .pasteboard)
    }
}
