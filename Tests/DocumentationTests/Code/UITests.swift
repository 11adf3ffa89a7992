import Trackproof
import TrackproofBridge
import TrackproofUITesting

// What the articles on UI tests show beside the code of Examples/iOSApp. There is no app here to run it with.

func launchWithABridge(_ app: any AppUnderTest) throws -> UITestSession {
    let session = try UITestSession.launch(app, bridge: .accessibility)
    return session
}

func addBridge(to analytics: Analytics, over surface: any BridgeSurface) {
    if let bridge = EventBridge.fromEnvironment(surface: surface) { analytics.addProvider(bridge) }
}
