internal import GRDB
internal import Trackproof
internal import TrackproofWire

/// A request on its way into the store.
struct Delivery: Sendable {
    /// The session's row.
    let session: Int64
    let arrived: ArrivedRequest
    let decoded: DecodedRequest
    /// The ids of its items: hashed here, so that the store's one writer has less to do.
    let keys: [EventKey?]

    init(_ arrived: ArrivedRequest, _ decoded: DecodedRequest, session: Int64) {
        self.session = session
        self.arrived = arrived
        self.decoded = decoded
        keys = decoded.keys
    }
}

/// The requests that one transaction adds: each item is an event, a retry of one, or nothing that counts.
struct WriteGroup {
    private(set) var draft = LedgerDraft()
    private var lastOriginals: (request: Int64, events: [EventKey: RecordedEvent])?

    /// Adds a request; returns its id.
    mutating func add(_ delivery: Delivery, _ ledger: inout Ledger, in db: Database) throws -> Int64 {
        try ledger.load(delivery.session, from: db)
        let (line, keys) = try sort(delivery, ledger, db)
        let id = try StoredRequest.insert(
            delivery.arrived, session: delivery.session, vendor: delivery.decoded.vendor, ledger: line, into: db)
        draft.add(line, keys, request: id, session: delivery.session)
        return id
    }

    /// Tells new events from those that arrived before.
    private mutating func sort(
        _ delivery: Delivery, _ ledger: Ledger, _ db: Database
    ) throws -> (line: LedgerLine, keys: Dictionary<EventKey, Int>.Keys) {
        let session = delivery.session
        var line = LedgerLine(firstSequence: draft.nextSequence(session) ?? ledger.nextSequence(session))
        var own: [EventKey: Int] = [:]
        guard case .success(let decoding) = delivery.decoded.result else {
            line.rejected = 1
            return (line, own.keys)
        }
        own.reserveCapacity(decoding.items.count)
        for (index, item) in decoding.items.enumerated() {
            guard case .event(let event) = item else {
                line.rejected += 1
                continue
            }
            guard let key = delivery.keys[index] else {
                line.events += 1
                continue
            }
            let original: RecordedEvent? =
                if let first = own[key], case .event(let event) = decoding.items[first] {
                    event
                } else if let request = draft.request(of: key, session) ?? ledger.request(of: key, session) {
                    try self.original(key, in: request, db)
                } else {
                    nil
                }
            guard let original else {
                own[key] = index
                line.events += 1
                continue
            }
            if original.event == event.event {
                line.retries.append(index)
            } else {
                line.reused.append(index)
                line.rejected += 1
            }
        }
        return (line, own.keys)
    }

    /// The event that had the id first; nil where its request was removed meanwhile.
    private mutating func original(_ key: EventKey, in request: Int64, _ db: Database) throws -> RecordedEvent? {
        if lastOriginals?.request != request {
            let row = try Row.fetchOne(
                db, sql: "SELECT \(StoredRequest.columns) FROM request WHERE id = ?", arguments: [request])
            guard let row else { return nil }
            let stored = StoredRequest(row)
            var events: [EventKey: RecordedEvent] = [:]
            for event in stored.decoded().events {
                if let id = event.id { events[EventKey(vendor: stored.vendor, id: id)] = event }
            }
            lastOriginals = (request, events)
        }
        return lastOriginals?.events[key]
    }
}
