public import Trackproof
import TrackproofPlatform

/// A provider that sends each event to the recorder of the running test.
///
/// Use this provider for a facade that is made once for all tests, such as an app's shared facade. If a test adds
/// a second `CurrentTestRecorder` to the same facade, the facade ignores the second provider.
///
/// ```swift
/// Analytics.shared.addProvider(CurrentTestRecorder())
/// ```
///
/// If a test's own task tracks an event, the event goes to the recorder of this test. An event from a detached task,
/// a dispatch queue, a thread or a notification goes to the test that holds the facade with the trait
/// `.recordingEvents(of:)`, or to the running test if only one test is running. With XCTest, only one test runs at a
/// time.
///
/// If several tests are running and none of them holds the facade, the provider cannot know which test tracked an event
/// from a detached task, a queue, a thread or a notification. In each of these tests, an assertion fails if it expects
/// that the event was *not* tracked. The check for unchecked events at the end of these tests fails too. Tests that have
/// their own facade and do not use the shared facade are not affected.
///
/// `Analytics.recording()` also makes a recorder of this type. It belongs to the test that made the facade.
public final class CurrentTestRecorder: AnalyticsRecorder, FacadeRecorder {
    /// The id of the provider.
    public let id: ProviderID
    private let site: CallSite
    /// The function that makes the facade, or the class if a property makes the facade.
    let function: String
    private let tests: EventOwnership
    /// Whether only tests that hold the facade are expected to use it.
    private let isForHolders: Bool
    /// Whether a test has made the provider.
    private let isOfTest: Bool
    /// Returns the framework that learns of events without an owner; `nil` for the provider of a shared facade.
    private let framework: (@Sendable () -> any TestReporter)?
    private let state: Lock<State>

    private struct State {
        /// The recorder of the test that made the facade or was the first to use it.
        var home: TestRecorder?
        /// Whether the facade belongs to no single test, from the beginning or because tasks of several tests used it.
        var isShared: Bool
        /// Whether the facade belongs to an instance of an XCTest case, whose test sets `home` when it begins.
        var isAwaited = false
        /// The sources of the events that come through the facade.
        var sources: Set<EventSource> = []
        /// The providers that get the events of the facade.
        var providers: Set<ProviderID> = []
        var hasFailed = false

        /// Whether the facade keeps its events for a test that has not begun.
        var isWaiting: Bool { isAwaited && home == nil && !isShared }
    }

    /// Creates a provider for a shared facade.
    ///
    /// - Parameters:
    ///   - fileID: The file to which XCTest attributes a failure about unchecked events if the test has no assertion.
    ///     Defaults to the file of the call.
    ///   - filePath: The path of that file.
    ///   - line: The line of the call.
    ///   - column: The column of the call.
    public convenience init(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) {
        self.init(among: .ofProcess, at: CallSite(fileID, filePath, line, column))
    }

    /// Creates a provider for a shared facade.
    ///
    /// - Parameter isForHolders: Whether only tests that hold the facade are expected to use it.
    package init(
        among tests: EventOwnership, isForHolders: Bool = false,
        at site: CallSite = CallSite(#fileID, #filePath, #line, #column)
    ) {
        (id, function, isOfTest, framework) = ("current-test-recorder", "", false, nil)
        (self.tests, self.isForHolders, self.site) = (tests, isForHolders, site)
        state = Lock(State(isShared: true))
        if !isForHolders { tests.share(self) }
    }

    /// Creates a provider for a facade that the running test makes.
    ///
    /// - Parameters:
    ///   - function: The function that makes the facade, or the class if a property makes the facade.
    ///   - framework: Returns the framework that learns of events without an owner.
    package init(
        ofTestAt site: CallSite, in function: StaticString, framework: @escaping @Sendable () -> any TestReporter
    ) {
        (id, tests, isForHolders) = (Self.idOfTest, .ofProcess, false)
        (self.site, self.function, self.framework) = (site, "\(function)", framework)
        let home = TestRecorder.current
        isOfTest = home != nil
        home?.noteUse(at: site)
        state = Lock(State(home: home, isShared: false))
        if home != nil {
            tests.noteFacade(madeAt: site)
            return
        }
        tests.share(self)
        if !framework().isInsideTest { InstanceFacades.note(self) }
    }

    /// The id of a provider that belongs to one test.
    package static let idOfTest: ProviderID = "facade-recorder"

    /// The facade of this provider.
    var facade: SharedFacade { SharedFacade(id: ObjectIdentifier(self), isForHolders: isForHolders) }

    /// Records the event in the recorder of the test that owns the event.
    public func record(_ event: RecordedEvent) {
        // A provider in `recorded()` cannot know that its facade is shared, but the facade knows.
        if framework != nil, event.source != .app, let record = SharedDelivery.record { return record(event) }
        let (owner, isShared) = ownerNow(of: event.source)
        let (providers, maker) = state.withLock { ($0.providers, isOfTest ? $0.home : nil) }
        guard let recorder = owner.recorder else {
            for other in owner.others { keep(event, in: other, isHeld: false, among: owner.others) }
            if owner.others.isEmpty { keepOrFail(event) }
            return
        }
        var passage = TestRecorder.Passage(
            site: site, facade: facade, providers: providers, isShared: isShared,
            isOfTask: EventOwnership.taskOwner != nil)
        if !owner.isHeld, let maker, maker !== recorder, !maker.isOver {
            passage.maker = maker.testName
            let tests = [maker, recorder].compactMap(\.test)
            maker.note { $0.keep(Doubts.Entry(reason: .crossed, event: event, tests: tests)) }
        }
        record(event, in: recorder, through: passage)
        for other in owner.others { keep(event, in: other, isHeld: true, among: [recorder] + owner.others) }
    }

    /// Notes an event in the recorder of a test that may have tracked it, or any of the tests of `recorders`.
    private func keep(_ event: RecordedEvent, in recorder: TestRecorder, isHeld: Bool, among recorders: [TestRecorder])
    {
        recorder.noteDoubtForMutation()
        let tests = recorders.compactMap(\.test)
        recorder.note { doubts in
            doubts.keep(
                Doubts.Entry(
                    reason: .unattributed, event: event, facade: facade, isHeld: isHeld,
                    wasExpected: doubts.mayTrack(through: facade), tests: tests))
        }
    }

    /// Records an event in the recorder of its test. A facade has already asked for mistakes in its events. If the
    /// event does not come from a facade, this method asks.
    private func record(_ event: RecordedEvent, in recorder: TestRecorder, through passage: TestRecorder.Passage) {
        guard PlantedMutants.current != nil else { return recorder.record(event, through: passage) }
        let isAsked = state.withLock { $0.sources.contains(.app) } || recorder.isFedByFacade
        recorder.receive(event, through: passage, isAsked: isAsked)
    }

    /// The owner of an event that is tracked now, and whether the facade is shared.
    private func ownerNow(of source: EventSource = .app) -> (owner: EventOwnership.Owner, isShared: Bool) {
        let (owner, isShared, isFirstUse) = state.withLock { state -> (EventOwnership.Owner, Bool, Bool) in
            let hasHome = state.isAwaited || state.home != nil
            if let user = EventOwnership.taskOwner, hasHome, state.home !== user, !state.isShared {
                if isOfTest, let home = state.home, !home.isOver, tests.isRepeated(site) {
                    return (EventOwnership.Owner(recorder: home), false, false)
                }
                state.isShared = true
                tests.share(self)
                state.home?.note { _ = $0.sharedFacades.insert(facade) }
            }
            if state.isWaiting { return (EventOwnership.Owner(), false, false) }
            let owner = tests.owner(madeBy: state.isShared ? nil : state.home, through: self, source)
            guard let recorder = owner.recorder, !owner.isHeld, !state.isShared, state.home == nil else {
                return (owner, state.isShared, false)
            }
            state.home = recorder
            for source in state.sources { recorder.connect(source) }
            return (owner, false, true)
        }
        if isFirstUse, let recorder = owner.recorder {
            for event in StrayEvents.take(of: [self]) { recorder.receive(event) }
        }
        return (owner, isShared)
    }

    private func keepOrFail(_ event: RecordedEvent) {
        guard let framework else { return StrayEvents.keep(event) }
        let reporter = framework()
        let (isShared, isWaiting) = state.withLock { ($0.isShared, $0.isWaiting) }
        let isEarly = !isShared && XCTestRun.phase == .beforeTest && !reporter.isInsideTest
        if isWaiting || isEarly, StrayEvents.keep(event, for: self) { return }
        let isFirst = state.withLock { state in
            defer { state.hasFailed = true }
            return !state.hasFailed
        }
        guard isFirst else { return }
        reporter.fail(
            """
            tracked, but no test has a recorder: \(event.event.description.shortened)
            add the trait .recordingEvents to the test or its suite (in XCTest, subclass RecordingTestCase). A facade \
            made outside the test does not find the recorder from a detached task, a queue or a thread: make the \
            facade in the test. If the test does not check events, use Analytics()
            """, at: site)
    }
}

// The test of an instance, see ``InstanceFacades``.
extension CurrentTestRecorder {
    /// Sets whether the facade belongs to an instance whose test has not begun.
    func setAwaited(_ isAwaited: Bool) { state.withLock { $0.isAwaited = isAwaited } }

    /// Makes the facade belong to the test of its instance.
    ///
    /// - Returns: `false` if the facade belongs to no instance.
    func give(to recorder: TestRecorder) -> Bool {
        let sources: Set<EventSource>? = state.withLock { state in
            guard state.isAwaited else { return nil }
            if !state.isShared { state.home = recorder }
            return state.sources
        }
        guard let sources else { return false }
        recorder.noteUse(at: site)
        for source in sources { recorder.connect(source) }
        return true
    }
}

// The connection to the facade.
extension CurrentTestRecorder {
    /// Whether the recorder gives each event to the test that is running at that moment.
    var isForEveryTest: Bool { framework == nil }

    /// Delivers an event of the recorder's facade, which tests share.
    func noteDelivery(_ deliver: () -> Void) {
        let test = EventOwnership.taskOwner
        let record = { @Sendable [self] (event: RecordedEvent) in
            connect(event.source)
            EventOwnership.$ofTask.withValue(test) { self.record(event) }
        }
        SharedDelivery.$record.withValue(record, operation: deliver)
    }

    package func connect(_ source: EventSource) {
        state.withLock { state in
            state.sources.insert(source)
            // If no test made the facade, `home` is `nil` at first. The first test that uses the facade is connected
            // then.
            state.home?.connect(source)
        }
    }

    func disconnect(_ source: EventSource) {
        let home = state.withLock { state in
            state.sources.remove(source)
            return state.isShared ? nil : state.home
        }
        (home ?? testRecorder)?.disconnect(source)
    }

    /// The sources whose events can reach any test. A provider in `recorded()` may be part of a shared facade, although
    /// it has a recorder of its own. So if no test made it, its events can reach any test.
    var sharedSources: Set<EventSource> {
        state.withLock { state in
            if state.isShared { return state.sources }
            return state.isAwaited || isOfTest ? [] : state.sources.subtracting([.app])
        }
    }

    func serve(_ providers: Set<ProviderID>) { state.withLock { $0.providers = providers } }

    /// Notes that the running test has set the user's consent. The facade calls this method.
    public func setConsent(_ isGiven: Bool) { testRecorder?.setConsent(isGiven) }

    var testRecorder: TestRecorder? { ownerNow().owner.recorder }
}
