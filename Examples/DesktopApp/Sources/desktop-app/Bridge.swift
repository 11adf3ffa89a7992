internal import GtkBridge
internal import GtkKit
internal import Trackproof
internal import TrackproofBridge

extension Analytics {
    /// Where a UI test started the app, it sees what the app tracks. No such way is in a release build.
    @MainActor
    func addBridgeOfEnvironment(for window: Window) {
        #if DEBUG
            if let bridge = EventBridge.fromEnvironment(surface: GtkSurface(window)) { addProvider(bridge) }
        #endif
    }
}
