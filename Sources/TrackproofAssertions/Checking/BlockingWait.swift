import Dispatch
import Foundation
package import Trackproof
import TrackproofPlatform

/// The strategy by which a synchronous assertion waits for events.
package protocol EventWait {
    /// Waits for `count` events that follow event number `sequence` and for which `matches` returns `true`.
    ///
    /// The wait also ends at `deadline`, or when no more events can arrive.
    ///
    /// - Returns: The reason why no more events can arrive, such as the end of the app; `nil` if no reason is known.
    func wait(
        in recorder: EventRecorder, _ count: Int, after sequence: Int64, until deadline: ContinuousClock.Instant,
        where matches: @escaping @Sendable (RecordedEvent) -> Bool
    ) -> String?

    /// Returns a hint that a failure message shows if too few events arrived; `nil` if there is no hint.
    func hint(for reporter: any TestReporter) -> String?
}

extension EventWait {
    package func hint(for reporter: any TestReporter) -> String? { nil }
}

/// The `EventWait` of unit tests. It blocks the calling thread until the events arrive.
package struct BlockingWait: EventWait {
    package init() {}

    package func wait(
        in recorder: EventRecorder, _ count: Int, after sequence: Int64, until deadline: ContinuousClock.Instant,
        where matches: @escaping @Sendable (RecordedEvent) -> Bool
    ) -> String? {
        let left = deadline - .now
        guard left > .zero else { return nil }
        if Thread.isMainThread {
            Self.waitOnMainThread(in: recorder, count, after: sequence, left, matches)
        } else {
            _ = recorder.blockForEvents(count, after: sequence, within: left, where: matches)
        }
        return nil
    }

    package func hint(for reporter: any TestReporter) -> String? { reporter.blockingWaitHint }

    /// The hint for tests of Swift Testing, which run on the few threads of Swift concurrency.
    package static let hint = """
        while the assertion waited, it blocked a thread of Swift concurrency that the app's code may need: make the \
        test async, and await the assertion
        """

    /// Waits on the main thread. The main run loop runs during the wait, because the app may need the main thread.
    private static func waitOnMainThread(
        in recorder: EventRecorder, _ count: Int, after sequence: Int64, _ limit: Duration,
        _ matches: @escaping @Sendable (RecordedEvent) -> Bool
    ) {
        let isDone = Lock(false)
        // A new thread waits for the events. A task in place of the thread might never start, because blocked tests may
        // occupy all threads that run tasks.
        Thread.detachNewThread {
            _ = recorder.blockForEvents(count, after: sequence, within: limit, where: matches)
            isDone.withLock { $0 = true }
            // This empty closure wakes the main run loop, so that the main thread reads `isDone` at once.
            DispatchQueue.main.async {}
        }
        MainThreadWait.run(until: Date(timeIntervalSinceNow: limit.seconds)) { isDone.withLock { $0 } }
    }
}
