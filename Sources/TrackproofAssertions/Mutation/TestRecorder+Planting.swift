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
    var isFedByFacade: Bool { !isOfUITest && (doubts.isConnected(.app) != nil || state.withLock(\.isAsked)) }

    /// The id of the test that runs; `nil` if no test is known.
    ///
    /// A recorder in a property of a test case was made before its test began.
    var mutatedTest: String? { mutationID ?? XCTestRun.test?.identity.id }

    /// Tells `trackproof mutate` that another test may have tracked an event of this test, or the other way round.
    func noteDoubtForMutation() { if let test = mutatedTest { PlantedMutants.current?.noteDoubtful(test) } }

    /// Returns how long an assertion waits for `count` events.
    ///
    /// An event with a mistake may never arrive. So a test with a mistake does not wait much longer than without it, and no
    /// longer waits after it has failed: it has noticed the mistake.
    package func limit(_ limit: Duration, of count: Int) -> Duration {
        guard count > 0, let usual else { return limit }
        if hasFailed { return .zero }
        // Whole seconds, because messages about events that did not arrive show the limit.
        return min(limit, .seconds(max(10 * usual.seconds, 2).rounded(.up)))
    }

    /// How the test runs without its mistake; `nil` if it has none, or if this is unknown.
    private var usual: MutationRound.Usual? { mutatedTest.flatMap { PlantedMutants.current?.usual(of: $0) } }

    /// The missing events of this test: without the mistake, the app would have tracked more events so far.
    ///
    /// `nil` if no event is missing.
    ///
    /// A mistake can end a wait or the test early. Without a wait for the other events at the end of the test, they would
    /// come while another test runs, and could fail that test.
    package var missingEvents: AwaitedEvents? {
        // The recorder of a trait gets no events if the test has a UI-test session, which has another recorder.
        guard isFedByFacade, let usual, let count = usual.eventCount else { return nil }
        let (sequence, missing) = (lastSequence, count - state.withLock(\.trackedCount))
        let past = Double(Platform.monotonicNanoseconds() - begun) * 1e-9
        let left = 2 * usual.seconds + 0.1 - past
        if missing <= 0 || left <= 0 { return nil }
        return AwaitedEvents(missing, in: self, after: sequence, until: .now + .seconds(left)) { $0.source == .app }
    }

    /// Delivers an event to all providers but one, or to all providers if this argument is `nil`.
    ///
    /// The result says whether the provider that does not get the event exists.
    typealias Delivery = @Sendable (Event, _ except: ProviderID?) -> Bool

    /// Delivers an event with the mistake of the test, or the event itself if there is no mistake in it.
    func plant(_ event: Event, _ deliver: @escaping Delivery) {
        state.withLock { $0.isAsked = true }
        plant(event, from: .app, isAsked: false, deliver)
    }

    /// - Parameter isAsked: Whether a facade has asked for the app's mistakes in the event already.
    private func plant(
        _ event: Event, from source: EventSource, isAsked: Bool, _ deliver: @escaping Delivery
    ) {
        guard let mutants = PlantedMutants.current, let test = mutatedTest, let mutant = mutants.mutant(of: test),
            event.delivery.isRecorded, !isOver, mutant.source == .app ? !isAsked : mutant.source == source
        else {
            _ = deliver(event, nil)
            return
        }
        // The event counts after its delivery, so that the end of the test also waits for an event that follows it.
        defer { if source == .app { state.withLock { $0.trackedCount += 1 } } }
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
        if plants { receive(event, through: nil, isAsked: isFedByFacade) } else { record(event, through: nil) }
    }

    /// Records an event with the mistake of the test. No facade has asked for a mistake in the event.
    package func receive(_ recorded: RecordedEvent) { receive(recorded, through: nil, isAsked: false) }

    func receive(_ recorded: RecordedEvent, through passage: Passage?, isAsked: Bool) {
        plant(recorded.event, from: recorded.source, isAsked: isAsked) { [self] event, left in
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
