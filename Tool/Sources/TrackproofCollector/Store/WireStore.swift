import Foundation
import GRDB
import Logging
import NIOConcurrencyHelpers
import Trackproof

/// A store that keeps the requests that arrived, in an SQLite file.
///
/// Requests that arrive during a transaction wait. The next transaction writes all waiting requests together. The
/// method ``append(_:)`` returns when the transaction with its request is committed. Committed requests are not lost if
/// the process ends.
final class WireStore: Sendable {
    private let storeFile: StoreFile
    /// The number of requests that the store contained when it was opened.
    let requestsFromBefore: Int64
    let pool: DatabasePool
    let turns: ReadingTurns
    let arrivals: ArrivalSignal
    let sessions: SessionRegistry
    private let retention: Retention
    private let logger: Logger
    private let waiting = NIOLockedValueBox(Waiting())
    private let writerState: WriterState

    private struct Waiting {
        var requests: [(StoredRequest, CheckedContinuation<StoredRequest, any Error>)] = []
        /// Whether a call of ``WireStore/writeAll(_:)`` that will write these requests is already scheduled.
        var isTaken = false
    }

    /// The state that only the database writer accesses.
    final class WriterState: @unchecked Sendable {
        // Unchecked: only blocks on the pool's writer access this state, and these blocks run one at a time.
        var known = KnownEvents()
        /// The amount of data in the store.
        var held = StoredAmount()

        /// Updates the state after the store has removed old requests.
        func take(_ removal: Removal) {
            held = held.without(removal.amount)
            for (session, items) in removal.items { known.forget(items, of: session) }
        }
    }

    /// Opens a store, and creates it if it does not exist.
    ///
    /// - Parameters:
    ///   - file: The path of the store's file.
    ///   - retention: The limits for the data that the store keeps.
    ///   - readers: The maximum number of readers that decode stored requests at the same time.
    ///   - mainKey: A second key of the default session, or `nil` if the session has only one key.
    /// - Throws: ``StoreError`` if the store cannot be opened.
    init(file: String, retention: Retention, readers: Int, mainKey: String?, logger: Logger) throws {
        self.retention = retention
        turns = ReadingTurns(readers)
        self.logger = logger
        do {
            storeFile = try StoreFile(file, minLogBytes: retention.logBytes)
        } catch {
            throw StoreError(opening: file, error)
        }
        do {
            var configuration = Configuration()
            configuration.busyMode = .timeout(2)
            configuration.maximumReaderCount = 4
            configuration.prepareDatabase { db in
                // Committed data survives the end of the process. If the machine loses power, the last transactions may
                // be lost.
                try db.execute(sql: "PRAGMA synchronous = NORMAL")
                try db.execute(sql: "PRAGMA wal_autocheckpoint = \(max(retention.logBytes / 4_096, 16))")
                // The log may grow beyond `logBytes` while a reader uses pages of the log. This limit makes the log
                // shrink again.
                try db.execute(sql: "PRAGMA journal_size_limit = \(retention.logBytes)")
            }
            pool = try DatabasePool(path: file, configuration: configuration)
            let writerState = WriterState()
            let (newest, totals, known) = try pool.write { db in
                try StoreSchema.create(in: db)
                let rows = try Row.fetchAll(db, sql: "SELECT \(SessionTotals.columns), nextSequence FROM session")
                let totals = try rows.reduce(into: SessionTotals()) { sum, row in
                    sum += try SessionTotals(row)
                    _ = try row.number(8, in: 1...Row.maxNumber)
                }
                let newest = try Self.newest(in: db)
                let known = try Session.fetchAll(db)
                guard known.contains(where: { $0.id == Session.main && $0.key == Session.mainKey }) else {
                    throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the default session is missing")
                }
                return (newest, totals, known)
            }
            writerState.held = totals.amount
            self.writerState = writerState
            requestsFromBefore = totals.requests
            arrivals = ArrivalSignal(newest: newest)
            sessions = SessionRegistry(known, mainKey: mainKey)
            try storeFile.check()
        } catch {
            storeFile.release(isUnused: true)
            throw StoreError(opening: file, error)
        }
    }

    /// Returns the highest id that the store has ever assigned. The ids of removed requests are not used again.
    static func newest(in db: Database) throws -> Int64 {
        let ids = try Row.fetchOne(
            db,
            sql: "SELECT (SELECT max(seq) FROM sqlite_sequence WHERE name = 'request'), max(id) FROM request")
        return max(try ids?.optionalNumber(0) ?? 0, try ids?.optionalNumber(1) ?? 0)
    }

    /// Adds a request, and returns when the request is committed.
    ///
    /// - Returns: The request as it is stored, with its id and with its retries marked.
    /// - Throws: ``StoreError`` if the store could not write the request, and ``RemovedSession`` if the session of the
    ///   request no longer exists. In both cases, the store keeps nothing of the request.
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

    /// An error for a request whose session was removed before the request was stored.
    struct RemovedSession: Error {}

    /// Writes the waiting requests.
    ///
    /// Requests that arrive during this call wait for the next call. Other work that already waits for the writer runs
    /// before the next call.
    private func writeAll(_ db: Database) {
        // On a busy machine, `sched_yield` lets other threads add the requests that they have decoded. A larger group
        // needs less time per request.
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
            // Without this check, the group could make a truncated log as long as before.
            try storeFile.check()
            let stored = try write(group.map(\.0), db)
            // `tell` comes before the answers. Otherwise, a client that has its answer could ask for the newest
            // requests and not find its own request.
            if let newest = stored.last?.id { arrivals.tell(newest: newest) }
            try storeFile.check()
            removeSurplus(db)
            for ((_, continuation), request) in zip(group, stored) { continuation.resume(returning: request) }
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY {
            // The session of one of these requests was just removed. The other requests can still be written.
            if group.count > 1 {
                for one in group { write([one], db) }
            } else {
                for (_, continuation) in group { continuation.resume(throwing: RemovedSession()) }
            }
        } catch {
            for (_, continuation) in group { continuation.resume(throwing: StoreError(using: file, error)) }
        }
    }

    /// Writes requests in one transaction and returns them as they are stored.
    private func write(_ requests: [StoredRequest], _ db: Database) throws -> [StoredRequest] {
        var newest = arrivals.newest
        var entered: [StoredRequest] = []
        var totals: [Int64: SessionTotals] = [:]
        do {
            try db.transaction {
                for var request in requests {
                    newest += 1
                    request.id = newest
                    try writerState.known.load(request.session, from: db)
                    writerState.known.enter(&request)
                    entered.append(request)
                    totals[request.session, default: SessionTotals()] += try request.insert(into: db)
                }
                for (session, own) in totals {
                    try own.add(to: session, nextSequence: writerState.known.nextSequence(session), in: db)
                }
            }
        } catch {
            writerState.known.takeBack(entered)
            throw error
        }
        for own in totals.values { writerState.held += own.amount }
        return entered
    }

    /// Removes the oldest requests if the store holds more than the retention allows.
    private func removeSurplus(_ db: Database) {
        guard let surplus = retention.surplus(of: writerState.held) else { return }
        do {
            writerState.take(try db.transaction { try Self.removeOldest(surplus, db) })
        } catch {
            // The new requests are kept despite this error. The next write tries the removal again.
            logger.error(
                "\(file): requests beyond the limits could not be removed: \(StoreError(using: file, error).message)")
        }
    }

    /// Runs a change of the database, such as the removal of a session. Only ``append(_:)`` adds requests.
    ///
    /// - Parameters:
    ///   - change: A closure that changes the database in one transaction.
    ///   - then: A closure that updates the writer's state after the commit.
    /// - Returns: The value that `change` returns.
    /// - Throws: ``StoreError`` if the change fails.
    @discardableResult
    func update<Value: Sendable>(
        _ change: @escaping @Sendable (Database) throws -> Value,
        then: @escaping @Sendable (WriterState, Value) -> Void = { _, _ in }
    ) async throws -> Value {
        do {
            return try await pool.writeWithoutTransaction { [writerState, storeFile] db in
                try storeFile.check()
                let value = try db.transaction { try change(db) }
                then(writerState, value)
                try storeFile.check()
                return value
            }
        } catch {
            throw StoreError(using: file, error)
        }
    }

    /// The path of the store's file.
    var file: String { storeFile.path }

    /// Ends all waits for requests, and closes the file.
    ///
    /// If the log was truncated, this method leaves the files as they are. The next start reads the rest of the log.
    ///
    /// - Parameter isUnused: `true` if the store was not used. In that case, this method removes the file, unless the
    ///   file existed before this object was created.
    /// - Throws: ``StoreError`` if the file cannot be closed, or if the log was truncated.
    func close(isUnused: Bool = false) throws {
        arrivals.end()
        if storeFile.hasTruncatedLog() {
            // SQLite would merge only some pages of the log into the file when the last connection closes, and so damage
            // the file. Therefore, the connections stay open until the process ends.
            _ = Unmanaged.passRetained(pool)
            storeFile.release(isUnused: false)
            throw StoreError(
                file: file, .failed,
                "the store's log was truncated while a collector had it open; requests are lost; the next start keeps "
                    + "the requests that are left")
        }
        // When the last connection closes, SQLite merges the log into the file and removes the log. A connection that
        // only reads cannot do that. Therefore, this method closes the readers first, and the writer last.
        pool.releaseMemory()
        do { try pool.close() } catch { throw StoreError(using: file, error) }
        storeFile.release(isUnused: isUnused)
    }
}
