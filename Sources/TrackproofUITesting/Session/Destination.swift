internal import Trackproof
internal import TrackproofPlatform
internal import TrackproofAssertions

/// The recorder to which events go: the running test's; that of the test before, where an event was tracked before its
/// end and comes late.
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

    /// Events that were tracked before `start` still go to the recorder until now.
    func change(to recorder: TestRecorder, from start: EventTime) {
        state.withLock { $0 = State(recorder: recorder, previous: $0.recorder, start: start) }
    }

    /// - Parameter isTimed: whether the event's time says to which test it belongs. That of an SDK may be of whole
    ///   seconds, and says nothing.
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
