import Foundation
import TrackproofFiles
import TrackproofJSON

/// A lock that prevents a second collector from opening a store.
///
/// Two collectors would assign the same ids, and each collector would miss retries of events that the other collector
/// received. The lock is a separate file, because SQLite uses its own locks on the store's file.
final class StoreLock: Sendable {
    let path: String
    private let file: OpenFile

    /// Locks a store.
    ///
    /// - Parameter store: The path of an existing file. Different symbolic links to the same file have the same lock.
    /// - Throws: ``StoreError`` if another process holds the lock, or if the lock's file cannot be created.
    init(_ store: String) throws(StoreError) {
        let path = URL(fileURLWithPath: store).resolvingSymlinksInPath().path + "-lock"
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
        self.path = path
        self.file = file
    }

    /// Removes the lock's file. The next collector creates a new file.
    func removeFile() { unlink(path) }
}
