import NIOConcurrencyHelpers
import NIOCore

/// A limit on the number of readers that decode stored requests at the same time.
///
/// A reader needs much time and memory to decode stored requests and to write them as JSON, and all tasks of the
/// collector share a few threads. Therefore, the maximum number of readers is half the number of processor cores, but
/// at least 1. The other threads stay free for arriving requests.
final class ReadingTurns: Sendable {
    private struct State {
        var free = max(System.coreCount / 2, 1)
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = NIOLockedValueBox(State())

    /// Waits until a reader may start, and runs `body`. Readers start in the order of the calls.
    ///
    /// - Returns: The value that `body` returns.
    /// - Throws: `CancellationError` if the task was cancelled while it waited, and any error that `body` throws.
    func run<Value>(_ body: () async throws -> Value) async throws -> Value {
        await take()
        defer { giveBack() }
        try Task.checkCancellation()
        return try await body()
    }

    private func take() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLockedValue { state in
                if state.free > 0 {
                    state.free -= 1
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    private func giveBack() {
        let next: CheckedContinuation<Void, Never>? = state.withLockedValue { state in
            if state.waiting.isEmpty {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
