import Trackproof
import TrackproofAssertions
import TrackproofPlatform

/// A provider that finds the test of each event and sends the event to that test's recorder.
///
/// If an event belongs to no test, this provider reports a failure.
///
/// An event from a test's own task belongs to that test. An event from a detached task, a queue or a thread belongs to
/// the test that made the facade. If no test made the facade, such an event belongs to the first test that uses the
/// facade. An event that is tracked after its test has ended is late, and does not belong to the next test.
///
/// If the tasks of several tests use the facade, the facade is shared. In that case, an event from a detached task, a
/// queue or a thread belongs to the running test.
///
/// XCTest creates all test cases before it runs a test. If a property of a test case tracks an event at that time, this
/// provider keeps the event for the first test that uses the facade.
final class FacadeRecorder: AnalyticsRecorder {
    static let name: ProviderID = "facade-recorder"
    let id: ProviderID = name
    private let site: CallSite
    private let tests: RunningRecorders
    private let lookup: RecorderLookup
    private let state: Lock<State>

    private struct State {
        /// The recorder of the test that the facade belongs to.
        ///
        /// If the facade is shared, this is the recorder of the test that used the facade last.
        var home: TestRecorder?
        /// Whether the tasks of several tests have used the facade.
        var isShared = false
        /// The sources of the events that come through the facade.
        var sources: Set<EventSource> = []
        /// Whether events were tracked before any test used the facade.
        var hasEarlyEvents = false
        var hasFailed = false
    }

    /// - Parameter site: The call site at which the facade is made.
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

    /// For an event that is tracked now: the test that owns the event, and two facts.
    ///
    /// - `isFromElsewhere`: Whether the event came through a shared facade, but not from a task of the test.
    /// - `hasEarlyEvents`: Whether there are events that were tracked before any test used the facade.
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
        // If the event belongs to no running test, it is a late event of the last test that used the facade.
        if case .none = outside, let home = state.home { return .test(home) }
        return outside
    }

    private func adopt(_ recorder: TestRecorder, _ state: inout State) {
        if state.home === recorder { return }
        state.home = recorder
        recorder.noteUse(at: site)
        // If the facade is shared, `share(_:)` has already connected the sources to all running tests.
        if state.isShared { return }
        for source in state.sources { recorder.connect(source) }
    }

    /// Marks the facade as shared. From now on, its events can reach any test that is running.
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

// Events that were tracked before any test used the facade.
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
            // If the facade was made outside of a test, `home` is `nil` at first. In that case, `adopt(_:_:)` connects
            // the source when the first test uses the facade.
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

    /// The recorder of the test that uses the facade now; `nil` if that test is unknown.
    private var test: TestRecorder? { if case .test(let recorder) = turn.owner { recorder } else { nil } }
}
