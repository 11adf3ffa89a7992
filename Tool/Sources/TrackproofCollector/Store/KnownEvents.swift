internal import GRDB

/// What is known of a session: the place of its next event, and the ids that arrived.
struct SessionEvents {
    var nextSequence: Int64
    /// The hash of the content of each event, by the hash of its id.
    var contents = EventIDs()

    init(nextSequence: Int64) { self.nextSequence = nextSequence }

    /// Tells which of a request's events had arrived before, and gives the others their places.
    ///
    /// - Parameter earlier: what became of the items when another version decoded the request. An event that had arrived
    ///   before stays one, also if what arrived first was removed.
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

    /// Remembers the id of a new event. Returns the outcome of an item that is not a new event.
    private mutating func enter(
        _ item: StoredItem, was earlier: Rederivation.Earlier.Item?
    ) -> StoredItem.Outcome? {
        // Older stores do not have the ids of all items.
        let earlier = earlier.flatMap { ($0.id ?? item.id) == item.id ? $0.outcome : nil }
        if earlier == .refused { return .refused }
        guard item.id != 0 else { return nil }
        if let earlier, earlier == .retry || earlier == .reused, contents[item.id] == nil { return earlier }
        guard let content = contents.insert(item.id, item.content) else { return nil }
        return content == item.content ? .retry : .reused
    }
}

/// What the store's writer knows of each session: the place of its next event, and the ids that arrived.
///
/// It is kept in memory. A unique index in the file would do the same, but ids are random: each would write a page of
/// its own, and a store of a million events took over 200 µs for one more.
struct KnownEvents {
    private var sessions: [Int64: SessionEvents] = [:]

    /// Reads what is known of a session from the store, unless that was done.
    mutating func load(_ session: Int64, from db: Database) throws {
        guard sessions[session] == nil else { return }
        let row = try Row.fetchOne(
            db, sql: "SELECT nextSequence, events FROM session WHERE id = ?", arguments: [session])
        // A session that was just removed takes nothing.
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

    /// The place of a session's next event.
    func nextSequence(_ session: Int64) -> Int64 { sessions[session]?.nextSequence ?? 1 }

    /// Tells which of a request's events had arrived before, and gives the others their places.
    mutating func enter(_ request: inout StoredRequest) {
        // As long as it stands in the dictionary too, a change would copy all of it.
        guard var session = sessions.removeValue(forKey: request.session) else { return }
        defer { sessions[request.session] = session }
        session.enter(&request)
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
        for item in items where item.isKnown { sessions[session]?.contents.remove(item.id) }
    }

    /// Forgets a session; its next event is the first again, or what the store says.
    mutating func forget(session: Int64) { sessions[session] = nil }
}

extension StoredItem {
    /// Whether it is an event with an id, the first of that id.
    fileprivate var isKnown: Bool { outcome == .event && id != 0 }
}
