import Foundation
import TrackproofFiles
import TrackproofJSON

/// The file of an open store.
struct StoreFile: Sendable {
    let path: String
    /// Whether this object created the file.
    private let isNew: Bool
    private let lock: StoreLock
    private let watch: StoreWatch

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
        // `open` follows a symbolic link, even to a file that does not exist yet. SQLite creates its own files beside
        // the store, with the same permissions.
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
        do {
            lock = try StoreLock(path)
        } catch {
            if isNew { unlink(path) }
            throw error
        }
        watch = StoreWatch(path, lock: lock.path, minLogBytes: minLogBytes)
    }

    /// Checks that the store's file, SQLite's log and the lock were not deleted, replaced or truncated.
    ///
    /// SQLite does not check this. For example, it continues to write into a deleted file.
    ///
    /// - Throws: ``StoreError`` if a file was deleted, replaced or truncated.
    func check() throws(StoreError) { try watch.check() }

    /// Returns whether SQLite's log was truncated.
    func hasTruncatedLog() -> Bool { watch.hasTruncatedLog() }

    /// Removes the lock. The caller must close all connections to the file first.
    ///
    /// - Parameter isUnused: `true` if the store was not used. In that case, this method removes the file, unless the
    ///   file existed before this object was created.
    func release(isUnused: Bool) {
        if isUnused, isNew { unlink(path) }
        lock.removeFile()
    }
}
