import Foundation
import Trackproof

struct Point {
    var id: Int
    var category: String
}

@MainActor
final class PointsViewModel {
    private let analytics: Analytics
    private let load: () -> [Point]
    private(set) var points: [Point] = []

    init(analytics: Analytics, load: @escaping () -> [Point]) {
        self.analytics = analytics
        self.load = load
    }

    func appear() {
        analytics.track(OpenScreen(name: "poiList"))
        let duration = ContinuousClock().measure { points = load() }
        analytics.track(PointsLoaded(milliseconds: duration / .milliseconds(1)))
    }

    func select(_ point: Point) {
        analytics.track(PointSelected(pointID: point.id, category: point.category))
        analytics.track(OpenScreen(name: "poiDetails", source: "poiList"))
    }

    func share(_ point: Point) {
        analytics.track(PointShared(pointID: point.id, shareID: UUID()))
    }
}
