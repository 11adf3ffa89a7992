internal import Foundation
internal import GRDB

/// The tables of a store, version 1.
///
/// A request stands there as it arrived; beside it stands what cannot be told from it alone: its place in the session
/// and which of its items had arrived before.
enum StoreSchema {
    /// Marks the file as ours: `trkp`.
    private static let applicationID: Int32 = 0x7472_6B70

    /// Looks whether a file is a store, or may become one, without changing it.
    static func check(_ file: String) throws {
        guard FileManager.default.fileExists(atPath: file) else { return }
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: file, configuration: configuration)
        let (mark, tables) = try queue.read { db in
            (
                try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0,
                try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
            )
        }
        try queue.close()
        guard mark == applicationID || tables == 0 else {
            throw StoreError(file: file, .notAStore, "is an SQLite file, but no store of trackproof")
        }
    }

    /// Makes the tables where they are not there.
    static func prepare(_ pool: DatabasePool, file: String) throws {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("store 1") { db in
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
            try db.execute(
                sql: """
                    CREATE TABLE session (
                        id INTEGER PRIMARY KEY AUTOINCREMENT,
                        key TEXT NOT NULL UNIQUE,
                        name TEXT NOT NULL,
                        opened INTEGER NOT NULL,
                        -- What its requests are together, and the place of its next event.
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
                        -- Why it was turned away undecoded; null for one that was not.
                        refusal TEXT,
                        retries TEXT NOT NULL,
                        reused TEXT NOT NULL,
                        -- Last: SQLite would go through it to what stood behind.
                        body BLOB NOT NULL
                    );
                    CREATE INDEX requestOfSession ON request (session, id);
                    INSERT INTO session (id, key, name, opened) VALUES (1, 'default', 'default', 0);
                    """)
        }
        guard try !pool.read(migrator.hasBeenSuperseded) else {
            throw StoreError(file: file, .notAStore, "was written by another version of trackproof: name another file")
        }
        try migrator.migrate(pool)
    }
}
