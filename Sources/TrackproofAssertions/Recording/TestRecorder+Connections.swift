package import Trackproof
import TrackproofSnapshots
import TrackproofPlatform

// The sources whose events can reach the recorder, and the events that the recorder may have missed.
extension TestRecorder {
    /// Notes that events of this source can arrive from now on.
    package func connect(_ source: EventSource) { state.withLock { $0.connections.connect(source) } }

    /// Notes that a facade has removed this recorder from its providers.
    package func disconnect(_ source: EventSource) { state.withLock { $0.connections.disconnect(source) } }

    /// Notes that a facade without consent did not send an event. The recorder has missed this event.
    package func withhold(_ event: Event) { state.withLock { $0.connections.keepWithheld(event) } }

    /// Notes that the test has set the user's consent.
    public func setConsent(_ isGiven: Bool) { state.withLock { $0.connections.knowsConsent = true } }

    /// Makes facades keep the events that they track before they have a recorder.
    ///
    /// `observeTestCasesAtLoad()` calls this function once, when the test bundle is loaded.
    package static func keepUnrecordedEvents() {
        UnrecordedEvents.testOfCaller.withLock { $0 = { TestRecorder.current?.serial } }
    }

    /// Records the events that a facade tracked before this recorder was added to the facade.
    ///
    /// Records only events of this recorder's test. If the test of an event is unknown, the method records the event if
    /// the event is newer than the recorder.
    package func takeUnrecorded(_ events: [UnrecordedEvents.Entry]) {
        for event in events {
            let isOwn = event.test.map { $0 == serial || $0 == parent } ?? (event.nanoseconds > begun)
            if isOwn { record(event.recorded) }
        }
    }

    /// Returns whether events of this source can reach the recorder.
    ///
    /// If the source was never connected, the function returns whether an event of the source was ever recorded.
    func canRecord(_ source: EventSource) -> Bool {
        if tests?.hasRoute(for: source) ?? false { return true }
        return state.withLock { $0.connections.isConnected(source) } ?? withLog { $0.seenSources.contains(source) }
    }

    /// Notes an event that came from outside of the tests' tasks and may belong to any of these running tests.
    package static func keepUnattributed(_ event: RecordedEvent, of recorders: [TestRecorder]) {
        let tests = recorders.compactMap(\.test)
        for recorder in recorders { recorder.state.withLock { $0.connections.keepUnattributed(event, tests) } }
    }

    /// Notes that the test's own task has tracked an event through a facade that several tests share.
    package func noteSharedFacade() { state.withLock { $0.connections.usesSharedFacade = true } }

    var connections: RecorderConnections { state.withLock(\.connections) }
}
