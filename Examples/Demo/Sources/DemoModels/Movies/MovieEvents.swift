import Trackproof

/// Additions to the events of the movies. `trackproof plan generate swift` has written the functions for the events
/// themselves: see `PlannedEvents.swift`.
extension Event {
    /// Returns an event that the tracking plan does not have.
    static func posterSeen(id: Int) -> Event { Event("poster_seen", ["id": id]) }

    /// Returns the event of a purchase. The vendor receives this event under the name `ecommerce_purchase`.
    static func purchase(_ order: Order) -> Event {
        .purchase(
            orderID: order.id, price: order.price, currency: .eur,
            items: order.items.map { Item(sku: $0.sku, price: $0.price, quantity: $0.quantity) }
        )
        .named("ecommerce_purchase", for: .vendor)
    }
}
