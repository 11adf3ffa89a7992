internal import Trackproof

// What the points of interest track: a struct for each event, whose properties are the parameters.

struct OpenScreen: AnalyticsEvent {
    var name: String
    /// Where the person came from; left out where nil.
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

/// Regression "renamed": the type got the American spelling, and the event its name.
struct FavoriteAdded: AnalyticsEvent {
    var pointID: Int
    var total: Int
}

/// How long the list took to load: another figure in each run, so no recording takes it.
struct PointsLoaded: AnalyticsEvent {
    var milliseconds: Double

    var eventDelivery: EventDelivery { .everywhere.unrecorded() }
}
