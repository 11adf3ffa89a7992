internal import GRDB

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

    static let columns = "requests, events, retries, rejected, ignored, items, bytes"

    init() {}

    /// Creates the totals from a row that contains the ``columns``.
    ///
    /// - Parameter start: The index in the row at which these columns begin.
    init(_ row: Row, from start: Int = 0) {
        requests = row[start]
        events = row[start + 1]
        retries = row[start + 2]
        rejected = row[start + 3]
        ignored = row[start + 4]
        amount = StoredAmount(items: row[start + 5], bytes: row[start + 6])
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
        left.requests += right.requests
        left.events += right.events
        left.retries += right.retries
        left.rejected += right.rejected
        left.ignored += right.ignored
        left.amount += right.amount
    }

    /// Subtracts these totals, which belong to removed requests, from the session's row in the database.
    func subtract(from session: Int64, in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE session SET requests = requests - ?, events = events - ?, retries = retries - ?, \
                rejected = rejected - ?, ignored = ignored - ?, items = items - ?, bytes = bytes - ? WHERE id = ?
                """, arguments: [requests, events, retries, rejected, ignored, amount.items, amount.bytes, session])
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
