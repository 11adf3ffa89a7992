package import Foundation

/// A wait on the main thread that keeps its run loop running, because the awaited work may have to run there.
package enum MainThreadWait {
    /// Returns when `isDone` returns `true`, or at the deadline.
    ///
    /// The wait calls `isDone` before the first pass of the run loop and after each pass. A pass waits for work for at
    /// most 10 milliseconds.
    package static func run(until deadline: Date, _ isDone: () -> Bool) {
        // Without a timer, a run loop may have nothing to wait for. Each pass would then return at once, and the loop
        // below would keep the processor busy.
        let timer = Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }
        RunLoop.current.add(timer, forMode: .default)
        defer { timer.invalidate() }
        while !isDone(), Date() < deadline {
            // A pass must be short, because sometimes nothing ends the pass before its deadline. Work on the main queue
            // ends a pass, but a timer does not. And if this function itself runs on the main queue, the queue runs no
            // other work.
            _ = RunLoop.current.run(mode: .default, before: min(deadline, Date(timeIntervalSinceNow: 0.01)))
        }
    }
}
