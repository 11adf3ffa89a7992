/// How much there is of what retention counts.
struct StoredAmount: Sendable, Hashable {
    /// Events, whatever became of them; a request without any counts as one.
    var items: Int64 = 0
    /// What requests take, as they arrived.
    var bytes: Int64 = 0

    static func += (left: inout StoredAmount, right: StoredAmount) {
        left.items += right.items
        left.bytes += right.bytes
    }

    static func -= (left: inout StoredAmount, right: StoredAmount) {
        left.items -= right.items
        left.bytes -= right.bytes
    }

    /// Whether it is as much as another in both respects.
    func covers(_ other: StoredAmount) -> Bool { items >= other.items && bytes >= other.bytes }
}
