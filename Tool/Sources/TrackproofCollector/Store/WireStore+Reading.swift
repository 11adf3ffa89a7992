internal import GRDB
internal import Trackproof

/// Which requests are asked for.
struct RequestQuery: Sendable {
    /// Nil for those of all sessions.
    var session: Int64?
    /// Only those of one vendor.
    var vendor: String?
    /// Only those beyond this id.
    var after: Int64 = 0
    /// Only those below this id, the newest first; nil for all in the order of arrival.
    var before: Int64?
    /// Only those with such items.
    var holding: Holding?

    /// Items that requests are asked for by, as the column is called that counts them.
    enum Holding: String {
        case rejected, retries, ignored
    }

    /// No read holds more of bodies than this, or more requests: a slow reader must not keep the store busy.
    var mostBytes = pageBytes
    static let pageBytes = 1 << 20
    fileprivate static let mostRequests = 500
}

extension WireStore {
    /// The next requests of a query, as many as are read at once; none where there are no more.
    func page(of query: RequestQuery) async throws -> [StoredRequest] {
        var conditions = ["id > ?"]
        var arguments: [any DatabaseValueConvertible & Sendable] = [query.after]
        func add(_ condition: String, _ value: (any DatabaseValueConvertible & Sendable)?) {
            guard let value else { return }
            conditions.append(condition)
            arguments.append(value)
        }
        add("id < ?", query.before)
        add("session = ?", query.session)
        add("vendor = ?", query.vendor)
        if let holding = query.holding { conditions.append("\(holding.rawValue) > 0") }
        let sql = """
            SELECT \(StoredRequest.columns) FROM request WHERE \(conditions.joined(separator: " AND ")) \
            ORDER BY id \(query.before == nil ? "ASC" : "DESC") LIMIT \(RequestQuery.mostRequests)
            """
        let bound = StatementArguments(arguments.map(\.databaseValue))
        return try await read { [mostBytes = query.mostBytes] db in
            var requests: [StoredRequest] = []
            var bytes = 0
            let rows = try Row.fetchCursor(db, sql: sql, arguments: bound)
            while bytes < mostBytes, let row = try rows.next() {
                let request = try StoredRequest(row)
                bytes += request.arrived.body.count
                requests.append(request)
            }
            return requests
        }
    }

    /// Goes through the next requests of a query, as many as are read at once, and moves the query behind them.
    ///
    /// Few readers do this at the same time, so `body` cannot wait. What it makes is sent when this has returned.
    ///
    /// - Parameter body: it returns false if it needs no more; the query stays in front of that request.
    /// - Returns: whether there may be more.
    func readNext(_ query: inout RequestQuery, _ body: (ReceivedRequest) throws -> Bool) async throws -> Bool {
        try await turns.run {
            let page = try await page(of: query)
            for request in page {
                guard try body(received(request)) else { return false }
                if query.before == nil { query.after = request.id } else { query.before = request.id }
            }
            return !page.isEmpty
        }
    }

    /// Goes through what a query finds, request by request, until `body` returns false.
    func forEach(_ query: RequestQuery, _ body: (ReceivedRequest) throws -> Bool) async throws {
        var query = query
        while try await readNext(&query, body) {}
    }

    private func received(_ request: StoredRequest) throws -> ReceivedRequest {
        do {
            return try ReceivedRequest(request)
        } catch {
            throw StoreError(using: file, error)
        }
    }

    /// What `body` makes of one request; nil if there is no such request.
    ///
    /// - Throws: ``RefusedRequest`` if there is no room for it in memory.
    func request<Value>(
        _ id: Int64, holding reservation: MemoryBudget.Reservation, _ body: (ReceivedRequest) throws -> Value
    ) async throws -> Value? {
        let size = try await read { db in
            try Int.fetchOne(db, sql: "SELECT bodySize FROM request WHERE id = ?", arguments: [id])
        }
        guard let size else { return nil }
        // The body as bytes, as text with escapes, and in the answer.
        try reservation.grow(to: min(4 * size, Self.mostOfRequest))
        return try await turns.run {
            guard let request = try await read({ db in try StoredRequest.fetch(id, from: db) }) else { return nil }
            return try body(received(request))
        }
    }

    /// Also the largest is shown, when nothing else is.
    private static let mostOfRequest = 100 << 20

    /// The id behind which a session's newest items are, or those of all sessions: so many, and their requests whole.
    func id(beforeNewest count: Int64, session: Int64?) async throws -> Int64 {
        let condition = session == nil ? "" : "WHERE session = ?"
        let sql = "SELECT id, \(StoredAmount.items) FROM request \(condition) ORDER BY id DESC"
        let arguments = StatementArguments(session.map { [$0] } ?? [])
        return try await read { db in
            let rows = try Row.fetchCursor(db, sql: sql, arguments: arguments)
            var found: Int64 = 0
            var id: Int64 = 0
            while found < count, let row = try rows.next() {
                found += row[1]
                id = row[0] - 1
            }
            return id
        }
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do {
            return try await pool.read(body)
        } catch {
            throw StoreError(using: file, error)
        }
    }
}
