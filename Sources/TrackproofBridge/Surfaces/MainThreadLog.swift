import Dispatch
import Trackproof
import TrackproofJSON
import TrackproofPlatform

/// A ``ChunkedLog`` to which any thread can append, and which the main thread shows.
///
/// A block on the main queue shows all events that were appended before the block runs.
final class MainThreadLog: Sendable {
    private let state: Lock<State>

    private final class State {
        let log: ChunkedLog
        var isScheduled = false

        init(_ log: ChunkedLog) { self.log = log }
    }

    init(_ log: sending ChunkedLog) {
        state = Lock(State(log))
    }

    /// Runs `body` with the log, under the lock.
    func withLog<Result>(_ body: (ChunkedLog) -> Result) -> Result {
        state.withLock { body($0.log) }
    }

    /// Changes the log, and schedules `serve` on the main thread if no earlier change has scheduled it.
    func change(_ body: (ChunkedLog) -> Void, serve: @escaping @MainActor @Sendable () -> Void) {
        let isFirst = state.withLock { state in
            body(state.log)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        guard isFirst else { return }
        MainQueue.run { [self] in
            // Resets the flag before `serve` runs, because a change during `serve` needs another call of `serve`.
            state.withLock { $0.isScheduled = false }
            serve()
        }
    }
}

/// The main queue, on which UI toolkits run.
enum MainQueue {
    /// Runs `body` on the main queue, after all blocks that already wait there.
    static func run(_ body: @escaping @MainActor @Sendable () -> Void) {
        DispatchQueue.main.async { MainActor.assumeIsolated(body) }
    }
}
