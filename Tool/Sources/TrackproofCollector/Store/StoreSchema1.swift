import Foundation
import GRDB
import Trackproof
import TrackproofWire

/// The tables of a store, version 1.
///
/// For each request, version 1 kept the indices of the items that were retries, and the indices of the items that
/// reused an id. An index is the position of an item among all items that the decoders of that time found in the
/// request.
enum StoreSchema1 {
    static let tables = """
        CREATE TABLE session (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            key TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            opened INTEGER NOT NULL,
            -- The totals of the session's requests, and the position of the session's next event.
            requests INTEGER NOT NULL DEFAULT 0,
            events INTEGER NOT NULL DEFAULT 0,
            rejected INTEGER NOT NULL DEFAULT 0,
            items INTEGER NOT NULL DEFAULT 0,
            bytes INTEGER NOT NULL DEFAULT 0,
            nextSequence INTEGER NOT NULL DEFAULT 1
        );
        CREATE TABLE request (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            session INTEGER NOT NULL REFERENCES session(id) ON DELETE CASCADE,
            vendor TEXT NOT NULL,
            received INTEGER NOT NULL,
            method TEXT NOT NULL,
            target TEXT NOT NULL,
            headers TEXT NOT NULL,
            firstSequence INTEGER NOT NULL,
            events INTEGER NOT NULL,
            rejected INTEGER NOT NULL,
            items INTEGER NOT NULL,
            bytes INTEGER NOT NULL,
            refusal TEXT,
            retries TEXT NOT NULL,
            reused TEXT NOT NULL,
            body BLOB NOT NULL
        );
        CREATE INDEX requestOfSession ON request (session, id);
        INSERT INTO session (id, key, name, opened) VALUES (1, 'default', 'default', 0);
        """

    /// Decodes the requests of version 1, which are in the table `request1`, and adds them to the table of version 2.
    static func copyRequests(in db: Database, _ progress: StoreProgress) throws {
        var progress = progress
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM request1") ?? 0
        if count > 0 { progress.begin(count) }
        var derivation = Rederivation()
        var done = 0
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT id, session, received, method, target, headers, firstSequence, events, items, refusal, vendor, \
                retries, reused, body FROM request1 ORDER BY id
                """)
        while let row = try rows.next() {
            let request = try request(row)
            try derivation.derive(request, was: earlier(row, items: request.items.count)).insert(into: db)
            done += 1
            progress.tell(done, of: count)
        }
        try derivation.finish(in: db)
    }

    private static func request(_ row: Row) throws -> StoredRequest {
        let arrived = ArrivedRequest(
            received: try row.time(2), method: try row.text(3), target: RequestTarget(try row.text(4)),
            headers: StoredRequest.headers(try row.text(5)), body: try row.bytes(13))
        let session = try row.number(1)
        let answer = StoredRequest.Answer(status: nil)
        var request: StoredRequest
        if let refusal = try row.optionalText(9) {
            request = StoredRequest(
                arrived, refused: refusal, vendor: try row.text(10), session: session, answer: answer)
        } else {
            request = StoredRequest(arrived, DecodedRequest(arrived.wire), session: session, answer: answer)
        }
        request.id = try row.number(0)
        request.firstSequence = try row.number(6)
        return request
    }

    /// Returns the outcomes that version 1 assigned to the items of a request.
    ///
    /// - Parameter count: The number of items that the request has now. If version 1 found another number of items, the
    ///   result has no outcomes.
    private static func earlier(_ row: Row, items count: Int) throws -> Rederivation.Earlier {
        let isSame = try row.number(8) == Int64(count)
        var outcomes = [StoredItem.Outcome](repeating: .event, count: isSame ? count : 0)
        for (text, outcome) in [(try row.text(11), StoredItem.Outcome.retry), (try row.text(12), .reused)] {
            for index in text.split(separator: ",").compactMap({ Int($0) }) where outcomes.indices.contains(index) {
                outcomes[index] = outcome
            }
        }
        return Rederivation.Earlier(events: Int(try row.number(7)), items: outcomes.map { .init(outcome: $0) })
    }
}
