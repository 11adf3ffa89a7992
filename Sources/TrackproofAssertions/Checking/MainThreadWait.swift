package import Foundation

/// A wait on the main thread that lets the main run loop run.
///
/// Without the run loop, the test could not wait for code that needs the main thread.
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
            // A pass must be short, because it does not end when `isDone` becomes `true`. A timer never ends a pass. A
            // closure on the main queue ends a pass, but cannot run while the main queue runs this function.
            _ = RunLoop.current.run(mode: .default, before: min(deadline, Date(timeIntervalSinceNow: 0.01)))
        }
    }
}
