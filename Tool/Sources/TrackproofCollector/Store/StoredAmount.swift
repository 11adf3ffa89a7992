/// How much there is of what retention counts.
struct StoredAmount: Sendable, Hashable {
    /// Events, whatever became of them; a request without any counts as one.
    var items: Int64 = 0
    /// What requests take, as they arrived.
    var bytes: Int64 = 0

    /// The items of a row, in SQL.
    static let items = "max(events + retries + rejected + ignored, 1)"

    static func += (left: inout StoredAmount, right: StoredAmount) {
        left.items += right.items
        left.bytes += right.bytes
    }

    static func -= (left: inout StoredAmount, right: StoredAmount) {
        left.items -= right.items
        left.bytes -= right.bytes
    }

    /// What is left of it without another, at least nothing.
    func without(_ other: StoredAmount) -> StoredAmount {
        StoredAmount(items: max(items - other.items, 0), bytes: max(bytes - other.bytes, 0))
    }

    /// Whether it is as much as another in both respects.
    func covers(_ other: StoredAmount) -> Bool { items >= other.items && bytes >= other.bytes }
}
