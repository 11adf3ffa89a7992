import GRDB
import NIOConcurrencyHelpers
import Trackproof

/// The criteria by which a reader selects stored requests.
struct RequestQuery: Sendable {
    /// The id of the session, or `nil` for all sessions.
    var session: Int64?
    /// The vendor's name, or `nil` for all vendors.
    var vendor: String?
    /// The lower bound: only requests with a higher id match.
    var after: Int64 = 0
    /// The upper bound: only requests with a lower id match, and the store reads the newest first.
    ///
    /// If the value is `nil`, there is no upper bound, and the store reads the requests in the order of arrival.
    var before: Int64?
    /// The kind of item that a request must contain, or `nil` if the request may contain any items.
    var holding: Holding?

    /// The kinds of items to search for. Each raw value is the name of the column that counts such items.
    enum Holding: String {
        case rejected, retries, ignored
    }

    /// The total size of the bodies, in bytes, after which one read ends.
    ///
    /// A read also ends after 500 requests. Without these limits, one reader could block other readers for a long time.
    var maxBytes = pageBytes
    static let pageBytes = 1 << 20
    fileprivate static let maxRequests = 500
}

extension WireStore {
    /// Reads the store once and returns the next requests of a query. The array is empty if there are no more requests.
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
            ORDER BY id \(query.before == nil ? "ASC" : "DESC") LIMIT \(RequestQuery.maxRequests)
            """
        let bound = StatementArguments(arguments.map(\.databaseValue))
        return try await read { [maxBytes = query.maxBytes] db in
            var requests: [StoredRequest] = []
            var bytes = 0
            let rows = try Row.fetchCursor(db, sql: sql, arguments: bound)
            while bytes < maxBytes, let row = try rows.next() {
                let request = try StoredRequest(row)
                bytes += request.arrived.body.count
                requests.append(request)
            }
            return requests
        }
    }

    /// Reads the store once, passes the next requests of a query to `body`, and moves the query past these requests.
    ///
    /// Only a few readers can run at the same time. Therefore, `body` is synchronous and cannot wait for a client. The
    /// caller sends the results after this method has returned.
    ///
    /// - Parameter body: A closure that returns `false` to refuse a request. In that case, this method returns `false`,
    ///   and the next read of the query begins with the refused request.
    /// - Returns: Whether there may be more requests.
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

    /// Passes all requests of a query to `body`, one by one, until `body` returns `false`.
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

    /// Passes the request whose id is `id` to `body`. Returns the result, or `nil` if there is no such request.
    ///
    /// - Parameter memory: The memory that this method reserves for the request.
    /// - Throws: ``RefusedRequest`` if there is not enough memory for the request.
    func request<Value>(
        _ id: Int64, holding memory: Quota.Share, _ body: (ReceivedRequest) throws -> Value
    ) async throws -> Value? {
        let size = try await read { db in
            try Row.fetchOne(db, sql: "SELECT bodySize FROM request WHERE id = ?", arguments: [id])?.number(0)
        }
        guard let size, (1...Row.maxNumber).contains(id) else { return nil }
        // The body is in memory several times: as bytes, as text with escapes, and in the answer.
        try memory.grow(to: Int(min(4 * size, Self.maxOfRequest)))
        var query = RequestQuery(after: id - 1, before: id + 1)
        var value: Value?
        _ = try await readNext(&query) { received in
            value = try body(received)
            return true
        }
        return value
    }

    /// The maximum memory that ``request(_:holding:_:)`` reserves, in bytes.
    ///
    /// Because of this maximum, even the largest request fits into the memory budget if no other request is in memory.
    private static let maxOfRequest: Int64 = 100 << 20

    /// Returns an id such that the requests with a higher id contain the newest `count` items.
    ///
    /// If `session` is `nil`, the method counts the items of all sessions. The requests may contain more than `count`
    /// items, because requests are not split.
    func id(beforeNewest count: Int64, session: Int64?) async throws -> Int64 {
        let condition = session == nil ? "" : "WHERE session = ?"
        let sql = "SELECT id, \(StoredAmount.items) FROM request \(condition) ORDER BY id DESC"
        let arguments = StatementArguments(session.map { [$0] } ?? [])
        return try await read { db in
            let rows = try Row.fetchCursor(db, sql: sql, arguments: arguments)
            var found: Int64 = 0
            var id: Int64 = 0
            while found < count, let row = try rows.next() {
                found += try row.number(1)
                id = try row.number(0) - 1
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

/// A limit on the number of readers that decode stored requests at the same time, see ``CollectorLimits/readers``.
final class ReadingTurns: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: NIOLockedValueBox<State>

    init(_ most: Int) { state = NIOLockedValueBox(State(free: most)) }

    /// Waits until a reader may start, and runs `body`. Readers start in the order of the calls.
    ///
    /// - Returns: The value that `body` returns.
    /// - Throws: `CancellationError` if the task was cancelled while it waited, and any error that `body` throws.
    func run<Value>(_ body: () async throws -> Value) async throws -> Value {
        await take()
        defer { giveBack() }
        try Task.checkCancellation()
        return try await body()
    }

    private func take() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLockedValue { state in
                if state.free > 0 {
                    state.free -= 1
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    private func giveBack() {
        let next: CheckedContinuation<Void, Never>? = state.withLockedValue { state in
            if state.waiting.isEmpty {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
