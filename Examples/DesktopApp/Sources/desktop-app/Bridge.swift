import GtkBridge
import GtkKit
import Trackproof
import TrackproofBridge

extension Analytics {
    /// If a UI test started the app, adds the bridge to this test. Release builds do not contain a bridge.
    @MainActor
    func addBridgeOfEnvironment(for window: Window) {
        #if DEBUG
            if let bridge = EventBridge.fromEnvironment(surface: GtkSurface(window)) { addProvider(bridge) }
        #endif
    }
}
