internal import Trackproof
internal import TrackproofPlatform

/// The queues of providers that are between a facade and a recorder.
///
/// An assertion waits for the events that were in a queue before it. A queue belongs to the test in which it was made.
/// A queue that was made outside of a test may lead to any test.
package enum ProviderQueues {
    private static let queues = Lock<[(test: Int?, wait: QueueWait)]>([])

    /// Begins to collect the queues of providers. Called once, when the tests are loaded.
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

    /// Waits for the queues that lead to this recorder, as far as that is known.
    static func wait(for recorder: TestRecorder) {
        let serials = [recorder.serial, recorder.parent]
        for (test, wait) in queues.withLock({ $0 }) where test == nil || serials.contains(test) {
            wait.wait { recorder.lastSequence }
        }
    }
}

extension TestRecorder {
    /// Waits until the events that were tracked before have passed the queues that lead to this recorder.
    package func waitForQueues() { ProviderQueues.wait(for: self) }
}
