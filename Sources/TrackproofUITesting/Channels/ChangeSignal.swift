import Dispatch
import Foundation
import Trackproof
import TrackproofAssertions
import TrackproofPlatform

/// A signal that wakes a waiting test, because an event may have arrived or the app may have changed.
final class ChangeSignal: Sendable {
    private let state = Lock(State())

    private struct State: Sendable {
        var count = 0
        /// Whether the main thread waits in its run loop. In that case, only work on the main queue wakes the test.
        var isMainThreadWaiting = false
    }

    /// The number of signals so far. Pass this number to ``wait(past:until:interval:)``.
    var now: Int { state.withLock(\.count) }

    /// Wakes the waiting test. Any thread can call this method.
    func ring() {
        let wakesMainThread = state.withLock { state in
            state.count += 1
            defer { state.isMainThreadWaiting = false }
            return state.isMainThreadWaiting
        }
        state.wakeAll()
        if wakesMainThread { DispatchQueue.main.async {} }
    }

    /// Blocks until there is a new signal, until the deadline, or until the interval has passed.
    ///
    /// On the main thread, the run loop keeps running, because XCTest needs the run loop, for example to notice that
    /// an app has ended.
    ///
    /// - Parameters:
    ///   - seen: The value of ``now`` before the caller last looked for changes.
    ///   - deadline: When to stop waiting.
    ///   - interval: The longest time to wait, or `nil` if there is a signal for every change.
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
