import GRDB
import TrackproofWire

/// An update of a store after a change of the decoders. It decodes all requests again, in the order of arrival.
///
/// A retry stays a retry even if the first event with its id was removed. In each session, the position of the first
/// event stays the same. The update does not assign the positions of removed events to other events.
struct Rederivation {
    /// The items of a request before the update.
    struct Earlier {
        /// The number of items whose outcome is `event`.
        let events: Int
        let items: [Item]

        /// The outcome of an item and the hash of its id. The hash is `nil` if the store did not keep it.
        struct Item {
            let outcome: StoredItem.Outcome
            var id: UInt64?
        }
    }

    private struct Session {
        var events: SessionEvents
        /// The position that the next event had before the update, if the store removed no request in between.
        var earlierNext: Int64
    }

    private var sessions: [Int64: Session] = [:]

    /// Decodes all requests again if another version of the decoders decoded any of them.
    static func run(in db: Database, _ progress: StoreProgress) throws {
        let isOld = try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM request WHERE decoder <> ?)", arguments: [WireDecoders.version])
        guard isOld == true else { return }
        var progress = progress
        let ids = try Int64.fetchAll(db, sql: "SELECT id FROM request ORDER BY id")
        progress.begin(ids.count)
        var derivation = Rederivation()
        for (index, id) in ids.enumerated() {
            guard let stored = try StoredRequest.fetch(id, from: db) else { continue }
            let earlier = Earlier(
                events: stored.count(.event), items: stored.items.map { .init(outcome: $0.outcome, id: $0.id) })
            try derivation.derive(stored.decodedAgain, was: earlier).updateItems(in: db)
            progress.tell(index + 1, of: ids.count)
        }
        try derivation.finish(in: db)
    }

    /// Returns a copy of a request with the new position of its first event, and with its retries marked.
    ///
    /// - Parameters:
    ///   - request: The request, decoded with the current decoders. Its `firstSequence` is the position before the
    ///     update.
    ///   - earlier: The items of the request before the update.
    mutating func derive(_ request: StoredRequest, was earlier: Earlier) throws -> StoredRequest {
        var request = request
        var session =
            sessions.removeValue(forKey: request.session)
            ?? Session(
                events: SessionEvents(nextSequence: request.firstSequence), earlierNext: request.firstSequence)
        defer { sessions[request.session] = session }
        // If requests before this request were removed, the positions of their events stay unused.
        session.events.nextSequence += max(request.firstSequence - session.earlierNext, 0)
        guard session.events.nextSequence <= Row.maxNumber else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the positions of the events are not in order")
        }
        session.earlierNext = request.firstSequence + Int64(earlier.events)
        // If the request has as many items as before, each item corresponds to the earlier item at the same index.
        let isSameInPlace = earlier.items.count == request.items.count
        session.events.enter(&request, earlier: isSameInPlace ? earlier.items : nil)
        return request
    }

    /// Writes the totals of each session, and the position of its next event, to the table `session`.
    func finish(in db: Database) throws {
        // The update has written the other numbers of each row.
        let sizes = try Row.fetchCursor(db, sql: "SELECT bytes FROM request")
        while let row = try sizes.next() { _ = try row.number(0) }
        try db.execute(
            sql: """
                UPDATE session SET (requests, events, retries, rejected, ignored, items, bytes) = (
                    SELECT count(*), ifnull(sum(events), 0), ifnull(sum(retries), 0), ifnull(sum(rejected), 0), \
                    ifnull(sum(ignored), 0), ifnull(sum(\(StoredAmount.items)), 0), ifnull(sum(bytes), 0) \
                    FROM request WHERE session = session.id
                )
                """)
        for (id, session) in sessions {
            try db.execute(
                sql: "UPDATE session SET nextSequence = max(nextSequence, ?) WHERE id = ?",
                arguments: [session.events.nextSequence, id])
        }
    }
}

extension StoredRequest {
    /// The request, decoded with the current decoders.
    ///
    /// The request stays unchanged if the collector refused it, if it has no items, or if the store kept only the
    /// beginning of its body.
    fileprivate var decodedAgain: StoredRequest {
        guard wholeSize == nil, !items.isEmpty, !isRefused else { return self }
        var request = StoredRequest(arrived, DecodedRequest(arrived.wire), session: session, answer: answer)
        request.id = id
        request.firstSequence = firstSequence
        return request
    }
}
