import Trackproof

/// The view model of the favourites, which are the points of interest that the person likes.
@MainActor
public final class FavouritesViewModel {
    private let favourites: FavouritesStore
    private let analytics: Analytics

    init(favourites: FavouritesStore, analytics: Analytics) {
        self.favourites = favourites
        self.analytics = analytics
    }

    /// The points that the screen shows.
    public var points: [PointOfInterest] { favourites.points }

    /// Tracks that the screen is shown.
    public func appear() {
        analytics.track(OpenScreen(name: "favourites", source: "poiDetails"))
    }
}
