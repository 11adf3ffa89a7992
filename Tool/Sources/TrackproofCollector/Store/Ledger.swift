internal import GRDB
internal import Trackproof
internal import TrackproofWire

/// What a store must know of each session to tell a new event from one that arrived before.
///
/// A transaction changes it as it goes, and says at its end whether that holds: ``commit()`` or ``rollBack()``.
struct Ledger {
    private struct Session {
        var nextSequence: Int64
        /// The request in which each id arrived first. Ids of requests that were removed may be among them: who asks
        /// for such a request does not find it.
        var seen: [EventKey: Int64] = [:]
    }

    private var sessions: [Int64: Session] = [:]
    /// How many ids may be those of removed requests.
    private var stale: Int64 = 0

    /// What the transaction under way has changed, and what stood there before.
    private var changedIDs: [(session: Int64, key: EventKey, before: Int64?)] = []
    private var changedSequences: [Int64: Int64] = [:]

    /// Reads a session's state from the store where it is not known yet.
    mutating func load(_ session: Int64, from db: Database) throws {
        guard sessions[session] == nil else { return }
        let next = try Int64.fetchOne(db, sql: "SELECT nextSequence FROM session WHERE id = ?", arguments: [session])
        // One that was just removed takes nothing.
        guard let next else { return }
        var state = Session(nextSequence: next)
        let rows = try Row.fetchCursor(
            db, sql: "SELECT \(StoredRequest.columns) FROM request WHERE session = ? ORDER BY id", arguments: [session])
        while let row = try rows.next() {
            let request = StoredRequest(row)
            for key in request.decoded().keys { state.seen[key] = request.id }
        }
        sessions[session] = state
    }

    /// The sequence of a session's next event.
    func nextSequence(_ session: Int64) -> Int64 { sessions[session]?.nextSequence ?? 1 }

    /// Counts events on.
    mutating func setNextSequence(_ next: Int64, _ session: Int64) {
        if changedSequences[session] == nil { changedSequences[session] = sessions[session]?.nextSequence }
        sessions[session]?.nextSequence = next
    }

    /// Takes note of the ids of a request; those that are known stay with the request that had them first.
    ///
    /// - Returns: these: their request, by the index of the item.
    mutating func take(_ items: [Delivery.Item], of request: Int64, _ session: Int64) -> [Int: Int64] {
        // Taken out meanwhile, so that it is changed in its place.
        guard var state = sessions.removeValue(forKey: session) else { return [:] }
        defer { sessions[session] = state }
        var known: [Int: Int64] = [:]
        for (index, item) in items.enumerated() {
            guard case .event(let key?) = item else { continue }
            if let first = state.seen.updateValue(request, forKey: key) {
                state.seen[key] = first
                known[index] = first
            } else {
                changedIDs.append((session, key, nil))
            }
        }
        return known
    }

    /// Gives an id to a request: that which had it first is not there any more.
    mutating func give(_ key: EventKey, to request: Int64, _ session: Int64) {
        changedIDs.append((session, key, sessions[session]?.seen.updateValue(request, forKey: key)))
    }

    /// What was changed holds.
    mutating func commit() {
        changedIDs.removeAll(keepingCapacity: changedIDs.count < 1 << 16)
        changedSequences = [:]
    }

    /// What was changed never was.
    mutating func rollBack() {
        for change in changedIDs.reversed() { sessions[change.session]?.seen[change.key] = change.before }
        for (session, next) in changedSequences { sessions[session]?.nextSequence = next }
        commit()
    }

    /// Forgets the ids of requests that were removed, once they are many.
    ///
    /// - Parameter removal: those that went.
    mutating func forget(_ removal: WireStore.Removal) {
        stale += removal.amount.items
        let known = sessions.values.reduce(0) { $0 + Int64($1.seen.count) }
        guard stale > known / 4 else { return }
        stale = 0
        sessions = sessions.mapValues { session in
            var session = session
            session.seen = session.seen.filter { $0.value >= removal.end || removal.left.contains($0.value) }
            return session
        }
    }

    /// Forgets a session.
    mutating func forget(session: Int64) { sessions[session] = nil }
}

extension ReceivedRequest {
    /// The ids of its events.
    fileprivate var keys: [EventKey] {
        events.compactMap { event in event.id.map { EventKey(vendor: stored.vendor, id: $0) } }
    }
}
