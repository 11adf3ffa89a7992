import Foundation
import GRDB
import Logging
import TrackproofWire

/// The tables of a store, version 3.
///
/// A row of the table `request` contains a request as it arrived, and the outcome of each of its items. The row does
/// not contain the content of the items, because the collector decodes the content from the request.
enum StoreSchema {
    /// The SQLite application id of the stores of Trackproof: the letters `trkp`.
    private static let applicationID: Int32 = 0x7472_6B70

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

    /// Returns why the collector cannot use a database as its store, or `nil` if it can.
    private static func problem(in db: Database) throws -> String? {
        if try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") == 0 { return nil }
        guard try Int32.fetchOne(db, sql: "PRAGMA application_id") == applicationID else {
            return "is an SQLite file, but not a Trackproof store"
        }
        // A store has no triggers and no views. A trigger could remove what the collector has acknowledged.
        let foreign = try String.fetchOne(
            db, sql: "SELECT type FROM sqlite_schema WHERE type IN ('trigger', 'view') LIMIT 1")
        if let foreign { return "has a \(foreign), which is not part of a store" }
        let migrator = migrator(nil)
        if try migrator.hasBeenSuperseded(db) {
            return "was written by a newer version of trackproof; use another file"
        }
        guard let version = try migrator.completedMigrations(db).last else { return "lacks the version of the store" }
        let sample = try DatabaseQueue()
        try migrator.migrate(sample, upTo: version)
        let known = try columns(db)
        for (table, names) in try sample.read(columns).sorted(by: { $0.key < $1.key }) {
            guard let columns = known[table] else { return "lacks the table \(table)" }
            if let name = names.first(where: { !columns.contains($0) }) {
                return "lacks the column \(name) of the table \(table)"
            }
        }
        return nil
    }

    /// Returns the names of the columns of each table.
    private static func columns(_ db: Database) throws -> [String: [String]] {
        let tables = try String.fetchAll(
            db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
        return try Dictionary(uniqueKeysWithValues: tables.map { ($0, try db.columns(in: $0).map(\.name)) })
    }

    /// Creates the tables, or updates the tables of an older version. Decodes requests again if the decoders changed.
    static func prepare(_ pool: DatabasePool, file: String, logger: Logger) throws {
        let progress = StoreProgress(file, logger)
        try migrator(progress).migrate(pool)
        try pool.write { db in try Rederivation.run(in: db, progress) }
    }

    /// Returns the migrations of a store.
    ///
    /// - Parameter progress: The log for requests that are decoded again, or `nil` for a database without requests.
    private static func migrator(_ progress: StoreProgress?) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("store 1") { db in
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
            try db.execute(sql: StoreSchema1.tables)
        }
        migrator.registerMigration("store 2") { db in
            try db.execute(
                sql: """
                    ALTER TABLE session ADD COLUMN retries INTEGER NOT NULL DEFAULT 0;
                    ALTER TABLE session ADD COLUMN ignored INTEGER NOT NULL DEFAULT 0;
                    ALTER TABLE request RENAME TO request1;
                    DROP INDEX requestOfSession;
                    \(requests)
                    """)
            if let progress { try StoreSchema1.copyRequests(in: db, progress) }
            // The new table continues the ids of the old table, because the ids of removed requests are not used again.
            try db.execute(
                sql: """
                    INSERT INTO sqlite_sequence (name, seq) SELECT 'request', 0
                    WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'request');
                    UPDATE sqlite_sequence SET seq = max(seq, ifnull(
                        (SELECT seq FROM sqlite_sequence WHERE name = 'request1'), 0)) WHERE name = 'request';
                    DROP TABLE request1
                    """)
        }
        migrator.registerMigration("store 3") { db in
            try db.execute(
                sql: """
                    -- The number of events and rejected items that the retention has removed from the session.
                    ALTER TABLE session ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;
                    DROP INDEX requestWithoutEvents;
                    CREATE INDEX requestWithoutEvents ON request (session, id) WHERE events = 0;
                    """)
        }
        return migrator
    }

    private static let requests = """
        CREATE TABLE request (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            session INTEGER NOT NULL REFERENCES session(id) ON DELETE CASCADE,
            vendor TEXT NOT NULL,
            received INTEGER NOT NULL,
            method TEXT NOT NULL,
            target TEXT NOT NULL,
            headers TEXT NOT NULL,
            firstSequence INTEGER NOT NULL,
            -- The version of the decoders that made the items.
            decoder INTEGER NOT NULL,
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
            -- The status of the answer; null if the connection was closed, or if the status is unknown.
            answer INTEGER,
            isPlanned INTEGER NOT NULL,
            isRefused INTEGER NOT NULL,
            -- The size of the whole body, decompressed. The column `body` may contain only the beginning.
            bodySize INTEGER NOT NULL,
            isZipped INTEGER NOT NULL,
            -- The body is the last column, because SQLite reads the whole body to reach a column after it.
            body BLOB NOT NULL
        );
        CREATE INDEX requestOfSession ON request (session, id);
        CREATE INDEX requestWithoutEvents ON request (id) WHERE events = 0;
        CREATE INDEX requestOfDecoder ON request (decoder);
        """
}
