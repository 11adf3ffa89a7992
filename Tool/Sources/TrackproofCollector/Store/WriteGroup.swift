internal import GRDB
internal import Trackproof

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
            delivery.arrived, session: delivery.session, vendor: delivery.vendor, ledger: line, into: db)
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
        guard let items = delivery.items else {
            line.rejected = 1
            return (line, own.keys)
        }
        own.reserveCapacity(items.count)
        let originals = try originals(of: items, session, ledger, db)
        // Only what comes again is compared.
        lazy var events = delivery.events
        for (index, item) in items.enumerated() {
            switch item {
            case .rejected: line.rejected += 1
            case .event(nil): line.events += 1
            case .event(let key?):
                let original = own[key].map { .event(events[$0]) } ?? originals[key]
                guard let original else {
                    own[key] = index
                    line.events += 1
                    continue
                }
                if original.isEqual(to: events[index]) {
                    line.retries.append(index)
                } else {
                    line.reused.append(index)
                    line.rejected += 1
                }
            }
        }
        return (line, own.keys)
    }

    /// What had an id first.
    private enum Original {
        case event(Event?)
        /// It was not read.
        case unread

        func isEqual(to other: Event?) -> Bool {
            switch self {
            case .event(let event): event == other
            case .unread: true
            }
        }
    }

    /// The events that had the ids of a request's items first, but for those whose request was removed meanwhile. Each
    /// of their requests is read once, in whatever order the ids come.
    private func originals(
        of items: [Delivery.Item], _ session: Int64, _ ledger: Ledger, _ db: Database
    ) throws -> [EventKey: Original] {
        var keys: [Int64: Set<EventKey>] = [:]
        for case .event(let key?) in items {
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
            guard let stored = try StoredRequest.fetch(request, from: db) else { continue }
            bytes += stored.arrived.body.count
            for event in stored.decoded().events {
                guard let id = event.id else { continue }
                let key = EventKey(vendor: stored.vendor, id: id)
                if keys.contains(key) { originals[key] = .event(event.event) }
            }
        }
        return originals
    }
}
