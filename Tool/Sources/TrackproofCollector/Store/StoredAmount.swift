/// An amount of stored data, in the units that ``Retention`` limits: items and bytes.
struct StoredAmount: Sendable, Hashable {
    /// The number of items. Items that a planned failure rejected do not count.
    ///
    /// A request that has no counted item counts as one item.
    var items: Int64 = 0
    /// The size of the requests that the store keeps, in bytes.
    var bytes: Int64 = 0

    /// The SQL expression that computes the number of items from the columns of a request's row.
    static let items = "max(events + retries + rejected + ignored, 1)"

    static func += (left: inout StoredAmount, right: StoredAmount) {
        left.items = left.items.limitedSum(right.items)
        left.bytes = left.bytes.limitedSum(right.bytes)
    }

    /// Returns this amount minus another amount. Neither number of the result is less than 0.
    func without(_ other: StoredAmount) -> StoredAmount {
        StoredAmount(items: max(items - other.items, 0), bytes: max(bytes - other.bytes, 0))
    }

    /// Returns whether both numbers of this amount are at least as large as the numbers of another amount.
    func covers(_ other: StoredAmount) -> Bool { items >= other.items && bytes >= other.bytes }
}
