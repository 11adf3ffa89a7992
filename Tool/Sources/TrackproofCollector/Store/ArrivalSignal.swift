import NIOConcurrencyHelpers
import ServiceLifecycle

/// A signal that wakes the tasks that wait for requests.
final class ArrivalSignal: Sendable {
    private struct State {
        var newest: Int64
        var nextTicket = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var isOver = false
    }

    private let state: NIOLockedValueBox<State>

    /// Creates a signal.
    ///
    /// - Parameter newest: The id of the newest request in the store.
    init(newest: Int64) { state = NIOLockedValueBox(State(newest: newest)) }

    /// Waits until a request with an id above `id` arrives, the task is cancelled, or the collector stops.
    func wait(beyond id: Int64) async {
        let ticket = state.withLockedValue { state in
            state.nextTicket += 1
            return state.nextTicket
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLockedValue { state in
                    if state.newest > id || state.isOver || Task.isCancelled { return true }
                    state.waiting[ticket] = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            state.withLockedValue { $0.waiting.removeValue(forKey: ticket) }?.resume()
        }
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
    func wait(beyond id: Int64, until deadline: ContinuousClock.Instant) async -> Bool {
        await withTaskGroup { group in
            group.addTask {
                await cancelWhenGracefulShutdown {
                    await self.wait(beyond: id)
                    return !Task.isCancelled && !self.isOver
                }
            }
            group.addTask {
                // The task group cancels this sleep when a request has arrived.
                do { try await Task.sleep(until: deadline) } catch { return true }
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }

    private func wake(_ change: (inout State) -> Void) {
        let woken = state.withLockedValue { state in
            change(&state)
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in woken { continuation.resume() }
    }
}
