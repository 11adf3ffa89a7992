internal import GRDB

/// What the store's writer knows of each session: the place of its next event, and the ids that arrived.
///
/// It is kept in memory. A unique index in the file would do the same, but ids are random: each would write a page of
/// its own, and a store of a million events took over 200 µs for one more.
struct KnownEvents {
    private struct Session {
        var nextSequence: Int64
        /// The hash of the content of each event, by the hash of its id.
        var contents: [UInt64: UInt64] = [:]
    }

    private var sessions: [Int64: Session] = [:]

    /// Reads what is known of a session from the store, unless that was done.
    mutating func load(_ session: Int64, from db: Database) throws {
        guard sessions[session] == nil else { return }
        let row = try Row.fetchOne(
            db, sql: "SELECT nextSequence, events FROM session WHERE id = ?", arguments: [session])
        // A session that was just removed takes nothing.
        guard let row else { return }
        var state = Session(nextSequence: row[0])
        state.contents.reserveCapacity(row[1])
        let rows = try Row.fetchCursor(
            db, sql: "SELECT items FROM request WHERE session = ? AND events > 0", arguments: [session])
        while let row = try rows.next() {
            for item in try StoredRequest.items(row, at: 0) where item.isKnown {
                state.contents[item.id] = item.content
            }
        }
        sessions[session] = state
    }

    /// The place of a session's next event.
    func nextSequence(_ session: Int64) -> Int64 { sessions[session]?.nextSequence ?? 1 }

    /// Tells which of a request's events had arrived before, and gives the others their places.
    mutating func enter(_ request: inout StoredRequest) {
        // Taken out meanwhile, so that it is changed in its place.
        guard var session = sessions.removeValue(forKey: request.session) else { return }
        defer { sessions[request.session] = session }
        request.firstSequence = session.nextSequence
        for index in request.items.indices where request.items[index].outcome == .event {
            let item = request.items[index]
            if item.id != 0 {
                if let content = session.contents[item.id] {
                    request.items[index].outcome = content == item.content ? .retry : .reused
                    continue
                }
                session.contents[item.id] = item.content
            }
            session.nextSequence += 1
        }
    }

    /// Takes back requests that were entered last, and could not be stored.
    mutating func takeBack(_ requests: [StoredRequest]) {
        for request in requests.reversed() {
            forget(request.items, of: request.session)
            sessions[request.session]?.nextSequence = request.firstSequence
        }
    }

    /// Forgets items of requests that were removed: who sends them again sends new events.
    mutating func forget(_ items: [StoredItem], of session: Int64) {
        for item in items where item.isKnown { sessions[session]?.contents[item.id] = nil }
    }

    /// Forgets a session; its next event is the first again, or what the store says.
    mutating func forget(session: Int64) { sessions[session] = nil }
}

extension StoredItem {
    /// Whether it is an event with an id, the first of that id.
    fileprivate var isKnown: Bool { outcome == .event && id != 0 }
}
