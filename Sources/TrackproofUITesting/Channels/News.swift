internal import Dispatch
internal import Foundation
internal import Trackproof
internal import TrackproofPlatform
internal import TrackproofAssertions

/// Wakes a test that waits.
final class News: Sendable {
    private let state = Lock(State())

    private struct State: Sendable {
        var count = 0
        /// Whether the main thread waits in its run loop, which only work of its own wakes.
        var isMainThreadWaiting = false
    }

    /// What ``wait(past:until:interval:)`` starts from.
    var now: Int { state.withLock(\.count) }

    /// From any thread.
    func ring() {
        let wakesMainThread = state.withLock { state in
            state.count += 1
            defer { state.isMainThreadWaiting = false }
            return state.isMainThreadWaiting
        }
        state.wakeAll()
        if wakesMainThread { DispatchQueue.main.async {} }
    }

    /// Blocks until there is news, or until the deadline; for `interval` at most where nobody tells of it. On the main
    /// thread its run loop goes on: XCTest learns there, for one, that an app has ended.
    func wait(past seen: Int, until deadline: ContinuousClock.Instant, interval: Duration?) {
        let left = max(.zero, min(deadline - .now, interval ?? .seconds(86_400))).seconds
        if Thread.isMainThread {
            return MainThreadWait.run(until: Date(timeIntervalSinceNow: left)) {
                state.withLock { state in
                    state.isMainThreadWaiting = state.count <= seen
                    return !state.isMainThreadWaiting
                }
            }
        }
        let end = Platform.monotonicNanoseconds() + UInt64(left * 1e9)
        _ = state.wait(until: end) { $0.count > seen ? () : nil }
    }
}
