import Trackproof
import TrackproofBridge

extension Analytics {
    /// If a test started the app, adds the bridge that sends the app's events to this test.
    func addBridgeOfEnvironment() {
        if let bridge = EventBridge.fromEnvironment() { addProvider(bridge) }
    }
}
