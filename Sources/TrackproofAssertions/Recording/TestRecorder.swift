public import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots
internal import TrackproofPlatform

/// The recorder of a test: an in-memory provider that knows which of its events an assertion has checked.
///
/// A test gets one by the trait `.recordingEvents` or by `RecordingTestCase`, and `Analytics.recording(_:)` makes
/// the facade that tracks into it. A recorder of one's own is given to the assertions:
///
/// ```swift
/// let recorder = TestRecorder()
/// let analytics = Analytics(providers: [recorder])
/// analytics.screen("login")
/// expectTracked("login", kind: .screen, in: recorder)
/// ```
public final class TestRecorder: EventRecording, ConnectedRecording {
    /// How the recorder is known among providers.
    public let id: ProviderID = "test-recorder"
    package let recorder = EventRecorder()
    /// Tells recorders apart, also from those that are gone.
    let serial: Int
    private static let lastSerial = Lock(0)
    /// The test that it belongs to; nil if none was running when it was made.
    package let test: (any RunningTest)?
    /// What several runs of the test have in common; nil if it runs once.
    let learning: SnapshotLearning?
    package let reporter: any TestReporter
    /// Whether the test can be run again to learn what varies; a UI test's session cannot.
    let canLearn: Bool
    /// The tests among which a shared facade finds this one while it runs; nil if none does.
    private let tests: RunningRecorders?
    /// Where a test made it for itself, and whether events that no assertion has checked fail that test; nil if something
    /// else ends it.
    private let own: (site: CallSite, isExhaustive: Bool)?
    private let state: Lock<State>

    private struct State {
        /// What was recorded, as far as somebody has looked.
        var index = RecordingIndex()
        /// Whether an assertion on this recorder has failed.
        var hasFailed = false
        /// How many failures fail the test, which a known issue does not: what is left unchecked then is no news.
        var failures = 0
        /// How many of the failures only say that a snapshot was recorded.
        var recordings = 0
        /// Failures that one assertion has found so far, and tells together at its end; nil outside of such an assertion.
        var collected: CollectedFailures?
        /// Failures of threads that know no test, until they can be told in the test's name; nil where nobody will.
        var held: [(message: String, site: CallSite)]?
        /// Where the last assertion stood; before the first, where the test made its facade.
        var lastSite: CallSite?
        var assertionCount = 0
        /// Whether the test has ended.
        var isOver = false
        /// Whether an event that comes after the end fails the test.
        var reportsLateEvents = false
        /// The sources of which events can come, as far as the recorder was told.
        var connected: Set<EventSource> = []
        /// Events that may be this test's or another's.
        var unattributed = UnattributedEvents()
        /// The events that were not tracked as their code says.
        var broken = BrokenEvents()
        /// The serial numbers of the recorders during whose tests an event has come since; 0 where there was none.
        var toldLate: Set<Int> = []
        /// The names of the snapshots that this run of the test has compared.
        var snapshots: Set<String> = []
        var unnamedSnapshots = 0
    }

    /// - Parameters:
    ///   - holdsFailures: Whether failures from outside the test's task wait for ``reportHeldFailures()``.
    ///   - tests: The tests among which a shared facade finds this one while it runs.
    ///   - own: Where a test makes it for itself, and whether events that no assertion has checked fail that test.
    package init(
        _ reporter: any TestReporter, test: (any RunningTest)?, learning: SnapshotLearning? = nil,
        holdsFailures: Bool = false, canLearn: Bool = true, among tests: RunningRecorders? = nil,
        own: (site: CallSite, isExhaustive: Bool)? = nil
    ) {
        self.canLearn = canLearn
        self.tests = tests
        self.own = own
        serial = Self.lastSerial.withLock { last in
            last += 1
            return last
        }
        self.reporter = reporter
        self.test = test
        self.learning = learning
        state = Lock(State(held: holdsFailures ? [] : nil))
        if own != nil { OwnRecorders.add(self, parent: .current) }
    }

    deinit {
        // Nobody can track into it or check it any more.
        judgeOwn()
    }

    /// Fails for what no assertion has checked, if the test made the recorder for itself.
    package func judgeOwn() {
        guard let own, let message = unchecked(isExhaustive: own.isExhaustive) else { return }
        check(all: log(of: .app))
        fail(message, at: lastSite ?? own.site)
    }

    /// Records one event; called by the facade, from any thread.
    public func record(_ event: RecordedEvent) {
        let error = event.event.encodingError
        // In one step: an event either is in the recording when it is closed, or is late.
        let isLate = state.withLock { state in
            if let error { state.broken.note(event.event, error) }
            if !state.reportsLateEvents { recorder.record(event) }
            return state.reportsLateEvents
        }
        if isLate { LateEvents.report(event.event, of: self) }
    }

    /// The test has ended: its assertions must have run.
    ///
    /// - Parameter reportsLateEvents: Whether an event that comes from now on fails the test.
    package func close(reportsLateEvents: Bool) {
        state.withLock { state in
            state.isOver = true
            state.reportsLateEvents = reportsLateEvents
        }
    }

    /// How many events it has got, and how many assertions looked at them.
    var useCount: Int { state.withLock { $0.assertionCount } + Int(recorder.lastSequence) }

    /// Whether the test has ended.
    var isOver: Bool { state.withLock(\.isOver) }

    /// Notes that an event came after the end of the test, during another; whether it is the first in that.
    func isFirstLateEvent(during other: TestRecorder?) -> Bool {
        state.withLock { $0.toldLate.insert(other?.serial ?? 0).inserted }
    }
}

// Reading.
extension TestRecorder {
    /// The events recorded so far.
    public var events: [RecordedEvent] { recorder.events }

    /// Forgets what was recorded so far, so that the assertions that follow see only what comes.
    public func clear() {
        state.withLock { state in
            state.index.append(recorder.events(after: state.index.lastSequence))
            state.index.clear(upTo: recorder.drain().last?.sequence ?? 0)
        }
    }

    /// What to tell the test of events that were not tracked as their code says, also of those that it has cleared; nil
    /// where there are none. They are told once.
    func takeBrokenEvents() -> String? {
        state.withLock { state in
            defer { state.broken = BrokenEvents() }
            return state.broken.text
        }
    }

    /// How many events were recorded, of whatever source.
    package var eventCount: Int { recorder.eventCount }

    /// Looks at all that was recorded by now. `body` runs under a lock, so it must not run a test's own code.
    func withIndex<Result>(_ body: (inout RecordingIndex) -> Result) -> Result {
        state.withLock { state in
            state.index.append(recorder.events(after: state.index.lastSequence))
            return body(&state.index)
        }
    }

    /// The events of a source after the one with this number, with what is known of each.
    func log(of source: EventSource, after sequence: Int64 = 0) -> [LoggedEvent] {
        withIndex { $0.log(of: source, after: sequence) }
    }

    /// The events that are as expected and that no assertion has checked.
    func unchecked(_ expected: ExpectedEvent, of source: EventSource) -> [LoggedEvent] {
        guard expected.runsOwnCode else { return withIndex { $0.unchecked(expected, of: source) } }
        return log(of: expected, source).filter { !$0.isChecked && expected.matches($0.event) }
    }

    /// How many events are as expected, checked or not.
    func count(_ expected: ExpectedEvent, of source: EventSource) -> Int {
        guard expected.runsOwnCode else { return withIndex { $0.count(expected, of: source) } }
        return log(of: expected, source).count { expected.matches($0.event) }
    }

    /// The events of the expected name and kind.
    private func log(of expected: ExpectedEvent, _ source: EventSource) -> [LoggedEvent] {
        withIndex { $0.log(expected.event.displayName, expected.event.kind, of: source) }
    }

    /// Marks events as checked, unless another assertion was faster: then none is marked, and the result is false.
    func check(_ events: [LoggedEvent]) -> Bool { withIndex { $0.check(events) } }

    /// Marks all of these events as checked, whatever others have checked. Only what an assertion looked at: what
    /// arrived since is still to be checked.
    func check(all events: [LoggedEvent]) {
        withIndex { $0.check(all: events) }
    }
}

// Failing.
extension TestRecorder {
    /// Whether an assertion on this recorder has failed.
    package var hasFailed: Bool { state.withLock(\.hasFailed) }

    /// Whether the test fails by an assertion on this recorder.
    var hasFailedTest: Bool { state.withLock { $0.failures > 0 } }

    /// Whether the test has failed by now, by whatever assertion. That a snapshot was recorded does not count, although
    /// it is told as a failure: what the test tracks is none the worse for it.
    package var hasFailedAlready: Bool {
        let known = test?.failureCount ?? 0
        return state.withLock { max($0.failures, known) > $0.recordings }
    }

    /// Where the last assertion stood; before the first, where the test made its facade.
    package var lastSite: CallSite? { state.withLock(\.lastSite) }

    /// Notes where the test does something with it, in case that no assertion follows.
    package func noteUse(at site: CallSite) {
        state.withLock { $0.lastSite = $0.lastSite ?? site }
    }

    /// Begins an assertion: notes where it stands, and fails if its test is over already.
    package func begin(at site: CallSite) {
        let isOver = state.withLock { state in
            state.lastSite = site
            state.assertionCount += 1
            return state.isOver
        }
        if isOver { fail("this assertion comes too late: what the test tracked has been judged", at: site) }
    }

    /// Fails the test at an assertion's place. With XCTest the call may never return.
    ///
    /// - Parameters:
    ///   - table: What to show behind the message, unless another failure of the same assertion shows a table.
    ///   - isRecording: Whether it only says that a snapshot was recorded.
    package func fail(
        _ message: String, showing table: EventTable? = nil, isRecording: Bool = false, at site: CallSite
    ) {
        let message = isOver ? "after \(testName) had ended: \(message)" : message
        let failure = CollectedFailures.Failure(
            message: message, table: table?.text, isRecording: isRecording, site: site)
        let isKept = state.withLock { state in
            state.hasFailed = true
            state.failures += 1
            if isRecording { state.recordings += 1 }
            if state.collected != nil {
                state.collected?.failures.append(failure)
                return true
            }
            guard reporter.isElsewhere, state.held != nil else { return false }
            state.held?.append((failure.text, site))
            return true
        }
        if !isKept { tell(failure.text, [failure], at: site) }
    }

    /// Tells the framework what counts as failures already, because the call may never return.
    private func tell(_ message: String, _ failures: [CollectedFailures.Failure], at site: CallSite) {
        if reporter.fail(message, at: site) { return }
        state.withLock { state in
            state.failures -= failures.count
            state.recordings -= failures.count { $0.isRecording }
        }
    }

    /// Collects the failures that follow, until ``tellCollectedFailures()``. What an assertion collected that was ended
    /// in its midst is kept.
    package func collectFailures() {
        state.withLock { $0.collected = $0.collected ?? CollectedFailures() }
    }

    /// Whether failures were collected that are not told yet.
    package var hasCollectedFailures: Bool { state.withLock { $0.collected?.failures.isEmpty == false } }

    /// Tells the collected failures as one, since a second might never be told.
    package func tellCollectedFailures() {
        let collected = state.withLock { state in
            defer { state.collected = nil }
            return state.collected
        }
        guard let collected, let site = collected.failures.first?.site else { return }
        tell(collected.text, collected.failures, at: site)
    }

    /// Puts a text into the test's report.
    package func attach(_ text: String, named name: String, at site: CallSite) {
        reporter.attach(text, named: name, at: site)
    }

    /// Reports, in the test's own task, what threads that knew no test found.
    package func reportHeldFailures() {
        let held = state.withLock { state in
            defer { state.held = nil }
            return state.held ?? []
        }
        for (message, site) in held { reporter.fail(message, at: site) }
    }
}

// Snapshots.
extension TestRecorder {
    /// What the next snapshot without a name is called: its number, but for the first.
    func nextUnnamedSnapshot() -> String? {
        state.withLock { state in
            state.unnamedSnapshots += 1
            return state.unnamedSnapshots == 1 ? nil : String(state.unnamedSnapshots)
        }
    }

    /// Takes a name for a snapshot of this run; false where it is taken.
    func use(snapshot name: String) -> Bool {
        state.withLock { $0.snapshots.insert(name).inserted }
    }
}

// What can be recorded, and what may have been missed.
extension TestRecorder {
    /// Events of this source can come from now on.
    package func connect(_ source: EventSource) {
        state.withLock { _ = $0.connected.insert(source) }
    }

    /// Whether an event of this source was recorded, or could have been.
    func canRecord(_ source: EventSource) -> Bool {
        if state.withLock({ $0.connected.contains(source) }) || withIndex({ $0.seenSources.contains(source) }) {
            return true
        }
        return tests?.hasWay(for: source) ?? false
    }

    /// Keeps an event that may be this test's: it came from outside of any test while several ran.
    package func keepUnattributed(_ event: RecordedEvent) {
        state.withLock { $0.unattributed.append(event) }
    }

    /// The events that may be this test's or another's.
    var unattributed: UnattributedEvents { state.withLock(\.unattributed) }
}

extension TestRecorder {
    /// Whether it was made for a test.
    package var belongsToTest: Bool { test != nil }

    /// The test, for messages.
    package var testName: String { test?.identity.path.joined(separator: "/") ?? "the test" }
}
