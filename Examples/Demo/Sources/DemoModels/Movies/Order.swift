public import struct Foundation.UUID

/// An order of one or more products.
public struct Order: Sendable, Equatable {
    /// A product in the order, with its price and quantity.
    public struct Item: Sendable, Equatable {
        /// The id of the product.
        public let sku: String
        /// The price of one unit of the product, in cents.
        public let cents: Int
        /// The number of units.
        public let quantity: Int

        var price: Double { Double(cents) / 100 }
    }

    /// The unique id of the order.
    public let id: UUID
    /// The products in the order.
    public let items: [Item]
    /// The code of the currency.
    public let currency = "EUR"

    /// The price of all items, in units of the currency.
    public var price: Double {
        Double(items.reduce(0) { $0 + $1.cents * $1.quantity }) / 100
    }

    /// The price as the screen shows it.
    public var priceLabel: String { String(price) }
}
