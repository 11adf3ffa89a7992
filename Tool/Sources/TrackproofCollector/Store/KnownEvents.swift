internal import GRDB

/// The position of a session's next event, and the ids of the events that the session received.
struct SessionEvents {
    var nextSequence: Int64
    /// The content hash of each event, by the hash of its id.
    var contents = EventIDs()

    init(nextSequence: Int64) { self.nextSequence = nextSequence }

    /// Marks each event with a known id as `retry` or `reused`, and assigns positions to the new events.
    ///
    /// - Parameter earlier: The items before an update of the store, or `nil` if they are unknown. An item that was a
    ///   retry stays a retry even if the first event with its id was removed.
    mutating func enter(_ request: inout StoredRequest, earlier: [Rederivation.Earlier.Item]? = nil) {
        request.firstSequence = nextSequence
        for index in request.items.indices where request.items[index].outcome == .event {
            if let outcome = enter(request.items[index], was: earlier?[index]) {
                request.items[index].outcome = outcome
            } else {
                nextSequence += 1
            }
        }
    }

    /// Compares an event with the known ids, and remembers its id if the id is new.
    ///
    /// - Returns: The outcome of the item, or `nil` if the item is a new event.
    private mutating func enter(
        _ item: StoredItem, was earlier: Rederivation.Earlier.Item?
    ) -> StoredItem.Outcome? {
        // An earlier item with another id is a different item. If an older store lacks the id, the earlier item counts
        // as the same item.
        let earlier = earlier.flatMap { ($0.id ?? item.id) == item.id ? $0.outcome : nil }
        if earlier == .rejectedByPlan { return .rejectedByPlan }
        guard item.id != 0 else { return nil }
        if let earlier, earlier == .retry || earlier == .reused, contents[item.id] == nil { return earlier }
        guard let content = contents.insert(item.id, item.content) else { return nil }
        return content == item.content ? .retry : .reused
    }
}

/// For each session, the position of the next event and the ids of the received events.
///
/// The store's writer recognizes retries by these ids. They are in memory. A unique index in the store's file could
/// replace them, but the ids of events are random: for each new id, SQLite would write another page of the index. With
/// such an index, a store of a million events took over 200 µs to add an event.
struct KnownEvents {
    private var sessions: [Int64: SessionEvents] = [:]

    /// Reads the state of a session from the store, unless the state is already in memory.
    mutating func load(_ session: Int64, from db: Database) throws {
        guard sessions[session] == nil else { return }
        let row = try Row.fetchOne(
            db, sql: "SELECT nextSequence, events FROM session WHERE id = ?", arguments: [session])
        // There is no row if the session was just removed. The store does not accept requests for such a session.
        guard let row else { return }
        var state = SessionEvents(nextSequence: row[0])
        state.contents.reserveCapacity(row[1])
        let rows = try Row.fetchCursor(
            db, sql: "SELECT items FROM request WHERE session = ? AND events > 0", arguments: [session])
        while let row = try rows.next() {
            for item in try StoredRequest.items(row, at: 0) where item.isKnown {
                _ = state.contents.insert(item.id, item.content)
            }
        }
        sessions[session] = state
    }

    /// Returns the position of a session's next event.
    func nextSequence(_ session: Int64) -> Int64 { sessions[session]?.nextSequence ?? 1 }

    /// Marks each event with a known id as `retry` or `reused`, and assigns positions to the new events.
    mutating func enter(_ request: inout StoredRequest) {
        // If the session stayed in the dictionary, a change to `session` would copy all of its state.
        guard var session = sessions.removeValue(forKey: request.session) else { return }
        defer { sessions[request.session] = session }
        session.enter(&request)
    }

    /// Undoes ``enter(_:)`` for the last requests, because they could not be stored.
    ///
    /// - Parameter requests: The requests, in the order in which they were entered.
    mutating func takeBack(_ requests: [StoredRequest]) {
        for request in requests.reversed() {
            forget(request.items, of: request.session)
            sessions[request.session]?.nextSequence = request.firstSequence
        }
    }

    /// Forgets the ids of removed items. If an SDK sends such an event again, it counts as a new event.
    mutating func forget(_ items: [StoredItem], of session: Int64) {
        for item in items where item.isKnown { sessions[session]?.contents.remove(item.id) }
    }

    /// Forgets the state of a session. The next call of ``load(_:from:)`` reads the state from the store again.
    mutating func forget(session: Int64) { sessions[session] = nil }
}

extension StoredItem {
    /// Whether this is the first event with its id.
    fileprivate var isKnown: Bool { outcome == .event && id != 0 }
}
