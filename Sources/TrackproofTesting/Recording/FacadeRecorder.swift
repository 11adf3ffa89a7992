internal import Trackproof
internal import TrackproofAssertions
internal import TrackproofPlatform

/// The recorder of a facade for tests. It finds the test of each event, and reports a failure if there is no test.
///
/// An event from a test's own task belongs to that test. Any other event, such as one from a detached task, a queue or
/// a thread, belongs to the test that made the facade, or else to the first test that uses it. If that test is over,
/// the event is late. It never belongs to the next test.
///
/// The facade is shared only if the tasks of several tests use it. An event from outside of these tasks then belongs to
/// the running test. If events are tracked while XCTest makes its test cases, the recorder keeps them for the first
/// test that uses the facade.
final class FacadeRecorder: AnalyticsRecorder {
    static let name: ProviderID = "facade-recorder"
    let id: ProviderID = name
    private let site: CallSite
    private let tests: RunningRecorders
    private let lookup: RecorderLookup
    private let state: Lock<State>

    private struct State {
        /// The recorder of the test that the facade belongs to. If the facade is shared, the recorder of the test that
        /// used it last.
        var home: TestRecorder?
        /// Whether the tasks of several tests have used the facade.
        var isShared = false
        /// The sources of the events that come through the facade.
        var sources: Set<EventSource> = []
        /// Whether events were tracked before any test used the facade.
        var hasEarlyEvents = false
        var hasFailed = false
    }

    /// - Parameter site: The place at which the facade is made.
    init(_ site: CallSite, among tests: RunningRecorders = .ofProcess) {
        self.site = site
        self.tests = tests
        lookup = RecorderLookup(among: tests)
        let home = TestRecorder.current
        home?.noteUse(at: site)
        state = Lock(State(home: home))
    }

    deinit {
        if state.withLock(\.hasEarlyEvents) { EarlyEvents.lose(for: self) }
    }

    func record(_ event: RecordedEvent) {
        let (owner, isFromElsewhere, hasEarlyEvents) = turn
        switch owner {
        case .test(let recorder):
            if hasEarlyEvents { passOnEarlyEvents(to: recorder) }
            recorder.record(event, isFromElsewhere: isFromElsewhere)
        case .unknown(let recorders): TestRecorder.keepUnattributed(event, of: recorders)
        case .none:
            if keepEarly(event) { return }
            fail(event.event)
        }
    }

    /// The owner of an event that is tracked now, and two facts: whether the event came through a shared facade from
    /// outside of the test's tasks, and whether there are events from before the first test.
    private var turn: (owner: RunningRecorders.Owner, isFromElsewhere: Bool, hasEarlyEvents: Bool) {
        let ofTask = CurrentRecorder.ofTask
        let outside = ofTask == nil ? tests.ownerOutsideOfTasks : .none
        return state.withLock { state in
            let owner = owner(ofTask, outside, &state)
            return (owner, ofTask == nil && state.isShared, state.hasEarlyEvents)
        }
    }

    private func owner(
        _ ofTask: TestRecorder?, _ outside: RunningRecorders.Owner, _ state: inout State
    ) -> RunningRecorders.Owner {
        if let ofTask {
            if let home = state.home, home !== ofTask { share(&state) }
            if state.isShared { ofTask.noteSharedFacade() }
            adopt(ofTask, &state)
            return .test(ofTask)
        }
        if let home = state.home, !state.isShared { return .test(home) }
        if case .test(let recorder) = outside { adopt(recorder, &state) }
        // Between two tests, the event can only be a late one.
        if case .none = outside, let home = state.home { return .test(home) }
        return outside
    }

    private func adopt(_ recorder: TestRecorder, _ state: inout State) {
        if state.home === recorder { return }
        state.home = recorder
        recorder.noteUse(at: site)
        // The sources of a shared facade have been registered already.
        if state.isShared { return }
        for source in state.sources { recorder.connect(source) }
    }

    /// Marks the facade as shared, so that it leads to whichever test is running from now on.
    private func share(_ state: inout State) {
        if state.isShared { return }
        state.isShared = true
        state.home?.noteSharedFacade()
        for source in state.sources { lookup.open(for: source) }
    }

    private func fail(_ event: Event) {
        let isFirst = state.withLock { state in
            defer { state.hasFailed = true }
            return !state.hasFailed
        }
        guard isFirst else { return }
        TestFramework.current.fail(
            """
            tracked, but no test has a recorder: \(event.description.shortened)
            add the trait .recordingEvents to the test or its suite (in XCTest, subclass RecordingTestCase). A facade \
            made outside the test does not find the recorder from a detached task, a queue or a thread: make the \
            facade in the test. If the test does not check events, use Analytics()
            """, at: site)
    }
}

// Events from before the first test.
extension FacadeRecorder {
    private func keepEarly(_ event: RecordedEvent) -> Bool {
        if TestFramework.current == .swiftTesting { return false }
        var event = event
        event.time = event.time ?? .now
        return state.withLock { state in
            guard EarlyEvents.keep(event, for: self) else { return false }
            state.hasEarlyEvents = true
            return true
        }
    }

    private func passOnEarlyEvents(to recorder: TestRecorder) {
        state.withLock { $0.hasEarlyEvents = false }
        for event in EarlyEvents.take(for: self) { recorder.record(event) }
    }
}

extension FacadeRecorder: ConnectedRecorder {
    func connect(_ source: EventSource) {
        state.withLock { state in
            state.sources.insert(source)
            if state.isShared { lookup.open(for: source) }
            // A facade that was made outside of a test may belong to another test than the running one. Its first use
            // decides.
            state.home?.connect(source)
        }
    }

    func disconnect(_ source: EventSource) {
        state.withLock { state in
            state.sources.remove(source)
            lookup.close(for: source)
            state.home?.disconnect(source)
        }
    }

    func withhold(_ event: Event) { test?.withhold(event) }

    func setConsent(_ isGiven: Bool) { test?.setConsent(isGiven) }

    func takeUnrecorded(_ events: [UnrecordedEvents.Entry]) { test?.takeUnrecorded(events) }

    /// The test that uses the facade now, or `nil` if the test cannot be determined with certainty.
    private var test: TestRecorder? { if case .test(let recorder) = turn.owner { recorder } else { nil } }
}
