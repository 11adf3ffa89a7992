internal import Foundation
internal import GRDB
internal import Logging
internal import NIOConcurrencyHelpers
internal import Trackproof

/// The requests that arrived, in an SQLite file.
///
/// Requests that come while others are being written are written together, in one transaction: ``append(_:)`` returns
/// when that is committed, and what is committed survives the death of the process.
final class WireStore: Sendable {
    private let storeFile: StoreFile
    /// How many requests were there when it was opened.
    let requestsFromBefore: Int64
    let pool: DatabasePool
    let turns = ReadingTurns()
    let arrivals: ArrivalSignal
    let sessions: SessionRegistry
    private let retention: Retention
    private let logger: Logger
    private let waiting = NIOLockedValueBox(Waiting())
    private let books: Books

    private struct Waiting {
        var requests: [(StoredRequest, CheckedContinuation<StoredRequest, any Error>)] = []
        /// Whether the writer will look for more.
        var isTaken = false
    }

    /// What only the writer touches.
    final class Books: @unchecked Sendable {
        // Unchecked: touched in blocks of the pool's writer only, which run one at a time.
        var known = KnownEvents()
        /// How much the store holds.
        var held = StoredAmount()

        /// Takes note of what the retention removed.
        func take(_ removal: Removal) {
            held -= removal.amount
            for (session, items) in removal.items { known.forget(items, of: session) }
        }
    }

    /// Opens a store, or makes one.
    ///
    /// - Parameter mainKey: a key by which requests may name the session of those that name none.
    /// - Throws: ``StoreError``
    init(file: String, retention: Retention, mainKey: String? = nil, logger: Logger) throws {
        self.retention = retention
        self.logger = logger
        do {
            storeFile = try StoreFile(file)
        } catch let error as DatabaseError {
            throw StoreError(opening: file, error)
        }
        do {
            var configuration = Configuration()
            configuration.busyMode = .timeout(2)
            configuration.maximumReaderCount = 4
            configuration.prepareDatabase { db in
                // What is committed survives our death; a machine without power may lose the last of it.
                try db.execute(sql: "PRAGMA synchronous = NORMAL")
                try db.execute(sql: "PRAGMA wal_autocheckpoint = \(max(retention.logBytes / 4_096, 16))")
                // A log that grew beyond that, since a reader held its pages, shrinks again.
                try db.execute(sql: "PRAGMA journal_size_limit = \(retention.logBytes)")
            }
            pool = try DatabasePool(path: file, configuration: configuration)
            try StoreSchema.prepare(pool, file: file, logger: logger)
            let books = Books()
            let (newest, requests, known) = try pool.write { db in
                let held = try Row.fetchOne(db, sql: "SELECT sum(items), sum(bytes) FROM session")
                books.held = held.map { StoredAmount(items: $0[0], bytes: $0[1]) } ?? StoredAmount()
                // Of one that was removed the id is not given again.
                let newest = try Int64.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'request'")
                let requests = try Int64.fetchOne(db, sql: "SELECT sum(requests) FROM session")
                return (newest ?? 0, requests ?? 0, try Session.fetchAll(db))
            }
            self.books = books
            requestsFromBefore = requests
            arrivals = ArrivalSignal(newest: newest)
            sessions = SessionRegistry(known, mainKey: mainKey)
            try storeFile.check()
        } catch {
            storeFile.release(isUnused: true)
            if let error = error as? DatabaseError { throw StoreError(opening: file, error) }
            throw error
        }
    }

    /// Adds a request; returns when it is committed.
    ///
    /// - Returns: the request as it is stored: with its id, and retries told from events.
    /// - Throws: ``StoreError`` if it could not be committed, ``RemovedSession`` if its session is gone: nothing of it is
    ///   kept then.
    @discardableResult
    func append(_ request: StoredRequest) async throws -> StoredRequest {
        try await withCheckedThrowingContinuation { continuation in
            let isTaken = waiting.withLockedValue { waiting in
                waiting.requests.append((request, continuation))
                defer { waiting.isTaken = true }
                return waiting.isTaken
            }
            if isTaken { return }
            pool.asyncWriteWithoutTransaction { [self] db in writeAll(db) }
        }
    }

    /// A session that was removed while a request for it was on its way.
    struct RemovedSession: Error {}

    /// Writes what waits. What comes meanwhile is written next, behind what else waits for the writer.
    private func writeAll(_ db: Database) {
        // On a busy machine those who decode hand in more meanwhile: larger groups are faster.
        sched_yield()
        let group = waiting.withLockedValue { waiting in
            let group = waiting.requests
            waiting.requests = []
            waiting.isTaken = !group.isEmpty
            return group
        }
        if group.isEmpty { return }
        write(group, db)
        pool.asyncWriteWithoutTransaction { [self] db in writeAll(db) }
    }

    private func write(_ group: [(StoredRequest, CheckedContinuation<StoredRequest, any Error>)], _ db: Database) {
        do {
            let stored = try write(group.map(\.0), db)
            // Before the answers: a client that has its answer may ask at once for what is behind it.
            if let newest = stored.last?.id { arrivals.tell(newest: newest) }
            try storeFile.check()
            removeSurplus(db)
            for ((_, continuation), request) in zip(group, stored) { continuation.resume(returning: request) }
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY {
            // One of them is for a session that was just removed; the others are none the worse for it.
            if group.count > 1 {
                for one in group { write([one], db) }
            } else {
                for (_, continuation) in group { continuation.resume(throwing: RemovedSession()) }
            }
        } catch {
            for (_, continuation) in group { continuation.resume(throwing: StoreError(using: file, error)) }
        }
    }

    /// Writes requests in one transaction; returns them as they are stored.
    private func write(_ requests: [StoredRequest], _ db: Database) throws -> [StoredRequest] {
        var newest = arrivals.newest
        var entered: [StoredRequest] = []
        var totals: [Int64: SessionTotals] = [:]
        do {
            try db.transaction {
                for var request in requests {
                    newest += 1
                    request.id = newest
                    try books.known.load(request.session, from: db)
                    books.known.enter(&request)
                    entered.append(request)
                    totals[request.session, default: SessionTotals()] += try request.insert(into: db)
                }
                for (session, own) in totals {
                    try own.add(to: session, nextSequence: books.known.nextSequence(session), in: db)
                }
            }
        } catch {
            books.known.takeBack(entered)
            throw error
        }
        for own in totals.values { books.held += own.amount }
        return entered
    }

    /// Removes the oldest requests beyond the retention.
    private func removeSurplus(_ db: Database) {
        guard let surplus = retention.surplus(of: books.held) else { return }
        do {
            books.take(try db.transaction { try Self.removeOldest(surplus, db) })
        } catch {
            // What was added is kept all the same; after the next requests it is tried again.
            logger.error("\(file): what is too much could not be removed: \(StoreError(using: file, error).message)")
        }
    }

    /// Changes the store outside the order of arrivals.
    ///
    /// - Parameters:
    ///   - change: what is done in one transaction.
    ///   - then: it enters that into the books, once it is committed.
    @discardableResult
    func update<Value: Sendable>(
        _ change: @escaping @Sendable (Database) throws -> Value,
        then: @escaping @Sendable (Books, Value) -> Void = { _, _ in }
    ) async throws -> Value {
        do {
            return try await pool.writeWithoutTransaction { [books] db in
                let value = try db.transaction { try change(db) }
                then(books, value)
                return value
            }
        } catch {
            throw StoreError(using: file, error)
        }
    }

    /// The store's file.
    var file: String { storeFile.path }

    /// Ends all waits and closes the file.
    ///
    /// - Parameter isUnused: whether nothing came of it: a file that was made for that is removed.
    /// - Throws: ``StoreError`` where it cannot be closed.
    func close(isUnused: Bool = false) throws {
        arrivals.end()
        // The writer must be the last to go: those who only read cannot leave the file whole, without its log.
        pool.releaseMemory()
        do { try pool.close() } catch { throw StoreError(using: file, error) }
        storeFile.release(isUnused: isUnused)
    }
}
