internal import Foundation

/// Keeps other collectors from a store while this one has it: two would number and recognize events each for itself.
final class StoreLock: Sendable {
    private let descriptor: Int32

    /// - Throws: ``StoreError`` where another process has it, or the lock's file cannot be made.
    init(_ store: String) throws(StoreError) {
        let path = store + "-lock"
        descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StoreError(file: store, .cannotOpen, "cannot be opened: \(String(cString: strerror(errno)))")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            Foundation.close(descriptor)
            throw StoreError(file: store, .inUse, "another collector has it open")
        }
    }

    // The file stays: one that was removed while another waits to open it would be locked twice.
    deinit { Foundation.close(descriptor) }
}
