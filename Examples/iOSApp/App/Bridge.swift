import Trackproof
import TrackproofBridge

extension Analytics {
    /// Adds the bridge to the UI test that started the app, if there is one. A release build has no bridge.
    func addBridgeOfEnvironment() {
        #if DEBUG
            if let bridge = EventBridge.fromEnvironment() { addProvider(bridge) }
        #endif
    }
}
