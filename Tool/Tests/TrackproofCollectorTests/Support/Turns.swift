import NIOConcurrencyHelpers

/// A limit on the number of tasks that run at the same time. Other tasks wait, in the order of their calls of `take()`.
final class Turns: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: NIOLockedValueBox<State>

    init(_ count: Int) { state = NIOLockedValueBox(State(free: count)) }

    func take() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLockedValue { state in
                if state.free == 0 { state.waiting.append(continuation) } else { state.free -= 1 }
                return state.waiting.isEmpty
            }
            if isFree { continuation.resume() }
        }
    }

    func giveBack() {
        let next: CheckedContinuation<Void, Never>? = state.withLockedValue { state in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.free += 1
            return nil
        }
        next?.resume()
    }
}
