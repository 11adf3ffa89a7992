import Foundation
import Trackproof

struct OpenScreen: AnalyticsEvent {
    var name: String
    /// The previous screen, or `nil` if this is the first screen.
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

/// The time that the list took to load. It differs in each run, so recorders ignore this event.
struct PointsLoaded: AnalyticsEvent {
    var milliseconds: Double

    var eventDelivery: EventDelivery { .everywhere.unrecorded() }
}
