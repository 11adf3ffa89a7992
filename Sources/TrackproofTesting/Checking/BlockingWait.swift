internal import Dispatch
internal import Foundation
internal import Trackproof

/// Waiting for events in a test that is not asynchronous.
enum BlockingWait {
    /// Returns when `count` events that match are recorded, or at the deadline.
    static func wait(
        in recorder: TestRecorder, _ count: Int, until deadline: ContinuousClock.Instant,
        where matches: @escaping @Sendable (RecordedEvent) -> Bool
    ) {
        let left = deadline - .now
        guard left > .zero else { return }
        if Thread.isMainThread {
            waitOnMainThread(in: recorder.recorder, count, left, matches)
        } else {
            _ = recorder.recorder.blockForEvents(count, within: left, where: matches)
        }
    }

    /// On the main thread its run loop goes on: what is awaited may have to happen there.
    private static func waitOnMainThread(
        in recorder: EventRecorder, _ count: Int, _ limit: Duration,
        _ matches: @escaping @Sendable (RecordedEvent) -> Bool
    ) {
        let isDone = Lock(false)
        // Not a task: tests that block may hold all threads on which tasks run.
        Thread.detachNewThread {
            _ = recorder.blockForEvents(count, within: limit, where: matches)
            isDone.withLock { $0 = true }
            // Any work on the main queue makes the run loop return.
            DispatchQueue.main.async {}
        }
        let deadline = Date(timeIntervalSinceNow: limit.seconds)
        // A run loop that has nothing at all to wait for would return at once, again and again.
        let timer = Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }
        RunLoop.current.add(timer, forMode: .default)
        defer { timer.invalidate() }
        while !isDone.withLock({ $0 }), Date() < deadline {
            // Not until the deadline: where the wait is itself work of the main queue, that takes no other work in the
            // meantime, and no timer makes the run loop return.
            _ = RunLoop.current.run(mode: .default, before: min(deadline, Date(timeIntervalSinceNow: 0.01)))
        }
    }
}
