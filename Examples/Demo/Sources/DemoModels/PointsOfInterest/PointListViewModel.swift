import Trackproof

/// The view model of the list of points of interest.
@MainActor
public final class PointListViewModel {
    /// The points in the order of the list. The array is empty before the screen is shown.
    public private(set) var points: [PointOfInterest] = []

    private let favourites: FavouritesStore
    private let analytics: Analytics
    private let regressions: DemoRegressions

    init(favourites: FavouritesStore, analytics: Analytics, regressions: DemoRegressions) {
        self.favourites = favourites
        self.analytics = analytics
        self.regressions = regressions
    }

    /// Tracks that the screen is shown, loads the points, and tracks how long the points took to load.
    public func appear() {
        analytics.track(OpenScreen(name: "poiList"))
        let duration = ContinuousClock().measure { points = PointOfInterest.nearby }
        analytics.track(PointsLoaded(milliseconds: duration / .milliseconds(1)))
    }

    /// Tracks a tap on the point at `index`.
    ///
    /// - Returns: The details to show next, or `nil` if the list has no point at `index`.
    public func tapPoint(at index: Int) -> PointDetailsViewModel? {
        guard points.indices.contains(index) else { return nil }
        let point = points[index]
        analytics.track(
            PointTapped(pointID: point.id, category: point.category, kilometres: point.kilometres))
        return PointDetailsViewModel(
            point: point, favourites: favourites, analytics: analytics, regressions: regressions)
    }
}
