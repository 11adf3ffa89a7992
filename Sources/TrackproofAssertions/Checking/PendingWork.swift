import Dispatch
package import Foundation
import TrackproofPlatform

/// A short wait at the end of a test, so that tasks and queues can finish the work that the test has started.
///
/// This work may track events that no assertion has checked, and these events must fail the test. Without this wait,
/// the speed of the machine would decide whether the events are tracked before the test ends. The wait does not cover
/// slow work, such as a timer.
package enum PendingWork {
    /// The maximum length of the wait, in seconds. Another test might block the main queue, or no thread might run it.
    private static let limit = 5.0

    /// The number of passes: a closure on a global queue, then in a task, then on a new thread, then on the main queue.
    /// All passes together take a few milliseconds. Work that runs on another thread is likely to end in that time.
    private static let rounds = 50

    /// Waits until pending work on global queues, in tasks and on the main queue has probably ended. This work may
    /// start more work, so the wait has several passes.
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

    /// Does the same as ``finish()``, for a synchronous test. On the main thread, the run loop runs during the wait,
    /// because the pending work may need the main thread.
    package static func finishBlocking() {
        let isDone = Lock(false)
        pass(count: rounds) {
            isDone.withLock { $0 = true }
            // This empty closure wakes the main run loop, so that the main thread reads `isDone` at once.
            DispatchQueue.main.async {}
        }
        MainThreadWait.run(until: Date(timeIntervalSinceNow: limit)) { isDone.withLock { $0 } }
    }

    private static func pass(count: Int, then done: @escaping @Sendable () -> Void) {
        if count == 0 { return done() }
        DispatchQueue.global().async {
            Task.detached {
                // A busy machine may start a new thread late.
                Thread.detachNewThread {
                    DispatchQueue.main.async { pass(count: count - 1, then: done) }
                }
            }
        }
    }
}

/// A wait on the main thread that lets the main run loop run. Without the run loop, the test could not wait for code
/// that needs the main thread.
package enum MainThreadWait {
    /// Returns when `isDone` returns `true`, or at the deadline. The wait calls `isDone` before the first pass of the
    /// run loop and after each pass. A pass waits for work for at most 10 milliseconds.
    package static func run(until deadline: Date, _ isDone: () -> Bool) {
        // Without a timer, a run loop may have nothing to wait for. Each pass would then return at once, and the loop
        // below would keep the processor busy.
        let timer = Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }
        RunLoop.current.add(timer, forMode: .default)
        defer { timer.invalidate() }
        while !isDone(), Date() < deadline {
            // A pass must be short, because it does not end when `isDone` becomes `true`. A timer never ends a pass. A
            // closure on the main queue ends a pass, but cannot run while the main queue runs this function.
            _ = RunLoop.current.run(mode: .default, before: min(deadline, Date(timeIntervalSinceNow: 0.01)))
        }
    }
}
