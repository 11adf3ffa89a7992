import Dispatch
import Trackproof
import TrackproofPlatform

/// The queues of `queued()` providers, in which events wait on their way from a facade to a recorder. When an assertion
/// begins, it first waits until the events in the queues have reached the recorder. A queue belongs to the test that
/// made the queue. A queue that was made outside of a test may contain events of any test.
package enum ProviderQueues {
    private static let queues = Lock<[(test: Int?, wait: QueueWait)]>([])

    /// Makes this enum note every queue that is made from now on. `observeTestCasesAtLoad()` calls this function once.
    package static func watch() {
        QueuedProvider.onCreation.withLock { note in
            note = { queue in
                queues.withLock { queues in
                    queues.removeAll(where: \.wait.isOver)
                    queues.append((TestRecorder.current?.serial, QueueWait(queue)))
                }
            }
        }
    }

    /// Waits for the queues that may contain events of this recorder's test.
    static func wait(for recorder: TestRecorder) {
        let serials = [recorder.serial, recorder.parent]
        for (test, wait) in queues.withLock({ $0 }) where test == nil || serials.contains(test) {
            wait.wait { recorder.lastSequence }
        }
    }
}

extension TestRecorder {
    /// Waits until the events that were tracked before this call have left the queues that lead to this recorder.
    package func waitForQueues() {
        releaseSwapped()
        ProviderQueues.wait(for: self)
    }
}

/// An object that waits until a ``QueuedProvider`` has handled the events in its queue. A queued provider can wrap a
/// recorder, so an event that seems to be missing may still be in the queue. The reference to the queue is weak.
private final class QueueWait: Sendable {
    private struct Reference: Sendable {
        weak var queue: DispatchQueue?
    }

    private let reference: Reference
    /// Whether an earlier call of ``wait(progress:)`` timed out.
    private let isStuck = Lock(false)
    /// The maximum time without progress, in seconds. It is long, because a busy machine may start a thread late.
    private static let limit = 10.0
    /// The maximum total time of a wait, as a multiple of `limit`.
    private static let rounds = 6

    init(_ queue: DispatchQueue) { reference = Reference(queue: queue) }

    /// Whether the queue no longer exists.
    var isOver: Bool { reference.queue == nil }

    /// Waits until the queue has done the work that was added before this call.
    ///
    /// If the provider blocks its queue, this method returns after ten seconds without progress, and after a minute at
    /// the latest. After such a timeout, later calls return at once.
    ///
    /// - Parameter progress: Returns a number that changes when the queue has handled an event.
    func wait(progress: () -> Int64) {
        guard let queue = reference.queue, !isStuck.withLock({ $0 }) else { return }
        let isDone = DispatchSemaphore(value: 0)
        let isStarted = Platform.startThread {
            queue.sync {}
            isDone.signal()
        }
        guard isStarted else { return }
        for _ in 1...Self.rounds {
            let before = progress()
            if isDone.wait(timeout: .now() + Self.limit) == .success { return }
            if progress() == before { break }
        }
        isStuck.withLock { $0 = true }
    }
}
