import Trackproof
import TrackproofBridge

func makeAnalytics() -> Analytics {
    let analytics = Analytics(providers: [ConsoleProvider()])
    #if DEBUG
        if let bridge = EventBridge.fromEnvironment() { analytics.addProvider(bridge) }
    #endif
    return analytics
}
