import Trackproof

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

/// The event that the bug "renamed" tracks instead of `favourite_added`.
///
/// The name of this type determines the name of the event. So the event has the American spelling too:
/// `favorite_added`.
struct FavoriteAdded: AnalyticsEvent {
    var pointID: Int
    var total: Int
}

/// The event with the time that the list took to load. This time differs in each run, so recorders ignore the event.
struct PointsLoaded: AnalyticsEvent {
    var milliseconds: Double

    var eventDelivery: EventDelivery { .everywhere.unrecorded() }
}
