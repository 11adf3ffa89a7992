import Foundation
import Testing
import Trackproof
import TrackproofTesting
import TrackproofUITesting

/// What holds whichever way events take.
@Suite struct EveryBridgeTests {
    private static let bridges = UITestBridge.allCases

    @Test(arguments: bridges)
    func whatIsTrackedArrives(bridge: UITestBridge) throws {
        let app = ScreenlessApp()
        let session = try UITestSession.launch(app, bridge: bridge)
        session.expectNothingElse()
        app.analytics.screen("login")
        app.analytics.track(Event("authorization", ["success": true]))
        session.expectTracked("authorization", ["success": true])
        session.expectTracked("login", kind: .screen)
        session.expectNothingElse()
        session.expectEvents(Event("a"), Event("b")) {
            app.analytics.track(Event("a"))
            app.analytics.track(Event("b"))
        }
        session.expectCount(4)
        session.expectOrder("login", "authorization", "a", "b")
        session.finish()
        #expect(session.bridge == (bridge == .automatic ? "tcp" : bridge.rawValue))
    }

    @Test(arguments: bridges)
    func whatIsTrackedFromAnotherThreadWhileTheTestWaitsArrives(bridge: UITestBridge) throws {
        let app = ScreenlessApp()
        let session = try UITestSession.launch(app, bridge: bridge)
        let analytics = app.analytics
        for number in 1...20 {
            Thread.detachNewThread { analytics.track(Event("tapped", ["number": number])) }
            session.expectTracked("tapped", ["number": number])
        }
        session.finish()
    }
}
