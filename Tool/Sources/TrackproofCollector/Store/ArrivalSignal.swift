import NIOConcurrencyHelpers
import ServiceLifecycle

/// A signal that wakes the tasks that wait for requests.
final class ArrivalSignal: Sendable {
    private struct State {
        var newest: Int64
        var nextTicket = 0
        /// The streams that end when the state changes. Each task that waits has one.
        var waiting: [Int: AsyncStream<Void>.Continuation] = [:]
        var isOver = false
    }

    private let state: NIOLockedValueBox<State>

    /// Creates a signal.
    ///
    /// - Parameter newest: The id of the newest request in the store.
    init(newest: Int64) { state = NIOLockedValueBox(State(newest: newest)) }

    /// Waits until a request with an id above `id` arrives, the task is cancelled, or the collector stops.
    func wait(beyond id: Int64) async {
        let (changes, change) = AsyncStream.makeStream(of: Void.self)
        let ticket: Int? = state.withLockedValue { state in
            if state.newest > id || state.isOver { return nil }
            state.nextTicket += 1
            state.waiting[state.nextTicket] = change
            return state.nextTicket
        }
        guard let ticket else { return }
        // The loop also ends if the task is cancelled.
        for await _ in changes {}
        state.withLockedValue { $0.waiting[ticket] = nil }
    }

    /// Announces that requests have arrived.
    ///
    /// - Parameter id: The id of the newest request.
    func tell(newest id: Int64) {
        wake { $0.newest = max($0.newest, id) }
    }

    /// Ends all calls of ``wait(beyond:)``, including later calls, because the collector stops.
    func end() {
        wake { $0.isOver = true }
    }

    /// Whether the collector is stopping, so that no more requests will arrive.
    var isOver: Bool { state.withLockedValue(\.isOver) }

    /// The id of the newest request.
    var newest: Int64 { state.withLockedValue(\.newest) }

    /// Waits until a request with an id above `id` arrives, the deadline passes, or the collector stops.
    ///
    /// - Returns: `true` if such a request may have arrived, `false` if the deadline passed or the collector stops.
    func wait(beyond id: Int64, until deadline: ContinuousClock.Instant) async throws -> Bool {
        let hasArrived = try await run(until: deadline) {
            await cancelWhenGracefulShutdown {
                await self.wait(beyond: id)
                return !Task.isCancelled && !self.isOver
            }
        }
        return hasArrived ?? false
    }

    private func wake(_ change: (inout State) -> Void) {
        state.withLockedValue { state in
            change(&state)
            for waiting in state.waiting.values { waiting.finish() }
            state.waiting = [:]
        }
    }
}
