import Foundation
import Trackproof

struct OpenScreen: AnalyticsEvent {
    var name: String
    /// The previous screen, or `nil` on the first one.
    var source: String?
}

struct PointSelected: AnalyticsEvent {
    var pointID: Int
    var category: String

    var eventDelivery: EventDelivery { .everywhere.named("select_content", for: "firebase") }
}

struct PointShared: AnalyticsEvent {
    var pointID: Int
    var shareID: UUID
}

/// How long the list took, another figure in each run: for the dashboards, not for recordings.
struct PointsLoaded: AnalyticsEvent {
    var milliseconds: Double

    var eventDelivery: EventDelivery { .everywhere.unrecorded() }
}
