/// A place worth a visit.
public struct PointOfInterest: Sendable, Equatable {
    /// What kind of place it is.
    public enum Category: String, Sendable, Encodable {
        /// It shows things.
        case museum
        /// It is green.
        case park
        /// It is high.
        case viewpoint
    }

    /// The place's number.
    public let id: Int
    /// The place's name.
    public let title: String
    /// What kind of place it is.
    public let category: Category
    /// How far away it is.
    public let kilometres: Double
}

extension PointOfInterest {
    /// What the list shows.
    public static let nearby = [
        PointOfInterest(id: 301, title: "Harbour Museum", category: .museum, kilometres: 0.4),
        PointOfInterest(id: 302, title: "Old Lighthouse", category: .viewpoint, kilometres: 1.2),
        PointOfInterest(id: 303, title: "Botanical Garden", category: .park, kilometres: 2.75),
    ]
}

/// The points that the person likes, in the order of liking.
@MainActor
final class FavouritesStore {
    private(set) var points: [PointOfInterest] = []

    func contains(_ point: PointOfInterest) -> Bool { points.contains(point) }

    func add(_ point: PointOfInterest) { points.append(point) }
}
