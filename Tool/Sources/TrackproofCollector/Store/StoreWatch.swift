internal import Foundation
internal import NIOConcurrencyHelpers
@_spi(Tooling) internal import TrackproofFiles

/// A check that notices when a store's files are deleted, replaced or truncated while a collector has them open.
///
/// Without this check, the collector would acknowledge requests that are lost when its process ends.
final class StoreWatch: Sendable {
    private let store: String
    /// The paths of the store's file, of SQLite's log and of the lock, in this order.
    private let paths: [String]
    private let seen = NIOLockedValueBox<[String: FileStatus]>([:])

    init(_ store: String, lock: String) {
        self.store = store
        // SQLite puts its files beside the target of a symbolic link.
        let real = URL(fileURLWithPath: store).resolvingSymlinksInPath().path
        paths = [real, real + "-wal", lock]
        seen.withLockedValue { seen in
            for path in [real, lock] { seen[path] = FileStatus(of: path) }
        }
    }

    /// Compares the files with their state at the previous call.
    ///
    /// The first call compares the files with their state at the opening of the store.
    ///
    /// - Throws: ``StoreError`` if a file was deleted, replaced or truncated.
    func check() throws(StoreError) {
        for path in paths {
            let now = FileStatus(of: path)
            let problem: String? = seen.withLockedValue { seen in
                guard let before = seen[path] else {
                    // The log is missing in `seen` at first, because SQLite creates its log after it has opened the
                    // store.
                    seen[path] = now
                    return path == paths[1] ? nil : "deleted"
                }
                guard let now else { return "deleted" }
                if now.device != before.device || now.number != before.number { return "replaced" }
                // The store's file never shrinks while it is open. The log may shrink when SQLite moves its pages into
                // the file.
                if path == paths[0], now.size < before.size { return "truncated" }
                seen[path] = now
                return nil
            }
            guard let problem else { continue }
            let name = path == paths[0] ? "the store" : path == paths[1] ? "the store's log" : "the store's lock"
            throw StoreError(
                file: store, .failed, "\(name) was \(problem) while a collector had it open; restart the collector")
        }
    }
}
