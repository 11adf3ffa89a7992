import Trackproof
import TrackproofPlatform

/// The queues of `queued()` providers, in which events wait on their way from a facade to a recorder.
///
/// When an assertion begins, it first waits until the events in the queues have reached the recorder. A queue belongs
/// to the test that made the queue. A queue that was made outside of a test may contain events of any test.
package enum ProviderQueues {
    private static let queues = Lock<[(test: Int?, wait: QueueWait)]>([])

    /// Makes this enum note every queue that is made from now on. `observeTestCasesAtLoad()` calls this function once.
    package static func watch() {
        QueuedProvider.onCreation.withLock { note in
            note = { wait in
                queues.withLock { queues in
                    queues.removeAll(where: \.wait.isOver)
                    queues.append((TestRecorder.current?.serial, wait))
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
