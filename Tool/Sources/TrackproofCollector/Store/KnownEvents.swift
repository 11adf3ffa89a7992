import GRDB

/// For each session, the position of the next event and the ids of the received events.
///
/// The store recognizes retries by these ids. The ids are in memory, because a unique index in the store's file would
/// be slow. The ids are random, so SQLite would write another page of the index for each new id. With such an index, it
/// took over 200 µs to add an event to a store of a million events.
struct KnownEvents {
    private struct SessionEvents {
        var nextSequence: Int64
        /// The hash of each event's content, by the hash of the event's id.
        var contents: [UInt64: UInt64] = [:]
    }

    private var sessions: [Int64: SessionEvents] = [:]

    /// The maximum number of ids for which the table of a session makes room in advance. The number of events in the
    /// store's file may be wrong.
    private static let mostReserved: Int64 = 1 << 20

    /// Reads the next position and the event ids of a session from the store, unless they are already in memory.
    mutating func load(_ session: Int64, from db: Database) throws {
        guard sessions[session] == nil else { return }
        let row = try Row.fetchOne(
            db, sql: "SELECT nextSequence, events FROM session WHERE id = ?", arguments: [session])
        // There is no row if the session was just removed. The store does not accept requests for such a session.
        guard let row else { return }
        var state = SessionEvents(nextSequence: try row.number(0))
        state.contents.reserveCapacity(Int(min(try row.number(1), Self.mostReserved)))
        let rows = try Row.fetchCursor(
            db, sql: "SELECT items FROM request WHERE session = ? AND events > 0", arguments: [session])
        while let row = try rows.next() {
            for item in try StoredRequest.items(row, at: 0) where item.isKnown {
                state.contents[item.id] = item.content
            }
        }
        sessions[session] = state
    }

    /// Returns the position of the next event in a session.
    func nextSequence(_ session: Int64) -> Int64 { sessions[session]?.nextSequence ?? 1 }

    /// Marks each event that has the id of an earlier event as `retry` or `reused`, and sets `firstSequence`.
    mutating func enter(_ request: inout StoredRequest) {
        // If the session stayed in the dictionary, a change to `session` would copy all of its state.
        guard var session = sessions.removeValue(forKey: request.session) else { return }
        defer { sessions[request.session] = session }
        request.firstSequence = session.nextSequence
        for (index, item) in request.items.enumerated() where item.outcome == .event {
            if item.id != 0, let content = session.contents[item.id] {
                request.items[index].outcome = content == item.content ? .retry : .reused
            } else {
                if item.id != 0 { session.contents[item.id] = item.content }
                session.nextSequence += 1
            }
        }
    }

    /// Undoes ``enter(_:)`` for the last requests, because the store could not write them.
    ///
    /// - Parameter requests: The requests, in the order in which ``enter(_:)`` was called for them.
    mutating func takeBack(_ requests: [StoredRequest]) {
        for request in requests.reversed() {
            forget(request.items, of: request.session)
            sessions[request.session]?.nextSequence = request.firstSequence
        }
    }

    /// Forgets the ids of removed items. If an SDK sends a removed event again, that event counts as a new event.
    mutating func forget(_ items: [StoredItem], of session: Int64) {
        for item in items where item.isKnown { sessions[session]?.contents[item.id] = nil }
    }

    /// Forgets the state of a session. The next call of ``load(_:from:)`` reads the state from the store again.
    mutating func forget(session: Int64) { sessions[session] = nil }
}

extension StoredItem {
    /// Whether the item is the first event with its id.
    fileprivate var isKnown: Bool { outcome == .event && id != 0 }
}
