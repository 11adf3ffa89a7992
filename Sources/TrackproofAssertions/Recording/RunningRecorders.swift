import Trackproof
import TrackproofPlatform

/// The recorders of the tests that are running.
///
/// If an event comes from a detached task, a queue or a thread, a shared facade asks this object for the event's test.
package final class RunningRecorders: Sendable {
    /// The running recorders of this process.
    package static let ofProcess = RunningRecorders()

    /// The test to which an event belongs.
    package enum Owner {
        /// The event belongs to the test of this recorder.
        case test(TestRecorder)
        /// The event belongs to one of these recorders, but it is unknown which recorder that is.
        case unknown([TestRecorder])
        /// No test with a recorder is running, or the event comes from the task of a test that has no recorder.
        case none
    }

    private struct State {
        var running: [TestRecorder] = []
        /// The name of the test that ended last; `nil` if no test has ended.
        var lastEnded: String?
    }

    private let state = Lock(State())
    /// For each source, the number of shared facades that can send events of this source to the running test.
    private let routes = Lock<[EventSource: Int]>([:])

    package init() {}

    /// Notes that a test begins.
    ///
    /// - Parameter outer: The recorder that `recorder` replaces until the test ends, for example if the test and its
    ///   suite both have the trait `.recordingEvents`; `nil` if there is no such recorder.
    package func begin(_ recorder: TestRecorder, insteadOf outer: TestRecorder?) {
        state.withLock { state in
            state.running.removeAll { $0 === outer }
            state.running.append(recorder)
            recorder.noteEarlierTest(state.lastEnded)
        }
    }

    /// Notes that a test has ended.
    ///
    /// - Parameter outer: The recorder that `recorder` replaced when the test began; `nil` if there is no such
    ///   recorder.
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

    func addRoute(for source: EventSource) { routes.withLock { $0[source, default: 0] += 1 } }

    func removeRoute(for source: EventSource) { routes.withLock { $0[source, default: 1] -= 1 } }

    /// Returns whether events of a source can reach the running test through a shared facade.
    func hasRoute(for source: EventSource) -> Bool { routes.withLock { $0[source, default: 0] > 0 } }

    /// The test to which an event belongs if the current task has no recorder.
    package var ownerOutsideOfTasks: Owner {
        let running = state.withLock(\.running)
        guard let first = running.first, !running.contains(where: \.reporter.isInsideTest) else { return .none }
        return running.count == 1 ? .test(first) : .unknown(running)
    }
}
