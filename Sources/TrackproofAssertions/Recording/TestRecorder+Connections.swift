package import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots
internal import TrackproofPlatform

// What can be recorded, and what may have been missed.
extension TestRecorder {
    /// Events of this source can come from now on.
    package func connect(_ source: EventSource) { state.withLock { $0.connections.connect(source) } }

    /// A facade to which it was added has removed it.
    package func disconnect(_ source: EventSource) { state.withLock { $0.connections.disconnect(source) } }

    /// A facade has no consent; if the test does not know that, it may have missed the event.
    package func withhold(_ event: Event) { state.withLock { $0.connections.keepWithheld(event) } }

    /// The test tells a facade of the user's consent.
    public func setConsent(_ isGiven: Bool) { state.withLock { $0.connections.knowsConsent = true } }

    /// Has facades keep what they track before they have a recorder. Called once, when the tests are loaded.
    package static func keepUnrecordedEvents() {
        UnrecordedEvents.testOfCaller.withLock { $0 = { TestRecorder.current?.serial } }
    }

    /// A facade to which it was added has tracked these before. It records those of its test; those that may be any test's
    /// are its own if it was there already.
    package func takeUnrecorded(_ events: [UnrecordedEvents.Entry]) {
        for event in events {
            let isOwn = event.test.map { $0 == serial || $0 == parent } ?? (event.nanoseconds > begun)
            if isOwn { record(event.recorded) }
        }
    }

    /// Whether an event of this source was recorded, or could have been, and still can be.
    func canRecord(_ source: EventSource) -> Bool {
        if tests?.hasWay(for: source) ?? false { return true }
        return state.withLock { $0.connections.isConnected(source) } ?? withIndex { $0.seenSources.contains(source) }
    }

    /// Keeps an event that may be any of these tests': it came from outside of any test while they ran.
    package static func keepUnattributed(_ event: RecordedEvent, of recorders: [TestRecorder]) {
        let tests = recorders.compactMap(\.test)
        for recorder in recorders { recorder.state.withLock { $0.connections.keepUnattributed(event, tests) } }
    }

    /// The test's own task tracks by a facade that several tests share.
    package func noteSharedFacade() { state.withLock { $0.connections.usesSharedFacade = true } }

    var connections: RecorderConnections { state.withLock(\.connections) }
}
