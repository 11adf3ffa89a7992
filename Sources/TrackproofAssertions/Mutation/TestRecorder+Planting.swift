import Trackproof
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
    var isFedByFacade: Bool { !isOfUITest && (doubts.isConnected(.app) != nil || state.withLock(\.planting.isAsked)) }

    /// The id of the test that runs; `nil` if no test is known. A recorder in a property of a test case was made before
    /// its test began.
    var mutatedTest: String? { mutationID ?? XCTestRun.test?.identity.id }

    /// Tells `trackproof mutate` that another test may have tracked an event of this test, or the other way round.
    func noteDoubtForMutation() { if let test = mutatedTest { PlantedMutants.current?.noteDoubtful(test) } }

    /// Returns how long an assertion waits for `count` events. An event with a mistake may never arrive. So a test with
    /// a mistake does not wait much longer than without it, and no longer waits after it has failed: it has noticed the
    /// mistake.
    package func limitUnderMutation(_ limit: Duration, of count: Int) -> Duration {
        guard count > 0, let usual else { return limit }
        if hasFailed { return .zero }
        // Whole seconds, because messages about events that did not arrive show the limit.
        return min(limit, .seconds(max(10 * usual.seconds, 2).rounded(.up)))
    }

    /// How the test runs without its mistake; `nil` if it has none, or if this is unknown.
    private var usual: MutationRound.Usual? { mutatedTest.flatMap { PlantedMutants.current?.round.usual[$0] } }

    /// The missing events of this test: without the mistake, the app would have tracked more events so far. `nil` if no
    /// event is missing. A mistake can end a wait or the test early. Without a wait for the other events at the end of
    /// the test, they would come while another test runs, and could fail that test.
    package var missingEvents: AwaitedEvents? {
        // The recorder of a trait gets no events if the test has a UI-test session, which has another recorder.
        guard isFedByFacade, let usual, let count = usual.eventCount else { return nil }
        let (sequence, missing) = (lastSequence, count - state.withLock(\.planting.trackedCount))
        let past = Double(Platform.monotonicNanoseconds() - begun) * 1e-9
        let left = 2 * usual.seconds + 0.1 - past
        if missing <= 0 || left <= 0 { return nil }
        return AwaitedEvents(missing, in: self, after: sequence, until: .now + .seconds(left)) { $0.source == .app }
    }

    /// Delivers an event to all providers but one, or to all providers if this argument is `nil`. The result says
    /// whether the provider that does not get the event exists.
    typealias Delivery = @Sendable (Event, _ except: ProviderID?) -> Bool

    /// What a mistake in the events of a test depends on.
    struct Planting {
        /// Whether a facade has asked the recorder for mistakes in its events.
        var isAsked = false
        /// The number of events that the app has tracked, without the mistake.
        var trackedCount = 0
        /// Delivers the event that is held back; `nil` if no event is held back.
        var swapped: (@Sendable () -> Void)?
        /// The number of events so far that a mistake in the order of events is about.
        var occurrences = 0
    }

    /// Delivers an event with the mistake of the test, or the event itself if there is no mistake in it.
    func plant(_ event: Event, _ deliver: @escaping Delivery) {
        state.withLock { $0.planting.isAsked = true }
        plant(event, from: .app, isAsked: false, deliver)
    }

    /// - Parameter isAsked: Whether a facade has asked for the app's mistakes in the event already.
    func plant(
        _ event: Event, from source: EventSource, isAsked: Bool, _ deliver: @escaping Delivery
    ) {
        guard let mutants = PlantedMutants.current, let test = mutatedTest, let mutant = mutants.round.mutants[test],
            event.delivery.isRecorded, !isOver, mutant.source == .app ? !isAsked : mutant.source == source
        else {
            _ = deliver(event, nil)
            return
        }
        // The event counts after its delivery, so that the end of the test also waits for an event that follows it.
        defer { if source == .app { state.withLock { $0.planting.trackedCount += 1 } } }
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
            let earlier = state.planting.swapped
            // An assertion that waits may wait for this event, and may not have to wait for the next one.
            var isHeld = false
            if mutant.isAbout(event) {
                isHeld = mutant.occurrences.contains(state.planting.occurrences) && state.open.waitingCount == 0
                state.planting.occurrences += 1
            }
            state.planting.swapped = isHeld ? deliver : nil
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
            defer { state.planting.swapped = nil }
            return state.planting.swapped
        }
        release?()
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

extension MutationCheck {
    /// Creates a check of an event with the parameters of an assertion.
    fileprivate init(_ event: Event, _ parameters: ExpectedParameters, user: ParameterMatcher? = nil) {
        let elements = parameters.elements
        self.init(
            kind: event.kind, name: event.name, exact: elements.filter { $0.matcher.isExact }.map(\.name),
            loose: Dictionary(
                elements.filter { !$0.matcher.isExact }.map { ($0.name, $0.matcher.description) },
                uniquingKeysWith: { first, _ in first }),
            allowsMore: parameters.isPartial,
            looseUser: user.map { $0.isExact ? nil : $0.description } ?? "any value")
    }
}

extension ParameterMatcher {
    /// Whether the matcher accepts one value only.
    fileprivate var isExact: Bool {
        switch test {
        case .value, .absent: true
        case .shape, .predicate: false
        case .list(let matchers): matchers.allSatisfy(\.isExact)
        case .object(let members): !members.isPartial && members.elements.allSatisfy { $0.matcher.isExact }
        }
    }
}

extension TestRecorder {
    /// Tells `trackproof mutate` what an assertion expects.
    func noteForMutation(_ expectations: [EventExpectation], at site: CallSite) {
        noteForMutation { mutants, test in
            for expected in expectations {
                let check = MutationCheck(expected.event, expected.parameters, user: expected.user)
                mutants.write(MutationNote(test, .checked, check: check, place: site.place))
            }
        }
    }

    /// Tells `trackproof mutate` that an assertion is about some of the recorded events, but marks none of them.
    func noteForMutation(_ selection: EventSelection, in log: [LoggedEvent], at site: CallSite) {
        noteForMutation { mutants, test in
            var noted: Set<EventIdentity> = []
            for event in log.map(\.event) where selection.isNamed(event) {
                guard noted.insert(EventIdentity(event)).inserted else { continue }
                var check = MutationCheck(event, selection.parameters)
                check.marksEvent = false
                mutants.write(MutationNote(test, .checked, check: check, place: site.place))
            }
        }
    }

    /// Tells `trackproof mutate` which events the test discards, although no assertion has checked them.
    func noteClearForMutation() {
        noteForMutation { mutants, test in
            for logged in log(of: .app) where !logged.isChecked {
                let check = MutationCheck(logged.event, ExpectedParameters().partial)
                mutants.write(MutationNote(test, .cleared, check: check))
            }
        }
    }

    /// Tells `trackproof mutate` that events which no assertion has checked fail the test. The recorder of a suite's
    /// trait gets no events if a test has a trait of its own.
    func noteExhaustiveForMutation() {
        if lastSequence > 0 { noteForMutation { $0.write(MutationNote($1, .exhaustive)) } }
    }

    /// Tells `trackproof mutate` that an assertion compares the events with a snapshot.
    func noteForMutation(snapshot path: String, at site: CallSite) {
        noteForMutation { $0.write(MutationNote($1, .checked, text: path, place: site.place)) }
    }

    private func noteForMutation(_ note: (PlantedMutants, _ test: String) -> Void) {
        guard let mutants = PlantedMutants.current, mutants.round.notesEvents, let test = mutatedTest else { return }
        note(mutants, test)
    }
}
