internal import Trackproof
internal import TrackproofBridge

extension Analytics {
    /// Lets a UI test that started the app see what the app tracks. A release build has no bridge.
    func addBridgeOfEnvironment() {
        #if DEBUG
            if let bridge = EventBridge.fromEnvironment() { addProvider(bridge) }
        #endif
    }
}
