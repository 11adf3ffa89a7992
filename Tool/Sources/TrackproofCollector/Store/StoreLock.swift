internal import Foundation
internal import TrackproofFiles

/// A lock that prevents a second collector from opening a store.
///
/// Two collectors would assign the same ids, and each collector would miss retries of events that the other collector
/// received. The lock is a separate file, because SQLite uses its own locks on the store's file.
final class StoreLock: Sendable {
    let path: String
    private let descriptor: Int32

    /// Locks a store.
    ///
    /// - Parameter store: The path of an existing file. Different symbolic links to the same file have the same lock.
    /// - Throws: ``StoreError`` if another process holds the lock, or if the lock's file cannot be created.
    init(_ store: String) throws(StoreError) {
        let path = URL(fileURLWithPath: store).resolvingSymlinksInPath().path + "-lock"
        var descriptor: Int32
        repeat {
            descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else {
                throw StoreError(
                    file: store, .cannotOpen, "cannot be locked: \(path): \(String(cString: strerror(errno)))")
            }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                Foundation.close(descriptor)
                throw StoreError(file: store, .inUse, "another collector is using this store")
            }
        } while !Self.isLocked(path, by: descriptor)
        self.path = path
        self.descriptor = descriptor
    }

    /// Returns whether the locked file is still at its path. If the file is not there, closes the descriptor.
    ///
    /// The file may be missing because the previous holder of the lock removes the file when it releases the lock.
    private static func isLocked(_ path: String, by descriptor: Int32) -> Bool {
        if let locked = FileStatus(of: descriptor), locked.number == FileStatus(of: path)?.number { return true }
        Foundation.close(descriptor)
        return false
    }

    /// Removes the lock's file. The next collector creates a new file.
    func removeFile() { unlink(path) }

    deinit { Foundation.close(descriptor) }
}
