import GRDB

/// The totals of a session's requests, as the table `session` contains them.
///
/// Each transaction that adds or removes requests updates the totals. Therefore, the collector can report the totals
/// without reading the requests.
struct SessionTotals: Sendable, Hashable {
    var requests: Int64 = 0
    var events: Int64 = 0
    var retries: Int64 = 0
    var rejected: Int64 = 0
    var ignored: Int64 = 0
    var amount = StoredAmount()
    /// The number of events and rejected items that the store removed because of a limit in ``Retention``.
    var removed: Int64 = 0

    static let columns = "requests, events, retries, rejected, ignored, items, bytes, removed"

    init() {}

    /// Creates the totals from a row that contains the ``columns``.
    ///
    /// - Parameter start: The index in the row at which these columns begin.
    init(_ row: Row, from start: Int = 0) throws {
        requests = try row.number(start)
        events = try row.number(start + 1)
        retries = try row.number(start + 2)
        rejected = try row.number(start + 3)
        ignored = try row.number(start + 4)
        amount = StoredAmount(items: try row.number(start + 5), bytes: try row.number(start + 6))
        removed = try row.number(start + 7)
    }

    /// Creates the totals of one request.
    ///
    /// - Parameter bytes: The number of bytes that the store keeps of the request.
    init(_ request: StoredRequest, bytes: Int) {
        requests = 1
        events = Int64(request.count(.event))
        retries = Int64(request.count(.retry))
        rejected = Int64(request.count(.rejected, .reused))
        ignored = Int64(request.count(.ignored))
        amount = StoredAmount(items: max(events + retries + rejected + ignored, 1), bytes: Int64(bytes))
    }

    static func += (left: inout SessionTotals, right: SessionTotals) {
        left.requests = left.requests.limitedSum(right.requests)
        left.events = left.events.limitedSum(right.events)
        left.retries = left.retries.limitedSum(right.retries)
        left.rejected = left.rejected.limitedSum(right.rejected)
        left.ignored = left.ignored.limitedSum(right.ignored)
        left.amount += right.amount
        left.removed = left.removed.limitedSum(right.removed)
    }

    /// Adds these totals, which belong to new requests, to the session's row in the database.
    ///
    /// - Parameter nextSequence: The position of the session's next event.
    func add(to session: Int64, nextSequence: Int64, in db: Database) throws {
        try change(session, by: 1, nextSequence: nextSequence, in: db)
    }

    /// Subtracts these totals, which belong to removed requests, from the session's row in the database. Counts their
    /// events and rejected items as removed.
    func subtract(from session: Int64, in db: Database) throws {
        try change(session, by: -1, removed: events.limitedSum(rejected), in: db)
    }

    /// Adds these totals, multiplied by `sign`. No number becomes negative, even if the row was wrong.
    private func change(
        _ session: Int64, by sign: Int64, nextSequence: Int64? = nil, removed: Int64 = 0, in db: Database
    ) throws {
        let statement = try db.cachedStatement(
            sql: """
                UPDATE session SET requests = max(requests + ?, 0), events = max(events + ?, 0), \
                retries = max(retries + ?, 0), rejected = max(rejected + ?, 0), ignored = max(ignored + ?, 0), \
                items = max(items + ?, 0), bytes = max(bytes + ?, 0), removed = removed + ?, \
                nextSequence = ifnull(?, nextSequence) WHERE id = ?
                """)
        try statement.execute(
            arguments: [
                sign * requests, sign * events, sign * retries, sign * rejected, sign * ignored, sign * amount.items,
                sign * amount.bytes, removed, nextSequence, session,
            ])
    }
}

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
