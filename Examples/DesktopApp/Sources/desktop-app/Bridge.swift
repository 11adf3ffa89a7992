internal import GtkBridge
internal import GtkKit
internal import Trackproof
internal import TrackproofBridge

extension Analytics {
    /// Adds the bridge to the UI test that started the app, if there is one. Release builds do not contain a bridge.
    @MainActor
    func addBridgeOfEnvironment(for window: Window) {
        #if DEBUG
            if let bridge = EventBridge.fromEnvironment(surface: GtkSurface(window)) { addProvider(bridge) }
        #endif
    }
}
