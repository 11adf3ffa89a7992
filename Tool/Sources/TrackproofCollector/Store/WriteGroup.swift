internal import GRDB
internal import Trackproof

/// The requests that one transaction adds: each item is an event, a retry of one, or nothing that counts.
struct WriteGroup {
    /// What was added, by the session's row.
    private var totals: [Int64: SessionTotals] = [:]

    /// No more is read again for one request, to compare what comes once more with what came first.
    private static let mostBytesCompared = 64 << 20

    /// How much was added.
    var amount: StoredAmount { totals.values.reduce(into: StoredAmount()) { $0 += $1.amount } }

    /// Adds a request.
    ///
    /// - Parameter id: greater than that of any before.
    mutating func add(_ delivery: Delivery, id: Int64, _ ledger: inout Ledger, in db: Database) throws {
        let session = delivery.session
        try ledger.load(session, from: db)
        let line = try line(of: delivery, id, &ledger, db)
        let bytes = delivery.arrived.bytes
        try StoredRequest.insert(delivery, id: id, bytes: bytes, ledger: line, into: db)
        ledger.setNextSequence(line.firstSequence + Int64(line.events), session)
        totals[session, default: SessionTotals()] += SessionTotals(line, bytes: bytes)
    }

    /// Brings the sessions' rows up to date; nothing is added behind that.
    func finish(_ ledger: Ledger, in db: Database) throws {
        for (session, totals) in totals {
            try totals.add(to: session, nextSequence: ledger.nextSequence(session), in: db)
        }
    }

    /// Tells new events from those that arrived before.
    private func line(
        of delivery: Delivery, _ id: Int64, _ ledger: inout Ledger, _ db: Database
    ) throws -> LedgerLine {
        var line = LedgerLine(firstSequence: ledger.nextSequence(delivery.session))
        guard let items = delivery.items else {
            line.rejected = 1
            return line
        }
        var known = ledger.take(items, of: id, delivery.session)
        let originals = known.isEmpty ? Originals() : try Originals(of: delivery, id, &known, &ledger, db)
        for (index, item) in items.enumerated() {
            switch item {
            case .rejected: line.rejected += 1
            case .event(let key?) where known[index] != nil:
                if originals.areRetried(by: index, key) {
                    line.retries.append(index)
                } else {
                    line.reused.append(index)
                    line.rejected += 1
                }
            case .event: line.events += 1
            }
        }
        return line
    }

    /// What had the ids of a request's items first.
    private struct Originals {
        private var events: [EventKey: Event?] = [:]
        /// Those that were not read again, since they would be too many; they are taken for the same.
        private var unread: Set<EventKey> = []
        /// The events of the request itself.
        private var own: [Event?] = []

        init() {}

        /// Reads each request in which `known` items arrived first, once, in whatever order the ids come. Ids whose
        /// request was removed meanwhile are the request's own now, and no longer known.
        init(
            of delivery: Delivery, _ id: Int64, _ known: inout [Int: Int64], _ ledger: inout Ledger, _ db: Database
        ) throws {
            own = delivery.events
            let items = delivery.items ?? []
            var bytes = 0
            for (request, indexes) in Dictionary(grouping: known.keys.sorted(), by: { known[$0] ?? id }).sorted(by: {
                $0.key < $1.key
            }) {
                let keys = Set(indexes.compactMap { items[$0].key })
                if request == id {
                    takeOwn(keys, items)
                } else if bytes >= WriteGroup.mostBytesCompared, try StoredRequest.exists(request, in: db) {
                    unread.formUnion(keys)
                } else if let stored = try StoredRequest.fetch(request, from: db) {
                    bytes += stored.arrived.body.count
                    take(keys, from: stored)
                } else {
                    for index in indexes {
                        guard let key = items[index].key else { continue }
                        // Of several with one id the first is new; the others are measured by it.
                        if events[key] == nil {
                            events[key] = own[index]
                            known[index] = nil
                            ledger.give(key, to: id, delivery.session)
                        }
                    }
                }
            }
        }

        private mutating func takeOwn(_ keys: Set<EventKey>, _ items: [Delivery.Item]) {
            for (index, item) in items.enumerated() {
                if let key = item.key, keys.contains(key), events[key] == nil { events[key] = own[index] }
            }
        }

        private mutating func take(_ keys: Set<EventKey>, from stored: StoredRequest) {
            for event in stored.decoded().events {
                guard let id = event.id else { continue }
                let key = EventKey(vendor: stored.vendor, id: id)
                if keys.contains(key) { events[key] = event.event }
            }
        }

        /// Whether the item at an index says the same as what had its id first.
        func areRetried(by index: Int, _ key: EventKey) -> Bool {
            unread.contains(key) || events[key] == .some(own[index])
        }
    }
}

extension SessionTotals {
    /// Those of one request.
    fileprivate init(_ line: LedgerLine, bytes: Int) {
        requests = 1
        events = Int64(line.events)
        rejected = Int64(line.rejected)
        amount = StoredAmount(items: Int64(line.items), bytes: Int64(bytes))
    }
}

extension Delivery.Item {
    /// The id of an event that has one.
    fileprivate var key: EventKey? { if case .event(let key) = self { key } else { nil } }
}
