internal import Trackproof
internal import TrackproofPlatform

/// The queues of providers that stand between a facade and a recorder.
///
/// What was handed to a queue before an assertion counts in it. A queue belongs to the test in which it was made; what was
/// made outside of a test may lead to any.
package enum ProviderQueues {
    private static let queues = Lock<[(test: Int?, wait: QueueWait)]>([])

    /// Called once, when the tests are loaded.
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

    /// Waits for those that lead to this recorder, as far as that is known.
    static func wait(for recorder: TestRecorder) {
        let serials = [recorder.serial, recorder.parent]
        for (test, wait) in queues.withLock({ $0 }) where test == nil || serials.contains(test) {
            wait.wait { recorder.lastSequence }
        }
    }
}

extension TestRecorder {
    /// Waits until what was tracked before has come through the queues that lead here.
    package func waitForQueues() { ProviderQueues.wait(for: self) }
}
