internal import Foundation
internal import GRDB
internal import Trackproof
internal import TrackproofWire

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
            try derivation.derive(request(row), was: earlier(row)).insert(into: db)
            done += 1
            progress.tell(done, of: count)
        }
        try derivation.finish(in: db)
    }

    private static func request(_ row: Row) -> StoredRequest {
        let arrived = ArrivedRequest(
            received: EventTime(millisecondsSince1970: row[2]) ?? .now, method: row[3], target: RequestTarget(row[4]),
            headers: StoredRequest.headers(row[5]), body: Array(row[13] as Data))
        let answer = StoredRequest.Answer(status: nil)
        var request: StoredRequest
        if let refusal: String = row[9] {
            request = StoredRequest(arrived, refused: refusal, vendor: row[10], session: row[1], answer: answer)
        } else {
            request = StoredRequest(arrived, DecodedRequest(arrived.wire), session: row[1], answer: answer)
        }
        request.id = row[0]
        request.firstSequence = row[6]
        return request
    }

    /// Returns the outcomes that version 1 assigned to the items of a request.
    private static func earlier(_ row: Row) -> Rederivation.Earlier {
        var outcomes = [StoredItem.Outcome](repeating: .event, count: row[8])
        for (text, outcome) in [(row[11] as String, StoredItem.Outcome.retry), (row[12], .reused)] {
            for index in text.split(separator: ",").compactMap({ Int($0) }) where outcomes.indices.contains(index) {
                outcomes[index] = outcome
            }
        }
        return Rederivation.Earlier(events: row[7], items: outcomes.map { .init(outcome: $0) })
    }
}
