internal import NIOConcurrencyHelpers
internal import NIOCore

/// Lets few readers decode at the same time.
///
/// To decode and to write as JSON what a store holds takes long and much memory. All requests share a few threads, and
/// half of them must be left for what arrives.
final class ReadingTurns: Sendable {
    private struct State {
        var free = max(System.coreCount / 2, 1)
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = NIOLockedValueBox(State())

    /// Runs `body` when it has its turn; turns are given in the order in which they were asked for.
    ///
    /// - Throws: `CancellationError` if the task was cancelled meanwhile, and what `body` throws.
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
