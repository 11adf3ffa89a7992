internal import Foundation
internal import NIOConcurrencyHelpers
internal import TrackproofFiles

/// Notices that a store's files were deleted, replaced or cut while a collector has them open: what is written then would
/// be acknowledged, and be gone with the process.
final class StoreWatch: Sendable {
    private let store: String
    /// The store, SQLite's log beside it, and the lock.
    private let paths: [String]
    private let seen = NIOLockedValueBox<[String: FileStatus]>([:])

    init(_ store: String, lock: String) {
        self.store = store
        // SQLite puts its files beside the file that a link leads to.
        let real = URL(fileURLWithPath: store).resolvingSymlinksInPath().path
        paths = [real, real + "-wal", lock]
        seen.withLockedValue { seen in
            for path in [real, lock] { seen[path] = FileStatus(of: path) }
        }
    }

    /// Compares the files with what they were at the beginning, and at the last call.
    func check() throws(StoreError) {
        for path in paths {
            let now = FileStatus(of: path)
            let problem: String? = seen.withLockedValue { seen in
                guard let before = seen[path] else {
                    // SQLite makes its log when it has the store open.
                    seen[path] = now
                    return path == paths[1] ? nil : "deleted"
                }
                guard let now else { return "deleted" }
                if now.device != before.device || now.number != before.number { return "replaced" }
                // A store grows while it is open. Its log may be emptied, by a program that checkpoints it.
                if path == paths[0], now.size < before.size { return "cut" }
                seen[path] = now
                return nil
            }
            guard let problem else { continue }
            let name = path == paths[0] ? "the store" : path == paths[1] ? "the store's log" : "the store's lock"
            throw StoreError(
                file: store, .failed, "\(name) was \(problem) while a collector had it open; start the collector again")
        }
    }
}
