internal import GRDB
internal import Trackproof
internal import TrackproofWire

/// What a store must know of each session to tell a new event from one that arrived before.
///
/// It is as the last commit left it: what a transaction adds stands in a ``LedgerDraft`` until that is committed.
struct Ledger {
    private struct Session {
        var nextSequence: Int64 = 1
        /// The request in which each id arrived first.
        var seen: [EventKey: Int64] = [:]
    }

    private var sessions: [Int64: Session] = [:]

    /// Reads a session's state from the store where it is not known yet.
    mutating func load(_ session: Int64, from db: Database) throws {
        guard sessions[session] == nil else { return }
        var state = Session()
        let rows = try Row.fetchCursor(
            db, sql: "SELECT \(StoredRequest.columns) FROM request WHERE session = ? ORDER BY id", arguments: [session])
        while let row = try rows.next() {
            let request = StoredRequest(row)
            state.nextSequence = request.ledger.firstSequence + Int64(request.ledger.events)
            for key in request.decoded().keys { state.seen[key] = request.id }
        }
        sessions[session] = state
    }

    /// The sequence of a session's next event.
    func nextSequence(_ session: Int64) -> Int64 { sessions[session]?.nextSequence ?? 1 }

    /// The request in which an id arrived first.
    func request(of key: EventKey, _ session: Int64) -> Int64? { sessions[session]?.seen[key] }

    /// Makes what a transaction added the sessions' own.
    mutating func add(_ draft: LedgerDraft) {
        for (id, next) in draft.nextSequence { sessions[id]?.nextSequence = next }
        for (id, seen) in draft.seen { sessions[id]?.seen.merge(seen) { first, _ in first } }
    }

    /// Forgets a request that was removed.
    mutating func forget(_ request: StoredRequest) {
        guard sessions[request.session] != nil else { return }
        for key in request.decoded().keys { sessions[request.session]?.seen[key] = nil }
    }

    /// Forgets a session.
    mutating func forget(session: Int64) { sessions[session] = nil }
}

/// What a transaction adds to a ledger.
struct LedgerDraft {
    fileprivate var nextSequence: [Int64: Int64] = [:]
    fileprivate var seen: [Int64: [EventKey: Int64]] = [:]
    /// How many events were added.
    private(set) var events: Int64 = 0

    /// Takes note of a request that was added.
    mutating func add(_ line: LedgerLine, _ keys: some Collection<EventKey>, request: Int64, session: Int64) {
        events += Int64(line.events)
        nextSequence[session] = line.firstSequence + Int64(line.events)
        for key in keys { seen[session, default: [:]][key] = request }
    }

    /// The sequence of a session's next event.
    func nextSequence(_ session: Int64) -> Int64? { nextSequence[session] }

    /// The request in which an id arrived first.
    func request(of key: EventKey, _ session: Int64) -> Int64? { seen[session]?[key] }
}

extension ReceivedRequest {
    /// The ids of its events.
    fileprivate var keys: [EventKey] {
        events.compactMap { event in event.id.map { EventKey(vendor: stored.vendor, id: $0) } }
    }
}
