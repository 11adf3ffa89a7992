public import struct Foundation.UUID

/// What a person bought.
public struct Order: Sendable, Equatable {
    /// One line of the order.
    public struct Item: Sendable, Equatable {
        /// What it is.
        public let sku: String
        /// The price of one.
        public let cents: Int
        /// How many.
        public let quantity: Int

        var price: Double { Double(cents) / 100 }
    }

    /// The order's id, another one each time.
    public let id: UUID
    /// The lines.
    public let items: [Item]
    /// The currency's code.
    public let currency = "EUR"

    /// The price of all items.
    public var price: Double {
        Double(items.reduce(0) { $0 + $1.cents * $1.quantity }) / 100
    }

    /// The price as the screen shows it.
    public var priceLabel: String { String(price) }
}
