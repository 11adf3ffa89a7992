import GRDB
import Trackproof

extension WireStore {
    /// Removes the requests of a session. The next event of the session gets position 1 again.
    ///
    /// - Returns: The number of events and rejected items that were removed.
    func reset(_ session: Session) async throws -> Int64 {
        try await empty(session) { db in
            try db.execute(sql: "DELETE FROM request WHERE session = ?", arguments: [session.id])
            try db.execute(
                sql: """
                    UPDATE session SET requests = 0, events = 0, retries = 0, rejected = 0, ignored = 0, items = 0, \
                    bytes = 0, removed = 0, nextSequence = 1 WHERE id = ?
                    """, arguments: [session.id])
        }
    }

    /// Removes a session and its requests.
    ///
    /// - Returns: The number of events and rejected items that were removed.
    func remove(_ session: Session) async throws -> Int64 {
        // The method first removes the session from memory, so that new requests do not find the session.
        sessions.remove(session)
        do {
            return try await empty(session) { db in
                try db.execute(sql: "DELETE FROM session WHERE id = ?", arguments: [session.id])
            }
        } catch {
            sessions.add(session)
            throw error
        }
    }

    /// Runs `change`, which removes all requests of a session, and removes the session's state from memory.
    ///
    /// - Returns: The number of events and rejected items that were removed.
    private func empty(
        _ session: Session, by change: @escaping @Sendable (Database) throws -> Void
    ) async throws -> Int64 {
        let totals = try await update { db in
            let totals = try Self.totals(of: session, db)
            try change(db)
            return totals
        } then: { writerState, removed in
            writerState.held = writerState.held.without(removed.amount)
            writerState.known.forget(session: session.id)
        }
        return totals.events.limitedSum(totals.rejected)
    }

    /// The data of the requests that the store removed because of a limit in ``Retention``.
    struct Removal: Sendable {
        var amount = StoredAmount()
        /// For each removed request with events, the id of its session and its items.
        var items: [(session: Int64, items: [StoredItem])] = []

        static func += (left: inout Removal, right: Removal) {
            left.amount += right.amount
            left.items += right.items
        }
    }

    /// Removes the requests that are older than ``Retention/seconds`` allows.
    ///
    /// - Parameter end: The time before which the expired requests arrived.
    func removeExpired(before end: EventTime) async throws {
        let (end, now) = (end.millisecondsSince1970, EventTime.now.millisecondsSince1970)
        try await update { db in
            // `fresh` is the first request that is not expired. This method removes only requests before `fresh`. A
            // request whose time is in the future does not count as `fresh`, because it arrived before the machine's
            // clock was corrected.
            let fresh = try Int64.fetchOne(
                db, sql: "SELECT id FROM request WHERE received BETWEEN ? AND ? ORDER BY id LIMIT 1",
                arguments: [end, now])
            return try Self.remove("id < ? AND received < ?", [fresh ?? Int64.max, end], db)
        } then: { writerState, removal in
            writerState.take(removal)
        }
    }

    /// Removes the oldest requests until their total amount is at least `surplus`.
    ///
    /// Requests without a new event are removed first. Otherwise, a client that sends many such requests would displace
    /// requests with events. The session with the most items that are not new events is the first to lose such
    /// requests. Otherwise, that session would displace the rejected items of other sessions. The newest request stays,
    /// because the collector is about to acknowledge it.
    static func removeOldest(_ surplus: StoredAmount, _ db: Database) throws -> Removal {
        var removal = Removal()
        let sessions = try Int64.fetchAll(
            db, sql: "SELECT id FROM session WHERE items > events ORDER BY items - events DESC, id")
        for condition in sessions.map({ "session = \($0) AND events = 0" }) + ["TRUE"] {
            let rest = surplus.without(removal.amount)
            if StoredAmount().covers(rest) { break }
            removal += try remove("\(condition) AND id <= ?", [oldest(rest, condition, db)], db)
        }
        return removal
    }

    /// Finds the oldest requests whose total amount is at least `surplus`. Returns their highest id.
    ///
    /// The search considers only requests that meet `condition`, an SQL expression, and never the newest request of the
    /// store. If the total amount of all these requests is less than `surplus`, the search finds all of them.
    private static func oldest(_ surplus: StoredAmount, _ condition: String, _ db: Database) throws -> Int64 {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT id, \(StoredAmount.items), bytes FROM request \
                WHERE \(condition) AND id < (SELECT max(id) FROM request) ORDER BY id
                """)
        var found = StoredAmount()
        var last: Int64 = 0
        while !found.covers(surplus), let row = try rows.next() {
            last = try row.number(0)
            found += StoredAmount(items: try row.number(1), bytes: try row.number(2))
        }
        return last
    }

    /// Removes requests from the store, and subtracts them from the totals of their sessions.
    ///
    /// - Returns: The amount and the items that were removed.
    private static func remove(_ condition: String, _ arguments: StatementArguments, _ db: Database) throws -> Removal {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT session, 1, events, retries, rejected, ignored, \(StoredAmount.items), bytes, 0, items FROM request \
                WHERE \(condition)
                """, arguments: arguments)
        var totals: [Int64: SessionTotals] = [:]
        var removal = Removal()
        while let row = try rows.next() {
            let session = try row.number(0)
            let own = try SessionTotals(row, from: 1)
            totals[session, default: SessionTotals()] += own
            removal.amount += own.amount
            if own.events > 0 { removal.items.append((session, try StoredRequest.items(row, at: 9))) }
        }
        for (session, own) in totals { try own.subtract(from: session, in: db) }
        if !totals.isEmpty { try db.execute(sql: "DELETE FROM request WHERE \(condition)", arguments: arguments) }
        return removal
    }
}
