import Trackproof
import TrackproofSnapshots
import TrackproofTesting
import TrackproofUITesting
import XCTest

/// Tests of sessions in XCTest, one for each test.
///
/// XCTest runs the tests on the main thread, so these sessions use a file, which does not need the main thread.
final class SessionXCTests: XCTestCase {
    private let app = ScreenlessApp()

    private func launch() throws -> UITestSession {
        try UITestSession.launch(app, bridge: .file, timeout: longTimeout, test: self)
    }

    func testAssertions() throws {
        let session = try launch()
        app.analytics.screen("login")
        session.expectTracked("login", kind: .screen)
        session.expectEvents(Event("a"), Event("b")) {
            app.analytics.track(Event("a"))
            app.analytics.track(Event("b"))
        }
        session.expectNothingElse()
        session.expectCount(3)
        session.expectOrder("a", "b")
        session.expectNotTracked("c")
    }

    /// Tests a snapshot that is beside this file and has the name of this test.
    func testASnapshot() throws {
        let session = try launch()
        app.analytics.screen("login", ["from": "menu"])
        app.analytics.track(Event("authorization", ["success": true]))
        session.expectSnapshot(record: .never)
        session.expectNothingElse()
    }

    func testAnAsynchronousTest() async throws {
        let session = try launch()
        await Task.yield()
        app.analytics.track(Event("a"))
        session.expectTracked("a")
    }

    func testASessionThatWasResetWorks() throws {
        let session = try UITestSession.launch(app, bridge: .file, timeout: longTimeout)
        session.reset(for: self)
        app.analytics.track(Event("a"))
        session.expectTracked("a")
        session.expectCount(1)
        XCTAssertEqual(session.events.count, 1)
        session.finish()
    }
}
