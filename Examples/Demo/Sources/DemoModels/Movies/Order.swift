public import struct Foundation.UUID

/// An order with what a person bought.
public struct Order: Sendable, Equatable {
    /// One line of the order.
    public struct Item: Sendable, Equatable {
        /// The id of the product.
        public let sku: String
        /// The price of one piece, in cents.
        public let cents: Int
        /// The number of pieces.
        public let quantity: Int

        var price: Double { Double(cents) / 100 }
    }

    /// The id of the order. Each order has its own.
    public let id: UUID
    /// The lines.
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
