package import Foundation

/// A wait on the main thread that keeps its run loop running, because the awaited work may have to run there.
package enum MainThreadWait {
    /// Returns when `isDone` returns `true`, or at the deadline.
    ///
    /// It calls `isDone` before the first pass of the run loop and after each pass. A pass waits at most 10
    /// milliseconds for work.
    package static func run(until deadline: Date, _ isDone: () -> Bool) {
        // A run loop that has nothing to wait for would return at once, again and again.
        let timer = Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }
        RunLoop.current.add(timer, forMode: .default)
        defer { timer.invalidate() }
        while !isDone(), Date() < deadline {
            // A pass does not last until the deadline. If the wait is itself work of the main queue, the queue runs no
            // other work in the meantime, and no timer makes the run loop return.
            _ = RunLoop.current.run(mode: .default, before: min(deadline, Date(timeIntervalSinceNow: 0.01)))
        }
    }
}
