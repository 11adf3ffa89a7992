internal import Trackproof

/// The menu. Tracks by bare names: a screen, and an event with its action.
@MainActor
public final class MenuViewModel {
    /// An entry of the menu.
    public enum Item: String, Sendable, CaseIterable {
        /// The grid of posters.
        case movies
        /// The list of points of interest.
        case pointsOfInterest = "points_of_interest"
    }

    /// What the person chose last.
    public private(set) var choice: Item?
    private let analytics: Analytics

    init(analytics: Analytics) { self.analytics = analytics }

    /// The entries in their order.
    public var items: [Item] { Item.allCases }

    /// The screen is shown.
    public func appear() {
        analytics.screen("menu")
    }

    /// The person chose an entry.
    public func choose(_ item: Item) {
        choice = item
        analytics.track(name: "menu_item", ["action": "tap", "item": item.rawValue])
    }
}
