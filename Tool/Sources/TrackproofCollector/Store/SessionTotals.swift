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

    /// Subtracts these totals, which belong to removed requests, from the session's row in the database. Counts their
    /// events and rejected items as removed.
    ///
    /// No number in the row becomes negative, even if the row was wrong.
    func subtract(from session: Int64, in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE session SET requests = max(requests - ?, 0), events = max(events - ?, 0), \
                retries = max(retries - ?, 0), rejected = max(rejected - ?, 0), ignored = max(ignored - ?, 0), \
                items = max(items - ?, 0), bytes = max(bytes - ?, 0), removed = removed + ? WHERE id = ?
                """,
            arguments: [
                requests, events, retries, rejected, ignored, amount.items, amount.bytes, events.limitedSum(rejected),
                session,
            ])
    }

    /// Adds these totals, which belong to new requests, to the session's row in the database.
    ///
    /// - Parameter nextSequence: The position of the session's next event.
    func add(to session: Int64, nextSequence: Int64, in db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                UPDATE session SET requests = requests + ?, events = events + ?, retries = retries + ?, \
                rejected = rejected + ?, ignored = ignored + ?, items = items + ?, bytes = bytes + ?, \
                nextSequence = ? WHERE id = ?
                """)
        try statement.execute(
            arguments: [
                requests, events, retries, rejected, ignored, amount.items, amount.bytes, nextSequence, session,
            ])
    }
}
