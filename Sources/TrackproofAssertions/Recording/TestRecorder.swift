public import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

/// The recorder of a test: an in-memory provider that knows which of its events an assertion has checked.
///
/// A test gets a recorder from the trait `.recordingEvents` or from `RecordingTestCase`. A facade from
/// `Analytics.recording(_:)` sends its events to this recorder. If you make a recorder yourself, pass it to the
/// assertions:
///
/// ```swift
/// let recorder = TestRecorder()
/// let analytics = Analytics(providers: [recorder])
/// analytics.screen("login")
/// expectTracked("login", kind: .screen, in: recorder)
/// ```
public final class TestRecorder: AnalyticsRecorder, FacadeRecorder {
    /// The id of the recorder.
    public let id: ProviderID = "test-recorder"
    package let recorder = EventRecorder()
    /// The number of this recorder, which no other recorder in the process has.
    let serial: Int
    private static let lastSerial = Lock(0)
    /// The test that the recorder belongs to; `nil` if no test is known.
    package let test: (any RunningTest)?
    /// The recordings of all runs of the test; `nil` if the test runs once.
    let learning: SnapshotLearning?
    package let reporter: any TestReporter
    /// Whether the events come from an app under UI test.
    let isOfUITest: Bool
    /// The id of the test for `trackproof mutate`; `nil` if no test is known, or if this command does not run.
    let mutationID: String?
    /// The list in which shared facades look for the running test; `nil` if shared facades cannot find this test.
    let tests: EventOwnership?
    /// If a test has made the recorder itself, the serial number of the recorder that the test already had.
    let parent: Int?
    /// The time at which the recorder was made, in nanoseconds of the monotonic clock.
    let begun = Platform.monotonicNanoseconds()
    /// The depth of the main run loop at which the recorder was made.
    let runLoopDepth = MainRunLoop.depth
    /// The call site at which a test made this recorder itself, and whether unchecked events fail that test. `nil` if a
    /// trait, a test case or a UI-test session made the recorder.
    let own: (site: CallSite, isExhaustive: Bool)?
    /// Whether the tasks of the test find this recorder in ``EventOwnership/ofTask``; `false` after `recordEvents()`.
    let isOfTask: Bool
    /// The tracking plan of the test; `nil` if the test has no plan.
    let plan: PlanOfTest?
    let rules: RecordingRules
    /// The patterns of the names of parameters that assertions of the test ignore.
    let ignored: [NamePattern]
    let state: Lock<State>

    /// What happens to the events that arrive after the test has ended.
    enum LateEvents {
        /// The recorder records the events. No failure follows.
        case recorded
        /// The next event fails the test.
        case failing
        /// An earlier late event has failed the test, so no event adds information.
        case dropped
    }

    struct State {
        /// The log of the recorded events. ``withLog(_:)`` adds the newest events before each use.
        var log = RecordingLog()
        /// Whether an assertion on this recorder has failed.
        var hasFailed = false
        /// The number of failures that the framework got and that fail the test. A known issue does not count.
        var failures = 0
        /// The number of these failures that only say that a snapshot was recorded.
        var recordings = 0
        /// The failures that one assertion has found so far, and reports at its end; `nil` outside of such an assertion.
        var collected: [Failure]?
        /// The failures from threads that belong to no known test, which the test's own task reports later; `nil` if the
        /// recorder reports such failures at once.
        var held: [Failure]?
        /// The call site of the last assertion, or of the first use of the recorder if there was no assertion yet.
        var lastSite: CallSite?
        var open = OpenAssertions()
        /// For each event that came through a ``CurrentTestRecorder``, the providers that get the events of its facade.
        var providers: [Int64: Set<ProviderID>] = [:]
        /// The providers of the facades that send events to this recorder directly.
        var ownProviders: Set<ProviderID> = []
        /// What happens to late events; `nil` until the test ends.
        var lateEvents: LateEvents?
        var doubts = Doubts()
        var broken = BrokenEvents()
        var violations = PlanViolations()
        var judgements: [Judgement] = []
        /// The sequence number of the last event before XCTest called `tearDown()`; `nil` before that call.
        var tearDownStart: Int64?
        /// The sequence number of the last event before the end of the test's code; `nil` before that end.
        var codeEnd: Int64?
        /// The names of the snapshots that this run of the test has used.
        var snapshots: Set<String> = []
        var unnamedSnapshots = 0
        var planting = Planting()
    }

    /// Creates a recorder. The properties describe the other parameters.
    ///
    /// - Parameter holdsFailures: Whether failures from outside of the test's task wait for ``reportHeldFailures()``.
    package init(
        _ reporter: any TestReporter, test: (any RunningTest)?, learning: SnapshotLearning? = nil,
        holdsFailures: Bool = false, isOfUITest: Bool = false, among tests: EventOwnership? = nil,
        own: (site: CallSite, isExhaustive: Bool)? = nil, isOfTask: Bool = true,
        rules: RecordingRules = RecordingRules()
    ) {
        (self.reporter, self.test, self.learning, self.tests) = (reporter, test, learning, tests)
        (self.own, self.isOfUITest, self.isOfTask, self.rules) = (own, isOfUITest, isOfTask, rules)
        ignored = rules.ignored.map { NamePattern($0) }
        mutationID = PlantedMutants.current == nil ? nil : test?.identity.id
        plan = rules.plan.map { PlanOfTest($0) }
        parent = own == nil ? nil : TestRecorder.current?.serial
        serial = Self.lastSerial.withLock { last in
            last += 1
            return last
        }
        var state = State(held: holdsFailures ? [] : nil)
        state.violations.problem = plan?.problem
        self.state = Lock(state)
        if own != nil { OwnRecorders.add(self) }
        // The trait of the test makes another recorder. Only that one tells when the case has ended.
        if let mutationID {
            PlantedMutants.current?.noteBegin(of: mutationID, isCase: own == nil && !isOfUITest)
        }
    }

    deinit {
        // This is the last chance to report unchecked events: no code can use the recorder any more.
        failForUnchecked()
        if own != nil { OwnRecorders.remove(serial) }
    }

    /// Returns the failure for unchecked events and other problems, which no test has reported. `nil` if there is
    /// nothing to report, or if a trait, a test case or a UI-test session made the recorder.
    func takeOwnFailure() -> (message: String, site: CallSite)? {
        guard let own, let message = takeProblems(isExhaustive: own.isExhaustive) else { return nil }
        // The test counts as failed, so `deinit` reports no unchecked events.
        state.withLock { $0.failures += 1 }
        return (belongsToTest ? "\(testName): \(message)" : message, lastSite ?? own.site)
    }

    /// Fails the test that made the recorder itself, if the recorder has unchecked events or another problem. Does
    /// nothing if a trait, a test case or a UI-test session made the recorder.
    package func failForUnchecked() {
        guard let own, let message = takeProblems(isExhaustive: own.isExhaustive) else { return }
        markChecked(all: log(of: .app))
        fail(message, at: lastSite ?? own.site, stopping: false)
    }

    /// The way of an event through a ``CurrentTestRecorder``.
    struct Passage {
        /// The call site of the `CurrentTestRecorder`.
        let site: CallSite
        let facade: SharedFacade
        /// The providers that get the events of the facade.
        let providers: Set<ProviderID>
        /// Whether several tests share the facade.
        let isShared: Bool
        /// Whether a task of the test tracked the event.
        let isOfTask: Bool
        /// The name of the other test that made the facade; `nil` if there is no such test.
        var maker: String?
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

    /// Records one event.
    ///
    /// - Parameter passage: The way of the event; `nil` if the facade sent the event to this recorder directly.
    func record(_ event: RecordedEvent, through passage: Passage?) {
        let error = event.problem
        let refused = rules.allowsConversion || event.source != .app ? [] : event.event.parameters.refusedValues
        let violations = plan?.violations(by: event) ?? []
        if let passage, passage.isShared, !passage.isOfTask { noteDoubtForMutation() }
        // Reads `lateEvents` and records the event while the lock is locked. Otherwise, `close` could run between the
        // two steps, and nobody would report the event.
        let isFirstLate = state.withLock { state in
            if let error { state.broken.note(event.event, error) }
            if !refused.isEmpty, passage?.providers.isEmpty ?? state.ownProviders.isEmpty {
                state.broken.note(event.event, refused: refused)
            }
            if let passage { state.lastSite = state.lastSite ?? passage.site }
            if let lateEvents = state.lateEvents, lateEvents != .recorded {
                state.lateEvents = .dropped
                return lateEvents == .failing
            }
            recorder.record(event)
            state.violations.add(violations, by: event.event)
            if let passage, event.source == .app { state.providers[recorder.lastSequence] = passage.providers }
            if let passage {
                if let maker = passage.maker { state.doubts.makers[recorder.lastSequence] = maker }
                if passage.isShared, passage.isOfTask { state.doubts.sharedFacades.insert(passage.facade) }
                if isOfTask, !passage.isOfTask { state.doubts.elsewhere.insert(recorder.lastSequence) }
            }
            return false
        }
        if isFirstLate { failForLate(event.event) }
        if plants, !isOver, let test = mutatedTest {
            PlantedMutants.current?.noteBegin(of: test, isCase: false)
            let names = event.event.parameters.map(\.name).filter { name in ignored.contains { $0.matches(name) } }
            PlantedMutants.current?.note(event, of: test, in: serial, ignored: names)
        }
    }

    /// Notes that XCTest is about to call `tearDown()`.
    package func noteTearDown() { state.withLock { $0.tearDownStart = recorder.lastSequence } }

    /// Notes that the test's code has ended. Work that it has started may still track events.
    package func noteEndOfCode() { state.withLock { $0.codeEnd = recorder.lastSequence } }

    /// Fails the recorder's test, because the event reached the recorder after this test had ended.
    private func failForLate(_ event: Event) {
        // A `RecordingTestCase` checks the events after `tearDown()`.
        if !isOfTask, XCTestRun.isTearingDown(self) {
            return failTest(
                """
                tracked during tearDown(), after recordEvents() had checked the events of \(testName): \
                \(event.description.shortened)
                subclass RecordingTestCase, which checks the events after tearDown()
                """)
        }
        failTest(
            """
            tracked after \(testName) had ended: \(event.description.shortened)
            wait for the event in that test; if several tests share the facade that tracked it, make a facade in each \
            test, or add CurrentTestRecorder() to the shared facade
            """)
    }
}

// The names of the test and of its snapshots.
extension TestRecorder {
    /// Returns the label of the next snapshot without a name: `nil` for the first snapshot, then `2`, `3` and so on.
    func nextUnnamedSnapshot() -> String? {
        state.withLock { state in
            state.unnamedSnapshots += 1
            return state.unnamedSnapshots == 1 ? nil : String(state.unnamedSnapshots)
        }
    }

    /// Reserves a name for a snapshot of this run. Returns `false` if the name is already in use.
    func use(snapshot name: String) -> Bool { state.withLock { $0.snapshots.insert(name).inserted } }

    /// Whether the recorder knows which test it belongs to.
    package var belongsToTest: Bool { test != nil }

    /// The name of the test, for messages.
    package var testName: String { test?.identity.path.joined(separator: "/") ?? "the test" }
}

/// What a test declares about all of its events.
package struct RecordingRules: Sendable {
    /// The tracking plan of the test; `nil` if the test has no plan.
    package var plan: TestTrackingPlan?
    /// The names of parameters that assertions of the test ignore, such as `session_*`.
    package var ignored: [String]
    /// What providers should receive at the end of the test.
    package var deliveries: [ExpectedDelivery]
    /// Whether the app may pass values that SDKs refuse, because Trackproof converts them in the app too.
    package var allowsConversion: Bool

    package init(
        plan: TestTrackingPlan? = nil, ignored: [String] = [], deliveries: [ExpectedDelivery] = [],
        allowsConversion: Bool = false
    ) {
        (self.plan, self.ignored) = (plan, ignored)
        (self.deliveries, self.allowsConversion) = (deliveries, allowsConversion)
    }
}
