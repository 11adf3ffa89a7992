import Trackproof

/// The events of the grid of posters. Static factory methods keep the names and parameters of events in one place.
extension Event {
    static func moviesShown(layout: String, count: Int) -> Event {
        .screen("movies", ["layout": layout, "count": count])
    }

    /// Returns an event that the tracking plan does not have.
    static func posterSeen(id: Int) -> Event { Event("poster_seen", ["id": id]) }

    static func movieTapped(id: Int, slug: String, index: Int) -> Event {
        Event("movie_tapped", ["id": id, "slug": slug, "index": index])
    }

    /// Returns the event of a purchase. The vendor receives this event under the name `ecommerce_purchase`.
    static func purchase(_ order: Order) -> Event {
        Event(
            "purchase",
            [
                "order_id": order.id, "price": order.price, "currency": order.currency,
                "items": order.items.map { item -> EventParameters in
                    ["sku": item.sku, "price": item.price, "quantity": item.quantity]
                },
            ]
        )
        .named("ecommerce_purchase", for: .vendor)
    }
}
