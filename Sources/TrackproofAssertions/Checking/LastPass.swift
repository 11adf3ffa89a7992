internal import Dispatch
internal import Foundation
internal import TrackproofPlatform

/// One more pass for what a test has started, before its end is judged.
///
/// A test that forgets to wait would else pass or fail as the machine pleases. Work that takes longer, such as a timer,
/// is not waited for.
package enum LastPass {
    /// The longest that it lasts. The main queue may be blocked by another test, or served by nobody.
    private static let limit = 5.0

    /// So often: work that has begun on one thread is likely to end while others pass. A few milliseconds.
    private static let rounds = 50

    /// Lets global queues, the threads of Swift concurrency and the main queue do what lies ready there, and what that
    /// lays ready in turn.
    package static func goBy() async {
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

    /// The same, for a test that is not asynchronous. On the main thread its run loop goes on.
    package static func goByBlocking() {
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
