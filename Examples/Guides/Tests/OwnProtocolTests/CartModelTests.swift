@testable public import OwnProtocol
import Testing
public import Trackproof
import TrackproofTesting

extension Analytics: EventSending {
    /// Tracks an event of the app.
    public func send(_ name: String, properties: [String: Any]) {
        track(name: name, dictionary: properties)
    }
}

@Suite(.recordingEvents) @MainActor
struct CartModelTests {
    @Test func openingTheCartIsTracked() {
        CartModel(sender: Analytics.recording()).open(items: 3)
        expectTracked("cart_opened", ["items": 3])
    }
}
