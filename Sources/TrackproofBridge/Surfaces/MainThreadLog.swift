internal import Dispatch
internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON
internal import TrackproofPlatform

/// A log that any thread can append to and that the main thread shows.
///
/// In one pass of the main queue, the transport shows all events that are waiting.
final class MainThreadLog: Sendable {
    private let state: Lock<State>

    /// The state of the log, used only under the lock.
    private final class State {
        let log: ChunkedLog
        var isScheduled = false

        init(_ log: ChunkedLog) { self.log = log }
    }

    init(_ log: sending ChunkedLog) {
        state = Lock(State(log))
    }

    /// Reads or changes the log.
    func withLog<Result>(_ body: (ChunkedLog) -> Result) -> Result {
        state.withLock { body($0.log) }
    }

    /// Changes the log and schedules `serve` on the main thread, unless it is already scheduled.
    func change(_ body: (ChunkedLog) -> Void, serve: @escaping @MainActor @Sendable () -> Void) {
        let isFirst = state.withLock { state in
            body(state.log)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        guard isFirst else { return }
        MainQueue.run { [self] in
            // Resets the flag before `serve` runs, because a change during `serve` needs another pass.
            state.withLock { $0.isScheduled = false }
            serve()
        }
    }
}

/// The main queue, on which toolkits run.
enum MainQueue {
    /// Runs `body` after everything that waits on the main queue now.
    static func run(_ body: @escaping @MainActor @Sendable () -> Void) {
        DispatchQueue.main.async { MainActor.assumeIsolated(body) }
    }
}
