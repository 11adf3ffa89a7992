import Trackproof
import TrackproofPlatform
import TrackproofAssertions

/// The destination of a session's events, which gives each event to the recorder of the event's test.
///
/// An event belongs to the running test, or to the previous test if the app tracked the event before the running test
/// began.
final class Destination: Sendable {
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
