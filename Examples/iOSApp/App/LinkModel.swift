import Foundation
import Trackproof

/// The model of links that open a screen of the app, such as `trackproof-demo://movies`.
///
/// Unlike the view models of the demo, this class is in the app's module. That module is isolated to the main actor by
/// default, and so is the class.
final class LinkModel {
    private let analytics: Analytics

    init(analytics: Analytics) { self.analytics = analytics }

    /// Tracks that a link was opened, and returns the screen that it names; `nil` if it names no screen.
    func open(_ url: URL) -> Destination? {
        let name = url.host() ?? ""
        let destination: Destination? =
            switch name {
            case "login": .login
            case "movies": .movies
            case "points": .points
            default: nil
            }
        analytics.track(LinkEvent.linkOpened(screen: name, isKnown: destination != nil))
        return destination
    }
}

/// The event of a link.
enum LinkEvent: AnalyticsEvent {
    case linkOpened(screen: String, isKnown: Bool)
}
