import Foundation
import GRDB
import TrackproofWire

/// The tables of a store.
///
/// A row of the table `request` contains a request as it arrived, and the outcome of each of its items. The row does
/// not contain the content of the items, because the collector decodes the content from the request.
enum StoreSchema {
    /// The SQLite application id of the stores of Trackproof: the letters `trkp`.
    private static let applicationID: Int32 = 0x7472_6B70

    /// The version of a store, which its file contains as SQLite's `user_version`.
    ///
    /// The high half is the version of the tables. The low half is the version of the decoders, because other decoders
    /// may find other items in the stored requests.
    private static let version: Int32 = 1 << 16 | WireDecoders.version

    /// Checks that a file does not exist, is a store, or is a database without tables. Does not change the file.
    static func check(_ file: String) throws {
        guard FileManager.default.fileExists(atPath: file) else { return }
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: file, configuration: configuration)
        let problem = try queue.read(problem)
        try queue.close()
        if let problem { throw StoreError(file: file, .notAStore, problem) }
    }

    /// Creates the tables if a database has none.
    static func create(in db: Database) throws {
        guard try isEmpty(db) else { return }
        try db.execute(
            sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version); \(tables)")
    }

    /// Returns why the collector cannot use a database as its store, or `nil` if it can.
    private static func problem(in db: Database) throws -> String? {
        if try isEmpty(db) { return nil }
        guard try Int32.fetchOne(db, sql: "PRAGMA application_id") == applicationID else {
            return "is an SQLite file, but not a Trackproof store"
        }
        let found = try Int32.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard found == version else {
            return "is a store of version \(text(found)), but this collector uses version \(text(version)); "
                + "delete the file, or name another file"
        }
        // A store has no triggers and no views. A trigger could remove what the collector has acknowledged.
        let foreign = try String.fetchOne(
            db, sql: "SELECT type FROM sqlite_schema WHERE type IN ('trigger', 'view') LIMIT 1")
        if let foreign { return "has a \(foreign), which is not part of a store" }
        let known = try columns(db)
        let sample = try DatabaseQueue()
        try sample.write(create)
        for (table, names) in try sample.read(columns).sorted(by: { $0.key < $1.key }) {
            guard let columns = known[table] else { return "lacks the table \(table)" }
            if let name = names.first(where: { !columns.contains($0) }) {
                return "lacks the column \(name) of the table \(table)"
            }
        }
        return nil
    }

    private static func isEmpty(_ db: Database) throws -> Bool {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") == 0
    }

    private static func text(_ version: Int32) -> String { "\(version >> 16).\(version & 0xFFFF)" }

    /// Returns the names of the columns of each table.
    private static func columns(_ db: Database) throws -> [String: [String]] {
        let tables = try String.fetchAll(
            db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
        return try Dictionary(uniqueKeysWithValues: tables.map { ($0, try db.columns(in: $0).map(\.name)) })
    }

    private static let tables = """
        CREATE TABLE session (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            key TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            opened INTEGER NOT NULL,
            -- The totals of the session's requests, see SessionTotals.
            requests INTEGER NOT NULL DEFAULT 0,
            events INTEGER NOT NULL DEFAULT 0,
            retries INTEGER NOT NULL DEFAULT 0,
            rejected INTEGER NOT NULL DEFAULT 0,
            ignored INTEGER NOT NULL DEFAULT 0,
            items INTEGER NOT NULL DEFAULT 0,
            bytes INTEGER NOT NULL DEFAULT 0,
            removed INTEGER NOT NULL DEFAULT 0,
            -- The position of the session's next event.
            nextSequence INTEGER NOT NULL DEFAULT 1
        );
        INSERT INTO session (id, key, name, opened) VALUES (1, 'default', 'default', 0);
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
            retries INTEGER NOT NULL,
            rejected INTEGER NOT NULL,
            ignored INTEGER NOT NULL,
            bytes INTEGER NOT NULL,
            -- The outcomes and hashes of the items, in the format of StoredItem.
            items BLOB NOT NULL,
            -- The reason why the whole request was rejected; null if it was not.
            rejectedField TEXT,
            rejectedReason TEXT,
            -- The status of the answer; null if the connection was closed.
            answer INTEGER,
            isPlanned INTEGER NOT NULL,
            -- The size of the whole body, decompressed. The column `body` may contain only the beginning.
            bodySize INTEGER NOT NULL,
            isZipped INTEGER NOT NULL,
            -- The body is the last column, because SQLite reads the whole body to reach a column after it.
            body BLOB NOT NULL
        );
        CREATE INDEX requestOfSession ON request (session, id);
        CREATE INDEX requestWithoutEvents ON request (session, id) WHERE events = 0;
        """
}
