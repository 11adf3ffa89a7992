internal import Trackproof
internal import TrackproofBridge

extension Analytics {
    /// Where a UI test started the app, it sees what the app tracks. No such way is in a release build.
    func addBridgeOfEnvironment() {
        #if DEBUG
            if let bridge = EventBridge.fromEnvironment() { addProvider(bridge) }
        #endif
    }
}
