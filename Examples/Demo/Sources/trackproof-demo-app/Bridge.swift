internal import Trackproof
internal import TrackproofBridge

extension Analytics {
    /// Adds the bridge to the test that started the app, if there is one.
    func addBridgeOfEnvironment() {
        if let bridge = EventBridge.fromEnvironment() { addProvider(bridge) }
    }
}
