internal import Trackproof

/// The events of the grid of posters: static factories, which keep names and parameters in one place.
extension Event {
    static func moviesShown(count: Int) -> Event {
        .screen("movies", ["layout": "grid", "count": count])
    }

    static func movieTapped(id: Int, slug: String, index: Int) -> Event {
        Event("movie_tapped", ["id": id, "slug": slug, "index": index])
    }

    /// Returns a purchase, which has another name for the vendor.
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
