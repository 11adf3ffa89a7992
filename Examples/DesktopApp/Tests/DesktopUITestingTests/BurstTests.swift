import DesktopDriver
import Testing
import Trackproof
import TrackproofTesting
import TrackproofUITesting

/// Tests of an app that tracks 10,000 events in a row on its main thread.
@Suite struct BurstTests {
    private static let count = 10_000

    @Test(arguments: [UITestBridge.tcp, .file, .accessibility, .pasteboard])
    func eventsArriveCompleteAndInOrder(bridge: UITestBridge) throws {
        let surface = try SurfaceOnDesktop()
        let session = try UITestSession.launch(surface.app, bridge: bridge, timeout: timeout, exhaustively: false)
        try surface.run("track \(Self.count)")
        session.expectCount(Self.count)
        #expect(session.events.map { $0.event.parameters["number"] } == (1...Self.count).map { .integer(Int64($0)) })
        session.finish()
    }

    @Test func eventsThatExceedTheAlertLimitAreReported() throws {
        let surface = try SurfaceOnDesktop()
        let session = try UITestSession.launch(surface.app, bridge: .alert, timeout: timeout, exhaustively: false)
        // The events are long, so the queue of alerts has room for only a few of them. So the test dismisses only a few
        // alerts.
        try surface.run("track-long \(Self.count)")
        let messages = failures { session.expectNothingElse() }
        let kept = session.events.count
        #expect(kept > 10)
        #expect(session.events.map { $0.event.parameters["number"] } == (1...kept).map { .integer(Int64($0)) })
        let dropped = "the app dropped \(Self.count - kept) events: the bridge `alert` had no room"
        #expect(messages.contains { $0.hasPrefix(dropped) }, "\(messages.first?.prefix(200) ?? "no messages")")
        session.finish()
    }
}
