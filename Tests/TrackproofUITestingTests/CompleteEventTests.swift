import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofBridge
import TrackproofTesting
import TrackproofUITesting

/// Tests that events that cross a bridge arrive with all their properties.
@Suite(.blocking) struct CompleteEventTests {
    @Test(arguments: UITestBridge.allCases) func anEventArrivesWithAllItsProperties(bridge: UITestBridge) throws {
        let (app, session) = try launch(bridge)
        let time = try #require(EventTime("2026-11-21T09:30:00.123Z"))
        var purchase = Event("purchase", ["price": 19.99])
        purchase.user = "u-1"
        let sent = RecordedEvent(
            purchase, source: .provider("firebase"), time: time, id: "m-1", anonymous: "a-1", context: ["os": "iOS"])
        try #require(app.bridge).record(sent)
        session.expectTracked("purchase", including: [:], source: .provider("firebase"))
        var expected = sent
        expected.sequence = 1
        #expect(session.events == [expected])
        session.finish()
    }

    /// Tests that a value that the app could not encode fails the test that launched the app.
    @Test(arguments: UITestBridge.allCases) func anEncodingFailureInTheAppIsReported(bridge: UITestBridge) throws {
        let (app, session) = try launch(bridge)
        app.analytics.track(Purchase())
        session.expectCount(1)
        session.clearEvents()
        expectFailure(
            """
            1 invalid event:
                track purchase {item_id: 7}
                    unit_price: no price yet
            """
        ) { line(of: session.finish()) }
    }

    private struct Purchase: AnalyticsEvent {
        struct Price: Encodable, Error, CustomStringConvertible {
            var description: String { "no price yet" }
            func encode(to encoder: any Encoder) throws { throw self }
        }
        var itemID = 7
        var unitPrice = Price()
    }
}
