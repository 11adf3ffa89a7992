package import Foundation

/// Waiting on the main thread, whose run loop goes on: what is awaited may have to happen there.
package enum MainThreadWait {
    /// Returns when `isDone`, which is asked again after whatever the run loop has done, or at the deadline.
    package static func run(until deadline: Date, _ isDone: () -> Bool) {
        // A run loop that has nothing at all to wait for would return at once, again and again.
        let timer = Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }
        RunLoop.current.add(timer, forMode: .default)
        defer { timer.invalidate() }
        while !isDone(), Date() < deadline {
            // Not until the deadline: where the wait is itself work of the main queue, that takes no other work in the
            // meantime, and no timer makes the run loop return.
            _ = RunLoop.current.run(mode: .default, before: min(deadline, Date(timeIntervalSinceNow: 0.01)))
        }
    }
}
