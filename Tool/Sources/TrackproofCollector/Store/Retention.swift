internal import GRDB
internal import Trackproof

/// How much a store keeps. What goes are whole requests, the oldest first.
public struct Retention: Sendable, Hashable {
    /// How many events are kept at most; nil for all.
    public var events: Int64?
    /// How many seconds a request is kept; nil for ever.
    public var seconds: Int64?

    /// A retention.
    public init(events: Int64? = 10_000_000, seconds: Int64? = nil) {
        self.events = events
        self.seconds = seconds
    }
}

extension Retention {
    /// Removes the oldest requests that hold so many events.
    static func removeOldest(from db: Database, _ ledger: inout Ledger, events: Int64) throws {
        var removed: Int64 = 0
        try remove(from: db, &ledger, while: { _ in removed < events }, then: { removed += Int64($0.ledger.events) })
    }

    /// Removes the requests that arrived before a moment.
    static func removeExpired(from db: Database, _ ledger: inout Ledger, before end: EventTime) throws {
        try remove(from: db, &ledger, while: { $0.arrived.received < end }, then: { _ in })
    }

    private static func remove(
        from db: Database, _ ledger: inout Ledger, while isOld: (StoredRequest) -> Bool,
        then note: (StoredRequest) -> Void
    ) throws {
        let rows = try Row.fetchCursor(db, sql: "SELECT \(StoredRequest.columns) FROM request ORDER BY id")
        var last: Int64?
        while let row = try rows.next() {
            let request = StoredRequest(row)
            guard isOld(request) else { break }
            ledger.forget(request)
            note(request)
            last = request.id
        }
        guard let last else { return }
        try db.execute(sql: "DELETE FROM request WHERE id <= ?", arguments: [last])
    }
}
