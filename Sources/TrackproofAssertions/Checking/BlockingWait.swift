internal import Dispatch
internal import Foundation
package import Trackproof
internal import TrackproofPlatform

/// How an assertion that is not asynchronous waits for events.
package protocol EventWait {
    /// Returns when `count` events that match are recorded after the one with this number, or at the deadline; with a reason, when no more can come.
    func wait(
        in recorder: EventRecorder, _ count: Int, after sequence: Int64, until deadline: ContinuousClock.Instant,
        where matches: @escaping @Sendable (RecordedEvent) -> Bool
    ) -> String?

    /// What to say of a wait that found too few; nil where there is nothing to say.
    func hint(for reporter: any TestReporter) -> String?
}

extension EventWait {
    package func hint(for reporter: any TestReporter) -> String? { nil }
}

/// Blocks the thread while the test's own process tracks.
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

    /// The hint for a framework whose tests share few threads.
    package static let hint = """
        the wait blocked a thread of Swift concurrency, which may be what the event waited for: make the test async, and \
        write await
        """

    /// On the main thread its run loop goes on: what is awaited may have to happen there.
    private static func waitOnMainThread(
        in recorder: EventRecorder, _ count: Int, after sequence: Int64, _ limit: Duration,
        _ matches: @escaping @Sendable (RecordedEvent) -> Bool
    ) {
        let isDone = Lock(false)
        // Not a task: tests that block may hold all threads on which tasks run.
        Thread.detachNewThread {
            _ = recorder.blockForEvents(count, after: sequence, within: limit, where: matches)
            isDone.withLock { $0 = true }
            // Any work on the main queue makes the run loop return.
            DispatchQueue.main.async {}
        }
        MainThreadWait.run(until: Date(timeIntervalSinceNow: limit.seconds)) { isDone.withLock { $0 } }
    }
}
