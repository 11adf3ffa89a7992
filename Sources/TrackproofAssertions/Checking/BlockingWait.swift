internal import Dispatch
internal import Foundation
package import Trackproof
internal import TrackproofPlatform

/// The strategy by which a synchronous assertion waits for events.
package protocol EventWait {
    /// Waits until `count` matching events have arrived after the event with the number `sequence`.
    ///
    /// The wait also ends at the deadline.
    ///
    /// - Returns: The reason why no more events can arrive, such as the end of the app; `nil` if no reason is known.
    func wait(
        in recorder: EventRecorder, _ count: Int, after sequence: Int64, until deadline: ContinuousClock.Instant,
        where matches: @escaping @Sendable (RecordedEvent) -> Bool
    ) -> String?

    /// Returns the hint for a message about a wait that found too few events; `nil` if there is no hint.
    func hint(for reporter: any TestReporter) -> String?
}

extension EventWait {
    package func hint(for reporter: any TestReporter) -> String? { nil }
}

/// A wait that blocks the calling thread, for tests whose own process tracks the events.
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

    /// The hint for test frameworks that run tests on the few threads of Swift concurrency.
    package static let hint = """
        while the assertion waited, it blocked a thread of Swift concurrency that the app's code may need: make the \
        test async, and await the assertion
        """

    /// Waits on the main thread and keeps its run loop running, because the awaited work may have to run there.
    private static func waitOnMainThread(
        in recorder: EventRecorder, _ count: Int, after sequence: Int64, _ limit: Duration,
        _ matches: @escaping @Sendable (RecordedEvent) -> Bool
    ) {
        let isDone = Lock(false)
        // A new thread does the waiting. A task might never start, because blocked tests may occupy all threads that
        // run tasks.
        Thread.detachNewThread {
            _ = recorder.blockForEvents(count, after: sequence, within: limit, where: matches)
            isDone.withLock { $0 = true }
            // This empty closure makes the run loop return. So the main thread reads `isDone` at once.
            DispatchQueue.main.async {}
        }
        MainThreadWait.run(until: Date(timeIntervalSinceNow: limit.seconds)) { isDone.withLock { $0 } }
    }
}
