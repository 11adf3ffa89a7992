import Trackproof
import TrackproofAssertions
import TrackproofPlatform
import TrackproofXCTest
import XCTest

/// The recorder of a session's test.
enum SessionRecorder {
    /// Makes the recorder of a test.
    ///
    /// - Parameters:
    ///   - testCase: The test case of XCTest; `nil` if several tests share the session, or if Swift Testing runs the
    ///     test.
    ///   - rules: What the test declares about all of its events.
    static func make(for testCase: XCTestCase?, rules: RecordingRules) -> TestRecorder {
        let framework = testCase == nil ? SessionFrameworks.find() : nil
        let test = testCase.map { XCTestRunningTest($0) }
        let recorder = TestRecorder(
            framework?.reporter ?? XCTestReporter(test), test: test ?? framework?.runningTest, isOfUITest: true,
            rules: rules)
        // The app connects before the first assertion, so the recorder can get events of the app. Without this call, an
        // assertion that expects no events would fail.
        recorder.connect(.app)
        return recorder
    }

    /// Checks that a session without a test case can report failures to a test framework.
    ///
    /// - Throws: ``UITestSessionError`` if the session cannot report failures.
    static func checkFramework() throws(UITestSessionError) {
        guard !TestCases.isRunning, SessionFrameworks.find() == nil else { return }
        throw UITestSessionError(
            """
            this test runs under Swift Testing, and TrackproofUITesting alone cannot report failures to Swift Testing: \
            add TrackproofTesting to the test target, and import TrackproofTesting
            """)
    }
}

/// The destination of a session's events, which gives each event to the recorder of the event's test.
///
/// An event belongs to the running test, or to the previous test if the app tracked the event before the running test
/// began.
final class SessionDestination: Sendable {
    private let state: Lock<State>

    private struct State: Sendable {
        var recorder: TestRecorder
        var previous: TestRecorder?
        var start: EventTime?
    }

    init(_ recorder: TestRecorder) {
        state = Lock(State(recorder: recorder))
    }

    /// Begins the test of `recorder`. Events that were tracked before `start` still go to the previous test's recorder.
    func change(to recorder: TestRecorder, from start: EventTime) {
        state.withLock { $0 = State(recorder: recorder, previous: $0.recorder, start: start) }
    }

    /// Records an event in the recorder of its test.
    ///
    /// - Parameter isTimed: Whether the time of the event decides to which test the event belongs. Pass `false` for an
    ///   event of an SDK: its time may be in whole seconds, which is not precise enough.
    func take(_ recorded: RecordedEvent, isTimed: Bool = true) {
        let recorder = state.withLock { state in
            guard isTimed, let previous = state.previous, let start = state.start, let time = recorded.time,
                time < start
            else { return state.recorder }
            return previous
        }
        recorder.record(recorded)
    }
}
