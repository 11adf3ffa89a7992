package import Trackproof
import TrackproofPlatform

// The sources whose events can reach the recorder, and the events that the recorder may have missed.
extension TestRecorder {
    package var testRecorder: TestRecorder? { self }

    /// Notes that events of this source can arrive from now on.
    package func connect(_ source: EventSource) {
        state.withLock { $0.doubts.connect(source) }
        if own != nil, let test = TestRecorder.current, test.serial == parent {
            test.state.withLock { $0.doubts.hasFacadeOfOwnRecorder = true }
        }
    }

    /// Notes that a facade has removed this recorder from its providers.
    package func disconnect(_ source: EventSource) { state.withLock { $0.doubts.disconnect(source) } }

    /// Notes that a facade without consent did not send an event. The recorder has missed this event.
    package func withhold(_ event: Event) { state.withLock { $0.doubts.keepWithheld(event) } }

    /// Notes the providers of a facade that sends events to this recorder.
    package func serve(_ providers: Set<ProviderID>) { state.withLock { $0.ownProviders.formUnion(providers) } }

    /// Notes that the test has set the user's consent.
    public func setConsent(_ isGiven: Bool) { state.withLock { $0.doubts.knowsConsent = true } }

    /// Returns whether events of this source can reach the recorder.
    ///
    /// If the source was never connected, the function returns whether an event of the source was ever recorded.
    func canRecord(_ source: EventSource) -> Bool {
        if tests?.sharedSources(with: self).contains(source) ?? false { return true }
        return doubts.isConnected(source) ?? withLog { $0.seenSources.contains(source) }
    }

    /// Notes an event that came from outside of the tests' tasks and may belong to this test or to any of `recorders`.
    ///
    /// - Parameter isHeld: Whether the event belongs to the test that holds the facade, if this test has not tracked it.
    func keepUnattributed(
        _ event: RecordedEvent, through facade: CurrentTestRecorder, isHeld: Bool, among recorders: [TestRecorder]
    ) {
        noteDoubtForMutation()
        let tests = recorders.compactMap(\.test)
        state.withLock { $0.doubts.keepUnattributed(event, through: facade.facade, isHeld: isHeld, tests) }
    }

    /// Notes that another recorder of the same test has replaced this recorder.
    func noteReplacement() { state.withLock { $0.doubts.noteReplacement() } }

    /// Notes an event that the task of another test tracked through a facade that this test made.
    func keepCrossed(_ event: RecordedEvent, to recorder: TestRecorder) {
        if isOver { return }
        let tests = [self, recorder].compactMap(\.test)
        state.withLock { $0.doubts.keepCrossed(event, tests) }
    }

    /// Notes that the test's own task has tracked an event through a facade that several tests share.
    func noteUse(of facade: CurrentTestRecorder) { state.withLock { $0.doubts.noteUse(of: facade.facade) } }

    /// Returns whether the test may track events through a shared facade.
    func mayTrack(through facade: CurrentTestRecorder) -> Bool { doubts.mayTrack(through: facade.facade) }

    /// Notes the name of the test that ended last before this test began.
    func noteEarlierTest(_ name: String?) { state.withLock { $0.doubts.earlierTest = name } }

    var doubts: Doubts { state.withLock(\.doubts) }
}
