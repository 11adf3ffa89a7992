internal import Trackproof

/// The points that the person likes.
@MainActor
public final class FavouritesViewModel {
    private let favourites: FavouritesStore
    private let analytics: Analytics

    init(favourites: FavouritesStore, analytics: Analytics) {
        self.favourites = favourites
        self.analytics = analytics
    }

    /// What the screen shows.
    public var points: [PointOfInterest] { favourites.points }

    /// The screen is shown.
    public func appear() {
        analytics.track(OpenScreen(name: "favourites", source: "poiDetails"))
    }
}
