import Dispatch
import Foundation
package import Trackproof
import TrackproofPlatform

/// The events for which an assertion waits. A wait ends when the events have arrived, at the deadline, or when no more
/// events can arrive. It returns the reason why no more events can arrive, such as the end of the app; `nil` if no
/// reason is known.
package struct AwaitedEvents: Sendable {
    package let recorder: EventRecorder
    /// The number of events.
    package var count: Int
    /// The sequence number of the last event that the wait ignores.
    package let sequence: Int64
    package let deadline: ContinuousClock.Instant
    /// Returns whether an event is one of these events.
    package let matches: @Sendable (RecordedEvent) -> Bool

    package init(
        _ count: Int, in recorder: TestRecorder, after sequence: Int64, until deadline: ContinuousClock.Instant,
        where matches: @escaping @Sendable (RecordedEvent) -> Bool
    ) {
        self.recorder = recorder.recorder
        (self.count, self.sequence, self.deadline, self.matches) = (count, sequence, deadline, matches)
    }

    /// Waits for the events. The wait also ends when the task is cancelled. ``matches`` must not run a test's own code,
    /// because it runs while the recorder's lock is locked.
    package func wait() async -> String? {
        let left = deadline - .now
        guard left > .zero else { return nil }
        let found = await recorder.waitForEvents(count, after: sequence, within: left, where: matches)
        let isCutShort = found.count < count && Task.isCancelled && ContinuousClock.now < deadline
        return isCutShort ? "the test was cancelled" : nil
    }

    /// Waits as ``wait()`` does, but blocks the thread. Nothing ends this wait early, so there is never a reason.
    package func block() -> String? {
        let left = deadline - .now
        guard left > .zero else { return nil }
        guard Thread.isMainThread else {
            _ = recorder.blockForEvents(count, after: sequence, within: left, where: matches)
            return nil
        }
        // The main run loop runs during the wait, because the app may need the main thread.
        let isDone = Lock(false)
        // A new thread waits for the events. A task in place of the thread might never start, because blocked tests may
        // occupy all threads that run tasks.
        Thread.detachNewThread {
            _ = recorder.blockForEvents(count, after: sequence, within: left, where: matches)
            isDone.withLock { $0 = true }
            // This empty closure wakes the main run loop, so that the main thread reads `isDone` at once.
            DispatchQueue.main.async {}
        }
        MainThreadWait.run(until: Date(timeIntervalSinceNow: left.seconds)) { isDone.withLock { $0 } }
        return nil
    }

    /// The hint for tests of Swift Testing, which run on the few threads of Swift concurrency.
    package static let blockingHint = """
        while the assertion waited, it blocked a thread of Swift concurrency that the app's code may need: make the \
        test async, and await the assertion
        """
}
