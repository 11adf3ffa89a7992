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
    let tests: RunningRecorders?
    /// The serial number of the test's recorder, if the test made this one besides; nil if the test has no other.
    let parent: Int?
    /// When it was made.
    let begun = Platform.monotonicNanoseconds()
    /// Where a test made it for itself, and whether events that no assertion has checked fail that test; nil if something
    /// else ends it.
    let own: (site: CallSite, isExhaustive: Bool)?
    let state: Lock<State>

    struct State {
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
        /// Assertions that wait, or whose closure runs.
        var open = OpenAssertions()
        /// Whether the test has ended.
        var isOver = false
        /// Whether an event that comes after the end fails the test.
        var reportsLateEvents = false
        /// Which events can come, and which may have been missed.
        var connections = RecorderConnections()
        /// The events that were not tracked as their code says.
        var broken = BrokenEvents()
        /// The serial numbers of the recorders during whose tests an event has come since; 0 where there was none.
        var toldLate: Set<Int> = []
        /// The numbers of the events that no task of the test tracked, by a facade that several tests share.
        var elsewhere: Set<Int64> = []
        /// The name of the test that had ended last when this one began; nil before the first.
        var earlierTest: String?
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
        parent = own == nil ? nil : TestRecorder.current?.serial
        serial = Self.lastSerial.withLock { last in
            last += 1
            return last
        }
        self.reporter = reporter
        self.test = test
        self.learning = learning
        state = Lock(State(held: holdsFailures ? [] : nil))
        if own != nil { OwnRecorders.add(self) }
    }

    deinit {
        // Nobody can track into it or check it any more.
        judgeOwn()
    }

    /// What no assertion has checked, if a test made the recorder for itself, for a process that ends.
    var messageOfOwn: String? {
        guard let own, let message = unchecked(isExhaustive: own.isExhaustive) else { return nil }
        let site = lastSite ?? own.site
        return "\(site.filePath):\(site.line): \(testName): \(message)"
    }

    /// Whether a test made it for itself and must check its events.
    var isOwnExhaustively: Bool { own?.isExhaustive ?? false }

    /// Fails for what no assertion has checked, if the test made the recorder for itself.
    package func judgeOwn() {
        guard let own, let message = unchecked(isExhaustive: own.isExhaustive) else { return }
        check(all: log(of: .app))
        fail(message, at: lastSite ?? own.site)
    }

    /// Records one event; called by the facade, from any thread.
    public func record(_ event: RecordedEvent) { record(event, isFromElsewhere: false) }

    /// - Parameter isFromElsewhere: Whether no task of the test tracked it, and it came by a facade that several tests
    ///   share.
    package func record(_ event: RecordedEvent, isFromElsewhere: Bool) {
        let error = event.problem
        // In one step: an event either is in the recording when it is closed, or is late.
        let isLate = state.withLock { state in
            if let error { state.broken.note(event.event, error) }
            if state.reportsLateEvents { return true }
            recorder.record(event)
            if isFromElsewhere { state.elsewhere.insert(recorder.lastSequence) }
            return false
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

    /// - Parameter name: The name of the test that ended last before this one began.
    func noteEarlierTest(_ name: String?) { state.withLock { $0.earlierTest = name } }

    /// Another test begins, which may use it as well.
    func reopen() { state.withLock { $0.isOver = false } }

    /// How many events it has got, and how many assertions looked at them.
    var useCount: Int { state.withLock { $0.assertionCount } + Int(recorder.lastSequence) }

    /// Whether the test has ended.
    var isOver: Bool { state.withLock(\.isOver) }

    /// Notes that an event came after the end of the test, during another; whether it is the first in that.
    func isFirstLateEvent(during other: TestRecorder?) -> Bool {
        state.withLock { $0.toldLate.insert(other?.serial ?? 0).inserted }
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

extension TestRecorder {
    /// Whether it was made for a test.
    package var belongsToTest: Bool { test != nil }

    /// The test, for messages.
    package var testName: String { test?.identity.path.joined(separator: "/") ?? "the test" }
}
