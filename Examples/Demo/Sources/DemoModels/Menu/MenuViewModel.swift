import Trackproof

/// The view model of the menu. It tracks a screen and an event by their names, without a type for each event.
@MainActor
public final class MenuViewModel {
    /// An entry of the menu.
    public enum Item: String, Sendable, CaseIterable {
        /// The grid of posters.
        case movies
        /// The list of points of interest.
        case pointsOfInterest = "points_of_interest"
    }

    /// The entry that the person chose last.
    public private(set) var choice: Item?
    private let analytics: Analytics

    init(analytics: Analytics) { self.analytics = analytics }

    /// The entries in the order in which the menu shows them.
    public var items: [Item] { Item.allCases }

    /// Tracks that the screen is shown.
    public func appear() {
        analytics.screen("menu")
    }

    /// Sets the choice and tracks it.
    public func choose(_ item: Item) {
        choice = item
        analytics.track(name: "menu_item", ["action": "tap", "item": item.rawValue])
    }
}
