internal import Trackproof

/// What the grid of posters tracks: static factories, which keep names and parameters in one place.
extension Event {
    static func moviesShown(count: Int) -> Event {
        .screen("movies", ["layout": "grid", "count": count])
    }

    static func movieTapped(id: Int, slug: String, index: Int) -> Event {
        Event("movie_tapped", ["id": id, "slug": slug, "index": index])
    }

    /// The vendor knows purchases by a name of its own.
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
