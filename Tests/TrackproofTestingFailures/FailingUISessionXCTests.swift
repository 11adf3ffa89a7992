import Trackproof
import TrackproofUITesting
import XCTest

final class FailingUISessionXCTests: XCTestCase {
    override func setUpWithError() throws {
        try XCTSkipUnless(mustFail)
    }

    private func launch() throws -> (app: FileApp, session: UITestSession) {
        let app = FileApp()
        return (app, try UITestSession.launch(app, bridge: .file, test: self))
    }

    func testAnAssertion() throws {
        let session = try launch().session
        session.expectTracked("tap", within: .zero)
    }

    func testMissingEventsOfAClosure() throws {
        let session = try launch().session
        session.expectEvents(Event("tap"), within: .milliseconds(10)) {}
    }

    func testAnUnexpectedEvent() throws {
        let (app, session) = try launch()
        app.analytics.track(name: "tap")
        session.expectNothingElse()
    }

    func testLostEvents() throws {
        let (app, session) = try launch()
        try app.append(lostLine)
        session.expectNothingElse()
    }

    func testUncheckedEventsBeforeAReset() throws {
        let (app, session) = try launch()
        app.analytics.track(name: "tap")
        session.reset(for: self)
    }

    func testLateEvents() throws {
        let (app, session) = try launch()
        session.reset(for: self)
        try app.append(lateLine)
        session.expectNotTracked("tap")
    }

    /// Tracks an event that no assertion checks. The session ends with the test, and reports this event.
    func testUncheckedEvents() throws {
        try launch().app.analytics.track(name: "tap")
    }

    func testUncheckedEventsOfAnAsynchronousTest() async throws {
        let app = try launch().app
        await Task.yield()
        app.analytics.track(name: "tap")
    }

    func testABridgeThatDoesNotConnect() throws {
        _ = try UITestSession.launch(FileApp(), bridge: .pasteboard, test: self)
    }
}

/// Tests that share one session. Each test fails for its own events, and not for the events of the previous test.
final class FailingSharedUISessionXCTests: XCTestCase {
    // `nonisolated(unsafe)` is safe here, because XCTest runs tests one after the other, on one thread.
    nonisolated(unsafe) private static let app = FileApp()
    nonisolated(unsafe) private static var session: UITestSession?

    override func setUpWithError() throws {
        try XCTSkipUnless(mustFail)
        if Self.session == nil { Self.session = try UITestSession.launch(Self.app, bridge: .file) }
        Self.session?.reset(for: self)
    }

    override class func tearDown() {
        session?.finish()
        session = nil
    }

    func testA() { Self.app.analytics.track(name: "a") }

    func testB() { Self.app.analytics.track(name: "b") }

    func testC() { Self.session?.expectTracked("c", within: .milliseconds(10)) }
}
