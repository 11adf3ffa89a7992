internal import Dispatch
internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON
internal import TrackproofPlatform

/// Events that any thread appends and the main thread shows: however many come, one pass of the main queue serves them.
final class MainThreadLog: Sendable {
    private let state: Lock<State>

    /// Used under the lock only.
    private final class State {
        let log: ChunkedLog
        var isScheduled = false

        init(_ log: ChunkedLog) { self.log = log }
    }

    init(_ log: sending ChunkedLog) {
        state = Lock(State(log))
    }

    /// Looks at the log, or changes it.
    func withLog<Result>(_ body: (ChunkedLog) -> Result) -> Result {
        state.withLock { body($0.log) }
    }

    /// Changes the log and has the main thread serve it, unless it is about to.
    func change(_ body: (ChunkedLog) -> Void, serve: @escaping @MainActor @Sendable () -> Void) {
        let isFirst = state.withLock { state in
            body(state.log)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        guard isFirst else { return }
        MainPass.run { [self] in
            // Before it is served: what comes meanwhile needs another pass.
            state.withLock { $0.isScheduled = false }
            serve()
        }
    }
}

/// The main queue, where toolkits live.
enum MainPass {
    /// Does something after all that waits there now.
    static func run(_ body: @escaping @MainActor @Sendable () -> Void) {
        DispatchQueue.main.async { MainActor.assumeIsolated(body) }
    }
}
