internal import Foundation
internal import TrackproofFiles

/// The file of a store, as long as a collector has it.
struct StoreFile: Sendable {
    let path: String
    /// Whether there was none before.
    private let isNew: Bool
    private let lock: StoreLock
    private let watch: StoreWatch

    /// Makes the file where there is none, for nobody else to read, and locks it.
    ///
    /// - Throws: ``StoreError``, and an error of SQLite where the file is none of SQLite's; it is as it was then.
    init(_ path: String) throws {
        // Opening alone would turn another program's file to write-ahead.
        try StoreSchema.check(path)
        self.path = path
        isNew = !FileManager.default.fileExists(atPath: path)
        // `open` follows a link, also to a file that does not exist yet. SQLite gives the files beside it its rights.
        let descriptor = open(path, O_CREAT | O_RDONLY | O_NONBLOCK | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StoreError(file: path, .cannotOpen, "cannot be opened: \(String(cString: strerror(errno)))")
        }
        let status = FileStatus(of: descriptor)
        close(descriptor)
        guard let status, status.links < 2 else {
            throw StoreError(
                file: path, .cannotOpen, "has a second name, a hard link: SQLite would damage a file of two names")
        }
        do {
            lock = try StoreLock(path)
        } catch {
            if isNew { unlink(path) }
            throw error
        }
        watch = StoreWatch(path, lock: lock.path)
    }

    /// Looks whether the files are still those that were opened. SQLite goes on writing into files that were deleted.
    ///
    /// - Throws: ``StoreError`` if one of them was deleted, replaced or cut.
    func check() throws(StoreError) { try watch.check() }

    /// Lets go of the file, which nobody may have open any more.
    ///
    /// - Parameter isUnused: whether nothing came of it; it is removed where it was made for that.
    func release(isUnused: Bool) {
        if isUnused, isNew { unlink(path) }
        lock.removeFile()
    }
}
