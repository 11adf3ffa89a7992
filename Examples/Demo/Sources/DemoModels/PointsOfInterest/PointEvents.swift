internal import Trackproof

// The events of the points of interest. Each event is a struct, and its properties are the parameters.

struct OpenScreen: AnalyticsEvent {
    var name: String
    /// The screen from which the person came. If the value is `nil`, the event has no parameter `source`.
    var source: String?
}

struct PointTapped: AnalyticsEvent {
    var pointID: Int
    var category: PointOfInterest.Category
    var kilometres: Double
}

struct FavouriteAdded: AnalyticsEvent {
    var pointID: Int
    var total: Int
}

/// The event of the regression "renamed".
///
/// The name of the type determines the name of the event. So the American spelling of the type changes the event too.
struct FavoriteAdded: AnalyticsEvent {
    var pointID: Int
    var total: Int
}

/// The time that the list took to load. The time differs in each run, so recorders ignore this event.
struct PointsLoaded: AnalyticsEvent {
    var milliseconds: Double

    var eventDelivery: EventDelivery { .everywhere.unrecorded() }
}
