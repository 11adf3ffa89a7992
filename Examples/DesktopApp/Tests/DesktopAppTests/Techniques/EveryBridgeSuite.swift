import DesktopDriver
import Testing
import Trackproof
import TrackproofTesting
import TrackproofUITesting

/// Tests that every bridge delivers the same events of a flow, and that these events match one snapshot.
@Suite struct EveryBridgeSuite {
    private static let bridges: [UITestBridge] = [.tcp, .file, .accessibility, .pasteboard, .alert]

    @Test func everyBridgeRecordsTheSameEvents() throws {
        var recordings: [UITestBridge: [Event]] = [:]
        for bridge in Self.bridges {
            let test = try DemoUITest(bridge: bridge)
            try walk(test)
            test.session.expectCount(21)
            test.session.expectSnapshot()
            test.session.finish()
            #expect(test.session.bridgeDescription == bridge.rawValue)
            #expect(test.app.output == "")
            recordings[bridge] = test.session.events.map { $0.event.withoutIDs }
        }
        for bridge in Self.bridges { #expect(recordings[bridge] == recordings[.tcp], "\(bridge)") }
    }

    /// Walks from the first screen to the last.
    private func walk(_ test: DemoUITest) throws {
        // With the bridge `alert`, an alert blocks the next action until the session has read the event in the alert.
        func takeEvents() { _ = test.session.events }

        let login = LoginPage(app: test.app)
        takeEvents()
        try login.failToLogIn()
        takeEvents()
        var menu = try login.logIn()
        takeEvents()
        let movies = try menu.openMovies()
        takeEvents()
        try movies.tapPoster(67563, title: "Daredevil")
        try movies.buy("Daredevil is yours for 19.99 EUR")
        takeEvents()
        menu = try movies.goBack()
        takeEvents()
        let points = try menu.openPoints()
        takeEvents()
        try points.open(302, title: "Old Lighthouse")
        takeEvents()
        try points.addToFavourites()
        takeEvents()
        try points.showFavourites("1 favourite")
    }
}

extension Event {
    /// A copy of the event without the ids of the session and of the order, which differ in each run.
    fileprivate var withoutIDs: Event {
        var event = self
        event.parameters["session_id"] = nil
        event.parameters["order_id"] = nil
        return event
    }
}
