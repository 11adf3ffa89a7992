internal import Dispatch
internal import Foundation
internal import TrackproofPlatform

/// A last wait for work that a test has started, before the test is judged.
///
/// Without it, the speed of the machine would decide whether a test that forgets to wait passes. It does not wait for
/// work that takes longer, such as a timer.
package enum PendingWork {
    /// The longest time that the wait lasts, in seconds.
    ///
    /// Another test may block the main queue, or no thread may serve it.
    private static let limit = 5.0

    /// The number of rounds. All rounds together take a few milliseconds.
    ///
    /// Work that has begun on another thread is likely to end during these rounds.
    private static let rounds = 50

    /// Lets the global queues, the threads of Swift concurrency and the main queue run their pending work.
    ///
    /// This includes the work that becomes pending as a result.
    package static func finish() async {
        let isDone = Lock(false)
        await withCheckedContinuation { done in
            let resume: @Sendable () -> Void = {
                let isFirst = isDone.withLock { isDone in
                    defer { isDone = true }
                    return !isDone
                }
                if isFirst { done.resume() }
            }
            DispatchQueue.global().asyncAfter(deadline: .now() + limit, execute: resume)
            pass(count: rounds, then: resume)
        }
    }

    /// Does the same as ``finish()``, for a test that is not asynchronous.
    ///
    /// On the main thread, the run loop keeps running.
    package static func finishBlocking() {
        let isDone = Lock(false)
        pass(count: rounds) {
            isDone.withLock { $0 = true }
            // Any work on the main queue makes the run loop return.
            DispatchQueue.main.async {}
        }
        MainThreadWait.run(until: Date(timeIntervalSinceNow: limit)) { isDone.withLock { $0 } }
    }

    private static func pass(count: Int, then done: @escaping @Sendable () -> Void) {
        if count == 0 { return done() }
        DispatchQueue.global().async {
            Task.detached {
                DispatchQueue.main.async { pass(count: count - 1, then: done) }
            }
        }
    }
}
