internal import Foundation
internal import TrackproofFiles

/// Keeps other collectors from a store while this one has it: two would number and recognize events each for itself.
/// The lock is a file beside the store, for SQLite locks the store's own in its way.
final class StoreLock: Sendable {
    let path: String
    private let descriptor: Int32

    /// - Parameter store: a file that is there; by whatever name it is called, it is locked once.
    /// - Throws: ``StoreError`` where another process has it, or the lock's file cannot be made.
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
                throw StoreError(file: store, .inUse, "another collector has it open")
            }
        } while !Self.isLocked(path, by: descriptor)
        self.path = path
        self.descriptor = descriptor
    }

    /// Whether the file is still the one that was locked: who had it before removes it when it is through. Where it is
    /// not, the descriptor is closed.
    private static func isLocked(_ path: String, by descriptor: Int32) -> Bool {
        if let locked = FileStatus(of: descriptor), locked.number == FileStatus(of: path)?.number { return true }
        Foundation.close(descriptor)
        return false
    }

    /// Removes the lock's file; the next collector makes its own.
    func removeFile() { unlink(path) }

    deinit { Foundation.close(descriptor) }
}
