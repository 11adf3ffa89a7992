internal import Trackproof
internal import TrackproofPlatform

/// The recorders of the tests that run now.
///
/// A shared facade asks them who owns an event of a thread or a queue that knows no test.
package final class RunningRecorders: Sendable {
    /// Those of this process.
    package static let ofProcess = RunningRecorders()

    /// Whom an event belongs to.
    package enum Owner {
        /// This test's recorder.
        case test(TestRecorder)
        /// One of these tests: nobody can tell which.
        case unknown([TestRecorder])
        /// No test with a recorder runs, or the event comes from the task of a test that has no recorder.
        case none
    }

    private struct State {
        var running: [TestRecorder] = []
        /// The name of the test that ended last; nil before the first.
        var lastEnded: String?
    }

    private let state = Lock(State())
    /// How many ways lead from shared facades to the running test, for each source.
    private let ways = Lock<[EventSource: Int]>([:])

    package init() {}

    /// A test begins.
    ///
    /// - Parameter outer: The recorder that this one stands in for until its end, as if a test's trait is inside of its
    ///   suite's.
    package func begin(_ recorder: TestRecorder, insteadOf outer: TestRecorder?) {
        state.withLock { state in
            state.running.removeAll { $0 === outer }
            state.running.append(recorder)
            recorder.noteEarlierTest(state.lastEnded)
        }
    }

    /// A test has ended.
    ///
    /// - Parameter outer: The recorder that it stood in for.
    package func end(_ recorder: TestRecorder, backTo outer: TestRecorder?) {
        state.withLock { state in
            let count = state.running.count
            state.running.removeAll { $0 === recorder }
            if let outer, state.running.count < count {
                state.running.append(outer)
            } else if recorder.belongsToTest {
                state.lastEnded = recorder.testName
            }
        }
    }

    func addWay(for source: EventSource) { ways.withLock { $0[source, default: 0] += 1 } }

    func removeWay(for source: EventSource) { ways.withLock { $0[source, default: 1] -= 1 } }

    /// Whether events of a source can reach the running test by a shared facade.
    func hasWay(for source: EventSource) -> Bool { ways.withLock { $0[source, default: 0] > 0 } }

    /// Whom an event belongs to whose task knows no recorder.
    package var ownerOutsideOfTasks: Owner {
        let running = state.withLock(\.running)
        guard let first = running.first, !running.contains(where: \.reporter.isInsideTest) else { return .none }
        return running.count == 1 ? .test(first) : .unknown(running)
    }
}
