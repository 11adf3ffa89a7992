internal import Trackproof
internal import TrackproofBridge

extension Analytics {
    func addBridgeOfEnvironment() {
        if let bridge = EventBridge.fromEnvironment() { addProvider(bridge) }
    }
}
