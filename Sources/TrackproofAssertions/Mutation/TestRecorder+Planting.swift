public import Trackproof
import TrackproofMutation
import TrackproofPlatform
import TrackproofSnapshots

// The mistake that `trackproof mutate` plants into the events of a test.
//
// A facade asks the recorder before it delivers an event. So each provider gets the event with the mistake, as if the app
// had made it. A recorder that gets events from somewhere else, such as a bridge, asks itself.
extension TestRecorder {
    /// Whether `trackproof mutate` runs the tests of this process.
    package var plants: Bool { PlantedMutants.current != nil }

    /// Whether a facade sends events to the recorder, and has asked the recorder for mistakes in them.
    private var isFedByFacade: Bool { !isOfUITest && doubts.isConnected(.app) != nil }

    /// The id of the test that runs; `nil` if no test is known.
    ///
    /// A recorder in a property of a test case was made before its test began.
    var mutatedTest: String? { mutationID ?? XCTestRun.test?.identity.id }

    /// Returns how long an assertion waits for `count` events.
    ///
    /// An event with a mistake may never arrive. So a test with a mistake does not wait much longer than without it.
    package func limit(_ limit: Duration, of count: Int) -> Duration {
        guard count > 0, let mutants = PlantedMutants.current, let test = mutatedTest else { return limit }
        return min(limit, mutants.waitLimit(of: test) ?? limit)
    }

    /// Delivers an event with the mistake of the test, or the event itself if there is no mistake in it.
    package func plant(_ event: Event, _ deliver: @escaping Delivery) { plant(event, from: .app, deliver) }

    private func plant(_ event: Event, from source: EventSource, _ deliver: @escaping Delivery) {
        guard let mutants = PlantedMutants.current, let test = mutatedTest, let mutant = mutants.mutant(of: test),
            event.delivery.isRecorded, !isOver
        else {
            _ = deliver(event, nil)
            return
        }
        // A provider may end the process because of the mistake, so a mistake is noted before it is delivered.
        switch mutant.mistake {
        case .swapped:
            swap(event, by: mutant) {
                mutants.notePlanted(in: test)
            } delivering: {
                _ = deliver(event, nil)
            }
        case .providerLost:
            if deliver(event, mutant.isAbout(event) ? mutant.provider : nil) { mutants.notePlanted(in: test) }
        default:
            let events = mutant.planted(in: event, from: source)
            if events != nil { mutants.notePlanted(in: test) }
            for event in events ?? [event] { _ = deliver(event, nil) }
        }
    }

    /// Delivers an event, or holds it back until the next event has been delivered.
    ///
    /// - Parameter note: A closure to call before the event takes the place of an event that was held back.
    private func swap(
        _ event: Event, by mutant: Mutant, noting note: () -> Void, delivering deliver: @escaping @Sendable () -> Void
    ) {
        let (earlier, isHeld) = state.withLock { state -> ((@Sendable () -> Void)?, Bool) in
            let earlier = state.swapped
            // An assertion that waits may wait for this event, and may not have to wait for the next one.
            var isHeld = false
            if mutant.isAbout(event) {
                isHeld = mutant.occurrences.contains(state.occurrences) && state.open.waitingCount == 0
                state.occurrences += 1
            }
            state.swapped = isHeld ? deliver : nil
            return (earlier, isHeld)
        }
        let isSwapped = earlier != nil && !isHeld && mutant.other.map(event.isNamed(like:)) == true
        if isSwapped { note() } else { earlier?() }
        if !isHeld { deliver() }
        if isSwapped { earlier?() }
    }

    /// Delivers the event that was held back, because code is about to read the events.
    func releaseSwapped() {
        guard plants else { return }
        let release = state.withLock { state in
            defer { state.swapped = nil }
            return state.swapped
        }
        release?()
    }

    /// Records one event. The facade may call this function from any thread.
    public func record(_ event: RecordedEvent) {
        if plants, !isFedByFacade { receive(event) } else { record(event, through: nil) }
    }

    /// Records an event with the mistake of the test. No facade has asked for a mistake in the event.
    package func receive(_ recorded: RecordedEvent) { receive(recorded, through: nil) }

    func receive(_ recorded: RecordedEvent, through passage: Passage?) {
        plant(recorded.event, from: recorded.source) { [self] event, left in
            if let left, recorded.source == .provider(left) { return true }
            var changed = recorded
            changed.event = event
            record(changed, through: passage)
            return false
        }
    }
}

extension Mutant {
    /// Returns the events that the app tracks instead of `event`; `nil` if the mistake does not affect this event.
    fileprivate func planted(in event: Event, from source: EventSource) -> [Event]? {
        guard isAbout(event) else { return nil }
        switch mistake {
        case .lost: return []
        case .twice: return [event, event]
        case .followed: return source == .app ? follower(of: event).map { [event, $0] } : nil
        default: return changed(event).map { [$0] }
        }
    }
}
