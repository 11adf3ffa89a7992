import Foundation
import NIOConcurrencyHelpers
import TrackproofFiles

/// A check that notices when a store's files are deleted, replaced or truncated while a collector has them open.
///
/// Without this check, the collector would acknowledge requests that are lost when its process ends.
final class StoreWatch: Sendable {
    private let store: String
    /// The paths of the store's file, of SQLite's log and of the lock, in this order.
    private let paths: [String]
    private let minLogBytes: Int64
    private let state = NIOLockedValueBox(State())

    private struct State {
        var seen: [String: FileStatus] = [:]
        var hasTruncatedLog = false
        /// The first problem. Later checks report it again, because only a restart removes it.
        var problem: StoreError?
    }

    /// - Parameter minLogBytes: The size to which SQLite may shrink its log.
    init(_ store: String, lock: String, minLogBytes: Int64) {
        self.store = store
        self.minLogBytes = minLogBytes
        // SQLite puts its files beside the target of a symbolic link.
        let real = URL(fileURLWithPath: store).resolvingSymlinksInPath().path
        paths = [real, real + "-wal", lock]
        state.withLockedValue { state in
            for path in [real, lock] { state.seen[path] = FileStatus(of: path) }
        }
    }

    /// Compares the files with their state at the previous call.
    ///
    /// The first call compares the files with their state at the opening of the store.
    ///
    /// - Throws: ``StoreError`` if a file was deleted, replaced or truncated.
    func check() throws(StoreError) {
        let problem: StoreError? = state.withLockedValue { state in
            for path in paths where state.problem == nil {
                guard let problem = change(of: path, &state.seen) else { continue }
                state.hasTruncatedLog = path == paths[1] && problem == Self.truncated
                let name = path == paths[0] ? "the store" : path == paths[1] ? "the store's log" : "the store's lock"
                state.problem = StoreError(
                    file: store, .failed,
                    "\(name) was \(problem) while a collector had it open; restart the collector")
            }
            return state.problem
        }
        if let problem { throw problem }
    }

    /// Returns whether SQLite's log was truncated. Compares the files with their state at the previous call.
    func hasTruncatedLog() -> Bool {
        // If the check throws its error, the state says which file changed.
        do { try check() } catch {}
        return state.withLockedValue(\.hasTruncatedLog)
    }

    private static let truncated = "truncated"

    private func change(of path: String, _ seen: inout [String: FileStatus]) -> String? {
        let now = FileStatus(of: path)
        guard let before = seen[path] else {
            // The log is missing in `seen` at first, because SQLite creates its log after it has opened the store.
            seen[path] = now
            return path == paths[1] ? nil : "deleted"
        }
        guard let now else { return "deleted" }
        if now.device != before.device || now.number != before.number { return "replaced" }
        // The store's file never shrinks while it is open. SQLite shrinks the log to `minLogBytes` when it begins to
        // write the log from the start again.
        let least = path == paths[1] ? min(before.size, minLogBytes) : before.size
        if path != paths[2], now.size < least { return Self.truncated }
        seen[path] = now
        return nil
    }
}
