internal import GRDB
internal import Trackproof

extension WireStore {
    /// Removes what a session received; its next event is the first again.
    func reset(_ session: Session) async throws {
        try await empty(session) { db in
            try db.execute(sql: "DELETE FROM request WHERE session = ?", arguments: [session.id])
            try db.execute(
                sql: """
                    UPDATE session SET requests = 0, events = 0, rejected = 0, items = 0, bytes = 0, nextSequence = 1 \
                    WHERE id = ?
                    """, arguments: [session.id])
        }
    }

    /// Removes a session and all it received.
    func remove(_ session: Session) async throws {
        // First: what comes meanwhile shall find no session.
        sessions.remove(session)
        do {
            try await empty(session) { db in
                try db.execute(sql: "DELETE FROM session WHERE id = ?", arguments: [session.id])
            }
        } catch {
            sessions.add(session)
            throw error
        }
    }

    /// Removes all that a session received, by `change`, and forgets it.
    private func empty(_ session: Session, by change: @escaping @Sendable (Database) throws -> Void) async throws {
        try await update { db in
            let totals = try Self.totals(of: session, db)
            try change(db)
            return totals.amount
        } then: { books, removed in
            books.held -= removed
            books.ledger.forget(session: session.id)
        }
    }

    /// What the retention took away.
    struct Removal: Sendable {
        let amount: StoredAmount
        /// Nothing is left before this request,
        let end: Int64
        /// but for these.
        var left: Set<Int64> = []
    }

    /// Removes what is older than the retention allows.
    func removeExpired(before end: EventTime) async throws {
        let (end, now) = (end.millisecondsSince1970, EventTime.now.millisecondsSince1970)
        try await update { db in
            // The first that is fresh ends it; one of the future, from before a clock was put right, does not.
            let fresh = try Int64.fetchOne(
                db, sql: "SELECT id FROM request WHERE received BETWEEN ? AND ? ORDER BY id LIMIT 1",
                arguments: [end, now])
            let amount = try Self.remove("id < ? AND received < ?", [fresh ?? Int64.max, end], db)
            let left = try Int64.fetchSet(
                db, sql: "SELECT id FROM request WHERE id < ?", arguments: [fresh ?? Int64.max])
            return Removal(amount: amount, end: fresh ?? Int64.max, left: left)
        } then: { books, removal in
            books.take(removal)
        }
    }

    /// Removes the oldest requests that hold so much; never the newest, which was just acknowledged.
    static func removeOldest(_ surplus: StoredAmount, _ db: Database) throws -> Removal {
        let rows = try Row.fetchCursor(
            db, sql: "SELECT id, items, bytes FROM request WHERE id < (SELECT max(id) FROM request) ORDER BY id")
        var found = StoredAmount()
        var last: Int64 = 0
        while !found.covers(surplus), let row = try rows.next() {
            last = row[0]
            found += StoredAmount(items: row[1], bytes: row[2])
        }
        return Removal(amount: try remove("id <= ?", [last], db), end: last + 1)
    }

    /// Removes requests from the store and from what the sessions' rows know of them; returns how much that was.
    private static func remove(
        _ condition: String, _ arguments: StatementArguments, _ db: Database
    ) throws -> StoredAmount {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT session, count(*), sum(events), sum(rejected), sum(items), sum(bytes) FROM request \
                WHERE \(condition) GROUP BY session
                """, arguments: arguments)
        var amount = StoredAmount()
        for row in rows {
            let totals = SessionTotals(row, from: 1)
            try totals.subtract(from: row[0], in: db)
            amount += totals.amount
        }
        if !rows.isEmpty { try db.execute(sql: "DELETE FROM request WHERE \(condition)", arguments: arguments) }
        return amount
    }
}
