internal import Dispatch
internal import Foundation
internal import TrackproofPlatform

/// A short wait at the end of a test for work that the test has started.
///
/// Some tests forget to wait for their work. Without this wait, the speed of the machine would decide whether such a
/// test passes. Slow work, such as a timer, may still be pending after this wait.
package enum PendingWork {
    /// The maximum length of the wait, in seconds.
    ///
    /// The wait needs a limit, because the main queue might run no work: another test might block the queue, or the
    /// process might have no thread that serves the queue.
    private static let limit = 5.0

    /// The number of passes of the wait. Each pass waits for a global queue, then for a task, then for the main queue.
    ///
    /// All passes together take a few milliseconds. Work that has begun on another thread is likely to end in that
    /// time.
    private static let rounds = 50

    /// Lets the global queues, the threads of Swift concurrency and the main queue run their pending work.
    ///
    /// If pending work starts further work, the further work runs too.
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

    /// Does the same as ``finish()``, for a synchronous test.
    ///
    /// On the main thread, the run loop keeps running, because the pending work may have to run there.
    package static func finishBlocking() {
        let isDone = Lock(false)
        pass(count: rounds) {
            isDone.withLock { $0 = true }
            // This empty closure makes the run loop return, so that the main thread reads `isDone` at once.
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
