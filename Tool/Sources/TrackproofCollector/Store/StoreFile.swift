import Foundation
import NIOConcurrencyHelpers
import TrackproofFiles
import TrackproofJSON

/// The file of an open store, and the lock that prevents a second collector from opening the store.
///
/// Two collectors would assign the same ids, and each collector would miss retries of events that the other collector
/// received. The lock is a separate file, because SQLite uses its own locks on the store's file.
final class StoreFile: Sendable {
    let path: String
    /// Whether this object created the file.
    private let isNew: Bool
    private let lock: OpenFile
    private let watched: Watched
    /// The size to which SQLite may shrink its log.
    private let minLogBytes: Int64
    private let state: NIOLockedValueBox<State>

    /// The paths of the files that are watched.
    private struct Watched {
        let store: String
        let log: String
        let lock: String

        var all: [(path: String, name: String)] {
            [(store, "the store"), (log, "the store's log"), (lock, "the store's lock")]
        }
    }

    private struct State {
        /// The state of each file at the previous check.
        var seen: [String: FileStatus] = [:]
        var hasTruncatedLog = false
        /// The first problem. Later checks report it again, because only a restart removes it.
        var problem: StoreError?
    }

    /// Locks the file, and creates it if it does not exist. Other users cannot read a new file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - minLogBytes: The size to which SQLite may shrink its log.
    /// - Throws: ``StoreError``, or an SQLite error if the file is not an SQLite file. In both cases, an existing file
    ///   stays unchanged.
    init(_ path: String, minLogBytes: Int64) throws {
        let real = path.realPath ?? path
        guard real.pathBytes == Array(real.utf8) else {
            throw StoreError(file: path, .cannotOpen, "cannot be opened: SQLite accepts only a path in UTF-8")
        }
        // SQLite would wait forever if one of its files is a pipe.
        for ending in ["", "-journal", "-wal", "-shm", "-lock"] {
            guard let status = FileStatus(ofTarget: real + ending), status.kind != .regular else { continue }
            let problem = ending.isEmpty ? "it is" : "\(real)\(ending): it is"
            throw StoreError(file: path, .cannotOpen, "cannot be opened: \(problem) not a regular file")
        }
        isNew = FileStatus(ofTarget: path) == nil
        // Without this check, the database pool would switch another program's file to write-ahead logging.
        try StoreSchema.check(path)
        self.path = path
        self.minLogBytes = minLogBytes
        // `open` follows a symbolic link, even to a file that does not exist yet. SQLite creates its own files beside
        // the target, with the same permissions.
        let status: FileStatus
        do throws(FileAccessError) {
            status = try OpenFile(writing: path, flags: O_RDONLY, mode: 0o600).status
        } catch {
            throw StoreError(file: path, .cannotOpen, "cannot be opened: \(error.message)")
        }
        guard status.links < 2 else {
            throw StoreError(
                file: path, .cannotOpen, "has more than one hard link; SQLite would damage it")
        }
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        watched = Watched(store: target, log: target + "-wal", lock: target + "-lock")
        do {
            lock = try Self.lock(watched.lock, of: path)
        } catch {
            if isNew { unlink(path) }
            throw error
        }
        // SQLite creates its log later.
        state = NIOLockedValueBox(State())
        state.withLockedValue { state in
            for path in [watched.store, watched.lock] { state.seen[path] = FileStatus(of: path) }
        }
    }

    /// Locks a store.
    ///
    /// - Throws: ``StoreError`` if another process holds the lock, or if the lock's file cannot be created.
    private static func lock(_ path: String, of store: String) throws(StoreError) -> OpenFile {
        var file: OpenFile
        repeat {
            do throws(FileAccessError) {
                file = try OpenFile(writing: path, flags: O_RDWR, mode: 0o600, followsLink: false)
            } catch {
                throw StoreError(file: store, .cannotOpen, "cannot be locked: \(path): \(error.message)")
            }
            guard flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 else {
                throw StoreError(file: store, .inUse, "another collector is using this store")
            }
            // The file may be missing because the previous holder of the lock removes the file when it releases the lock.
        } while file.status.number != FileStatus(of: path)?.number
        return file
    }

    /// Checks that the store's file, SQLite's log and the lock were not deleted, replaced or truncated since the last
    /// check.
    ///
    /// SQLite does not check this. For example, it continues to write into a deleted file. The collector would
    /// acknowledge requests that are lost when its process ends.
    ///
    /// - Throws: ``StoreError`` if a file was deleted, replaced or truncated.
    func check() throws(StoreError) {
        let problem: StoreError? = state.withLockedValue { state in
            for (path, name) in watched.all where state.problem == nil {
                guard let change = change(of: path, &state.seen) else { continue }
                state.hasTruncatedLog = path == watched.log && change == .truncated
                state.problem = StoreError(
                    file: self.path, .failed,
                    "\(name) was \(change.rawValue) while a collector had it open; restart the collector")
            }
            return state.problem
        }
        if let problem { throw problem }
    }

    /// Checks the files, and returns whether SQLite's log was truncated.
    func hasTruncatedLog() -> Bool {
        // If the check throws its error, the state says which file changed.
        do { try check() } catch {}
        return state.withLockedValue(\.hasTruncatedLog)
    }

    private enum Change: String { case deleted, replaced, truncated }

    private func change(of path: String, _ seen: inout [String: FileStatus]) -> Change? {
        let now = FileStatus(of: path)
        guard let before = seen[path] else {
            seen[path] = now
            return path == watched.log ? nil : .deleted
        }
        guard let now else { return .deleted }
        if now.device != before.device || now.number != before.number { return .replaced }
        // The store's file never shrinks while it is open. SQLite shrinks the log to `minLogBytes` when it begins to
        // write the log from the start again.
        let least = path == watched.log ? min(before.size, minLogBytes) : before.size
        if path != watched.lock, now.size < least { return .truncated }
        seen[path] = now
        return nil
    }

    /// Removes the lock's file. The caller must close all connections to the store first.
    ///
    /// - Parameter isUnused: `true` if the store was not used. In that case, this method removes the store's file,
    ///   unless the file existed before this object was created.
    func release(isUnused: Bool) {
        if isUnused, isNew { unlink(path) }
        unlink(watched.lock)
    }
}
