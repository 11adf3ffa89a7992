internal import Trackproof
internal import TrackproofBridge

extension Analytics {
    /// Adds the bridge of the process environment, if a test has set one there.
    func addBridgeOfEnvironment() {
        if let bridge = EventBridge.fromEnvironment() { addProvider(bridge) }
    }
}
