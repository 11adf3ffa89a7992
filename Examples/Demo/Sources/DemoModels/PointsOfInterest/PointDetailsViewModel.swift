import Trackproof

/// The view model of the details of one point of interest.
@MainActor
public final class PointDetailsViewModel {
    /// The point that the screen shows.
    public let point: PointOfInterest

    private let favourites: FavouritesStore
    private let analytics: Analytics
    private let regressions: DemoRegressions

    init(
        point: PointOfInterest, favourites: FavouritesStore, analytics: Analytics, regressions: DemoRegressions
    ) {
        self.point = point
        self.favourites = favourites
        self.analytics = analytics
        self.regressions = regressions
    }

    /// Whether the person likes the point.
    public var isFavourite: Bool { favourites.contains(point) }

    /// Tracks that the screen is shown.
    public func appear() {
        analytics.track(OpenScreen(name: "poiDetails", source: "poiList"))
    }

    /// Adds the point to the favourites and tracks an event. Does nothing if the point is already a favourite.
    public func addToFavourites() {
        guard !isFavourite else { return }
        favourites.add(point)
        let total = favourites.points.count
        if regressions.contains(.renamed) {
            analytics.track(FavoriteAdded(pointID: point.id, total: total))
        } else {
            analytics.track(FavouriteAdded(pointID: point.id, total: total))
        }
    }
}
