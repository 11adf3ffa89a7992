internal import Foundation
internal import GRDB
internal import NIOConcurrencyHelpers
internal import Trackproof

/// The requests that arrived, in an SQLite file.
///
/// Requests that come while others are being written are written together, in one transaction: ``append(_:)`` returns
/// when that is committed, and what is committed survives the death of the process.
final class WireStore: Sendable {
    /// The store's file.
    let file: String
    let pool: DatabasePool
    let arrivals: ArrivalSignal
    let sessions: SessionRegistry
    private let retention: Retention
    private let waiting = NIOLockedValueBox(Waiting())
    private let books: Books
    private let lock: StoreLock

    private struct Waiting {
        var deliveries: [(Delivery, CheckedContinuation<Void, any Error>)] = []
        /// Whether the writer will look for more.
        var isTaken = false
    }

    /// What only the writer touches.
    private final class Books: @unchecked Sendable {
        // Unchecked: touched in blocks of the pool's writer only, which run one at a time.
        var ledger = Ledger()
        var total: Int64 = 0

        func change<Value>(_ db: Database, _ change: (Database, inout Ledger) throws -> Value) throws -> Value {
            do {
                let value = try db.transaction { try change(db, &ledger) }
                total = try Int64.fetchOne(db, sql: "SELECT total(events) FROM request") ?? 0
                return value
            } catch {
                // It may have forgotten what is there still: it is read anew when it is needed.
                ledger = Ledger()
                throw error
            }
        }
    }

    /// Opens a store, or makes one.
    ///
    /// - Parameter mainKey: a key by which requests may name the session of those that name none.
    /// - Throws: ``StoreError``
    init(file: String, retention: Retention, mainKey: String? = nil) throws {
        self.file = file
        self.retention = retention
        do {
            // Before anything is made or changed: opening alone would turn another program's file to write-ahead.
            try StoreSchema.check(file)
            lock = try StoreLock(file)
            var configuration = Configuration()
            configuration.busyMode = .timeout(2)
            configuration.maximumReaderCount = 4
            configuration.prepareDatabase { db in
                // What is committed survives our death; a machine without power may lose the last of it.
                try db.execute(sql: "PRAGMA synchronous = NORMAL")
                // Each checkpoint waits for the disk twice: one in 64 MB of pages rather than in 4.
                try db.execute(sql: "PRAGMA wal_autocheckpoint = 16000")
            }
            pool = try DatabasePool(path: file, configuration: configuration)
            try StoreSchema.prepare(pool, file: file)
            let books = Books()
            let (newest, known) = try pool.write { db in
                books.total = try Int64.fetchOne(db, sql: "SELECT total(events) FROM request") ?? 0
                let newest = try Int64.fetchOne(db, sql: "SELECT max(id) FROM request")
                return (newest ?? 0, try Session.fetchAll(db))
            }
            self.books = books
            arrivals = ArrivalSignal(newest: newest)
            sessions = SessionRegistry(known, mainKey: mainKey)
        } catch let error as DatabaseError {
            throw StoreError(opening: file, error)
        }
    }

    /// Adds a request; returns when it is committed.
    ///
    /// - Throws: ``StoreError`` where it could not be: nothing of it is kept then.
    func append(_ delivery: Delivery) async throws {
        try await withCheckedThrowingContinuation { continuation in
            let isTaken = waiting.withLockedValue { waiting in
                waiting.deliveries.append((delivery, continuation))
                defer { waiting.isTaken = true }
                return waiting.isTaken
            }
            if isTaken { return }
            pool.asyncWriteWithoutTransaction { [self] db in writeAll(db) }
        }
    }

    /// Writes what waits. What comes meanwhile is written next, behind what else waits for the writer.
    private func writeAll(_ db: Database) {
        let group = waiting.withLockedValue { waiting in
            let group = waiting.deliveries
            waiting.deliveries = []
            waiting.isTaken = !group.isEmpty
            return group
        }
        if group.isEmpty { return }
        write(group, db)
        removeSurplus(db)
        pool.asyncWriteWithoutTransaction { [self] db in writeAll(db) }
    }

    private func write(_ group: [(Delivery, CheckedContinuation<Void, any Error>)], _ db: Database) {
        do {
            let newest = try write(group.map(\.0), db)
            for (_, continuation) in group { continuation.resume() }
            arrivals.tell(newest: newest)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT && group.count > 1 {
            // One of them is for a session that was just removed; the others are none the worse for it.
            for one in group { write([one], db) }
        } catch {
            for (_, continuation) in group { continuation.resume(throwing: StoreError(using: file, error)) }
        }
    }

    /// Writes requests in one transaction; returns the id of the last.
    private func write(_ deliveries: [Delivery], _ db: Database) throws -> Int64 {
        var newest: Int64 = 0
        var group = WriteGroup()
        try db.transaction {
            for delivery in deliveries { newest = try group.add(delivery, &books.ledger, in: db) }
        }
        books.ledger.add(group.draft)
        books.total += group.draft.events
        return newest
    }

    /// Removes the oldest requests beyond the retention, and some more: it costs as much for many as for one.
    private func removeSurplus(_ db: Database) {
        guard let most = retention.events, books.total > most else { return }
        do {
            try removeOldest(books.total - most + most / 100, db)
        } catch {
            // What was added is kept all the same; after the next requests it is tried again.
        }
    }

    /// Removes the oldest requests that hold so many events.
    private func removeOldest(_ excess: Int64, _ db: Database) throws {
        try books.change(db) { db, ledger in
            try Retention.removeOldest(from: db, &ledger, events: excess)
        }
    }

    /// Changes the store outside the order of arrivals.
    ///
    /// - Parameter change: it tells the ledger what it removes.
    func update<Value: Sendable>(
        _ change: @escaping @Sendable (Database, inout Ledger) throws -> Value
    ) async throws -> Value {
        do {
            return try await pool.writeWithoutTransaction { [books] db in
                try books.change(db, change)
            }
        } catch {
            throw StoreError(using: file, error)
        }
    }

    /// Ends all waits and closes the file.
    func close() throws {
        arrivals.end()
        // The writer must be the last to go: those who only read cannot leave the file whole, without its log.
        pool.releaseMemory()
        try pool.close()
    }
}
