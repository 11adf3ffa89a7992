import Trackproof
import TrackproofPlans

extension Vendor {
    /// Countly.
    ///
    /// Source: <https://api.count.ly/reference/i>
    package static let countly = Vendor(
        name: "countly",
        destination: .countly,
        shown: [
            ShownEvent(
                "[CLY]_view", .screen, names: ["name"], isNamedByParameter: true,
                ownParameters: ["visit", "start", "bounce", "segment", "view", "domain", "referrer", "cly_*"]
                    + SDKEvents.campaign)
        ])
}
