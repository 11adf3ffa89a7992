internal import Trackproof

/// The list of points of interest.
@MainActor
public final class PointListViewModel {
    /// The points in their order; none before the screen is shown.
    public private(set) var points: [PointOfInterest] = []

    private let favourites: FavouritesStore
    private let analytics: Analytics
    private let regressions: DemoRegressions

    init(favourites: FavouritesStore, analytics: Analytics, regressions: DemoRegressions) {
        self.favourites = favourites
        self.analytics = analytics
        self.regressions = regressions
    }

    /// The screen is shown.
    public func appear() {
        analytics.track(OpenScreen(name: "poiList"))
        let duration = ContinuousClock().measure { points = PointOfInterest.nearby }
        analytics.track(PointsLoaded(milliseconds: duration / .milliseconds(1)))
    }

    /// The person tapped the point at `index`: its details, to be shown next.
    public func tapPoint(at index: Int) -> PointDetailsViewModel? {
        guard points.indices.contains(index) else { return nil }
        let point = points[index]
        analytics.track(
            PointTapped(pointID: point.id, category: point.category, kilometres: point.kilometres))
        return PointDetailsViewModel(
            point: point, favourites: favourites, analytics: analytics, regressions: regressions)
    }
}
