import Testing
import Trackproof
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

    @Test func missingEventsOfAClosure() throws {
        let session = try launch().session
        session.expectEvents(Event("tap"), within: .milliseconds(10)) {}
        session.finish()
    }

    @Test func anUnexpectedEvent() throws {
        let (app, session) = try launch()
        app.analytics.track(name: "tap")
        session.expectNothingElse()
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
