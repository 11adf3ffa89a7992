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

    /// No more is read again for one request, to compare what comes once more with what came first.
    private static let mostBytesCompared = 64 << 20

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
    private func sort(
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
        let originals = try originals(of: delivery, ledger, db)
        for (index, item) in decoding.items.enumerated() {
            guard case .event(let event) = item else {
                line.rejected += 1
                continue
            }
            guard let key = delivery.keys[index] else {
                line.events += 1
                continue
            }
            let original: Original?
            if let first = own[key], case .event(let event) = decoding.items[first] {
                original = .event(event)
            } else {
                original = originals[key]
            }
            guard let original else {
                own[key] = index
                line.events += 1
                continue
            }
            if original.isEqual(to: event) {
                line.retries.append(index)
            } else {
                line.reused.append(index)
                line.rejected += 1
            }
        }
        return (line, own.keys)
    }

    /// What had an id first.
    private enum Original {
        case event(RecordedEvent)
        /// It was not read.
        case unread

        func isEqual(to other: RecordedEvent) -> Bool {
            switch self {
            case .event(let event): event.event == other.event
            case .unread: true
            }
        }
    }

    /// The events that had the ids of a request's items first, but for those whose request was removed meanwhile. Each
    /// of their requests is read once, in whatever order the ids come.
    private func originals(of delivery: Delivery, _ ledger: Ledger, _ db: Database) throws -> [EventKey: Original] {
        let session = delivery.session
        var keys: [Int64: Set<EventKey>] = [:]
        for case let key? in delivery.keys {
            guard let request = draft.request(of: key, session) ?? ledger.request(of: key, session) else { continue }
            keys[request, default: []].insert(key)
        }
        var originals: [EventKey: Original] = [:]
        var bytes = 0
        for (request, keys) in keys.sorted(by: { $0.key < $1.key }) {
            guard bytes < Self.mostBytesCompared else {
                for key in keys { originals[key] = .unread }
                continue
            }
            let row = try Row.fetchOne(
                db, sql: "SELECT \(StoredRequest.columns) FROM request WHERE id = ?", arguments: [request])
            guard let row else { continue }
            let stored = StoredRequest(row)
            bytes += stored.arrived.body.count
            for event in stored.decoded().events {
                guard let id = event.id else { continue }
                let key = EventKey(vendor: stored.vendor, id: id)
                if keys.contains(key) { originals[key] = .event(event) }
            }
        }
        return originals
    }
}
