import Foundation
import Trackproof
import TrackproofBridge

/// An app that tracks 30 events, and then calls `abort()` or `_exit(0)`. So its bridge cannot send its last line,
/// `bye`.
@main
struct CutApp {
    static func main() {
        let analytics = Analytics()
        if let bridge = EventBridge.fromEnvironment() { analytics.addProvider(bridge) }
        for number in 1...30 { analytics.track(Event("event_\(number)")) }
        analytics.flush()
        switch CommandLine.arguments.last {
        case "abort": abort()
        case "_exit": _exit(0)
        default: exit(64)
        }
    }
}
