/// A place that is worth a visit.
public struct PointOfInterest: Sendable, Equatable {
    /// A kind of place.
    public enum Category: String, Sendable, Encodable {
        /// A museum.
        case museum
        /// A park.
        case park
        /// A viewpoint.
        case viewpoint
    }

    /// The id of the place.
    public let id: Int
    /// The name of the place.
    public let title: String
    /// The kind of the place.
    public let category: Category
    /// The distance to the place, in kilometres.
    public let kilometres: Double
}

extension PointOfInterest {
    /// The places that the list shows.
    public static let nearby = [
        PointOfInterest(id: 301, title: "Harbour Museum", category: .museum, kilometres: 0.4),
        PointOfInterest(id: 302, title: "Old Lighthouse", category: .viewpoint, kilometres: 1.2),
        PointOfInterest(id: 303, title: "Botanical Garden", category: .park, kilometres: 2.75),
    ]
}

/// The points that the person likes, in the order in which the person added them.
@MainActor
final class FavouritesStore {
    private(set) var points: [PointOfInterest] = []

    func contains(_ point: PointOfInterest) -> Bool { points.contains(point) }

    func add(_ point: PointOfInterest) { points.append(point) }
}
