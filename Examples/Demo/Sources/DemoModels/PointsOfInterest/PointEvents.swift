internal import Trackproof

// The events of the points of interest: a struct for each event, whose properties are the parameters.

struct OpenScreen: AnalyticsEvent {
    var name: String
    /// The screen from which the person came. The parameter is left out if this is `nil`.
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

/// Regression "renamed": the type got the American spelling, and so did the name of the event.
struct FavoriteAdded: AnalyticsEvent {
    var pointID: Int
    var total: Int
}

/// The time that the list took to load. It differs in each run, so it is not recorded.
struct PointsLoaded: AnalyticsEvent {
    var milliseconds: Double

    var eventDelivery: EventDelivery { .everywhere.unrecorded() }
}
