package import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

/// A facade that several tests share.
struct SharedFacade: Hashable, Sendable {
    let id: ObjectIdentifier
    /// Whether only tests that hold the facade are expected to use it.
    let isForHolders: Bool
}

/// What a recorder cannot know for certain: the events that it may have missed, and the events that another test may
/// have tracked.
struct Doubts: Sendable {
    /// The reason why an event did not reach the recorder.
    enum Reason: CaseIterable {
        /// The event came from outside of the tests' tasks while several tests ran.
        case unattributed
        /// The task of another test tracked the event through a facade that this test made.
        case crossed
        /// A facade had no consent, and the test neither made the facade nor set its consent.
        case withheld
        /// A facade had no consent, and the test made the facade or set its consent.
        case refused
    }

    /// An event that the recorder may have missed.
    struct Entry {
        let reason: Reason
        let event: RecordedEvent
        /// The shared facade that tracked the event, if the reason is ``Reason/unattributed``.
        var facade: SharedFacade?
        /// Whether the event belongs to the test that held this facade, if this test has not tracked it.
        var isHeld = false
        /// Whether the test was expected to use this facade when the event came.
        var wasExpected = true
        /// The tests that ran when the event came and may have tracked it.
        var tests: [any RunningTest] = []
    }

    /// For each source, the number of facades and `recorded()` providers that send events of this source.
    private var connections: [EventSource: Int] = [:]
    /// Whether the test decides about the facade's consent, because the test made the facade or set the consent.
    var knowsConsent = false
    /// Whether another recorder of the same test gets the events that may belong to any of several tests.
    private var isReplaced = false
    /// Whether a facade of the test sends its events to a recorder that the test made itself.
    var hasFacadeOfOwnRecorder = false
    /// The shared facades through which the test's own task has tracked events.
    var sharedFacades: Set<SharedFacade> = []
    /// The sequence numbers of the events that no task of the test tracked, but a queue, a thread or a detached task.
    var elsewhere: Set<Int64> = []
    /// The names of the other tests that made the facades of events, by the sequence numbers of the events.
    var makers: [Int64: String] = [:]
    /// The name of the test that had ended last when this test began; `nil` if no test had ended.
    var earlierTest: String?
    /// For each reason, the oldest events.
    private var entries: [Reason: [Entry]] = [:]
    /// For each reason, the number of events beyond the limit.
    private var excess: [Reason: Int] = [:]
    /// The maximum number of events that are kept for a reason.
    private static let limit = 200
    /// The maximum number of tests that a message names.
    private static let testLimit = 5

    mutating func connect(_ source: EventSource) {
        connections[source, default: 0] += 1
        if source == .app { knowsConsent = true }
    }

    mutating func disconnect(_ source: EventSource) { connections[source, default: 1] -= 1 }

    /// Returns whether events of this source can reach the recorder; `nil` if this source was never connected.
    func isConnected(_ source: EventSource) -> Bool? { connections[source].map { $0 > 0 } }

    /// The sources whose events can reach the recorder.
    var connectedSources: Set<EventSource> { Set(connections.filter { $0.value > 0 }.keys) }

    /// Returns whether the test may track events through a shared facade. A test that has its own facade, or uses other
    /// shared facades only, is expected not to use this facade. Otherwise, the test could fail because of another
    /// test's events. If tests hold the facade, other tests are expected not to use it.
    func mayTrack(through facade: SharedFacade) -> Bool {
        if sharedFacades.contains(facade) { return true }
        return !facade.isForHolders && sharedFacades.isEmpty && !hasOwnFacade
    }

    /// Whether events of shared facades may belong to the test.
    var mayUseSharedFacades: Bool { !sharedFacades.isEmpty || !hasOwnFacade }

    private var hasOwnFacade: Bool { hasFacadeOfOwnRecorder || connections[.app, default: 0] > 0 }

    /// The number of events that a facade without consent has dropped.
    var refusedCount: Int { entries[.refused, default: []].count + excess[.refused, default: 0] }

    mutating func keep(_ entry: Entry) {
        // Another thread may have looked for the running tests before the recorder was replaced.
        if entry.reason == .unattributed, isReplaced { return }
        if entries[entry.reason, default: []].count < Self.limit {
            entries[entry.reason, default: []].append(entry)
        } else {
            excess[entry.reason, default: 0] += 1
        }
    }

    /// Notes that another recorder of the same test gets the events that may belong to any of several tests.
    mutating func noteReplacement() {
        isReplaced = true
        (entries[.unattributed], excess[.unattributed]) = (nil, nil)
    }

    /// Returns a message like ``text(_:about:where:keeping:)``, but only about events that can belong to the test.
    func doubt(about source: EventSource, where isMeant: (Event) -> Bool = { _ in true }) -> String? {
        text([.unattributed, .crossed, .withheld], about: source, where: isMeant) { entry in
            entry.facade.map { mayTrack(through: $0) } ?? true
        }
    }

    /// The message at the end of a test about events of the app that may be unchecked events of this test.
    var doubtAtEnd: String? { text([.unattributed], about: .app, keeping: mayOwn) }

    /// The warning at the end of a test; `nil` if there is nothing to warn about. If no running test is expected to
    /// have tracked an event, all running tests get a warning.
    var warning: String? {
        text([.unattributed, .withheld], about: .app, keeping: { mayOwn($0) || !$0.wasExpected })
    }

    /// Returns whether an event may belong to the test. An event of a held facade has a test already. So it only counts
    /// if the test has used this facade.
    private func mayOwn(_ entry: Entry) -> Bool {
        guard let facade = entry.facade else { return true }
        return entry.isHeld ? sharedFacades.contains(facade) : mayTrack(through: facade)
    }

    /// Returns a message about the missed events that an assertion expects; `nil` if there are no such events.
    ///
    /// - Parameter isMeant: A closure that returns whether an event has the name and kind that the assertion expects.
    func text(
        _ reasons: [Reason], about source: EventSource, where isMeant: (Event) -> Bool = { _ in true },
        keeping isKept: (Entry) -> Bool = { _ in true }
    ) -> String? {
        let problems = reasons.compactMap { reason -> String? in
            let kept = entries[reason, default: []].filter(isKept)
            // Nothing is known about events beyond the limit, so the assertion may expect any of them. But if all known
            // events come from facades that do not count, so do these.
            let excess = kept.isEmpty ? 0 : excess[reason, default: 0]
            let meant = kept.filter { $0.event.source == source && isMeant($0.event.event) }
            return meant.count + excess == 0 ? nil : Self.problem(reason, meant, excess, kept[0].tests)
        }
        return problems.isEmpty ? nil : problems.joined(separator: "\n")
    }

    private static func problem(
        _ reason: Reason, _ entries: [Entry], _ excess: Int, _ tests: [any RunningTest]
    ) -> String {
        let total = entries.count + excess
        let shown = entries.prefix(5).map { $0.event.event.description.shortened } + (total > 5 ? ["…"] : [])
        let (number, names) = (total.counted("event"), shown.joined(separator: ", "))
        let all = Set(tests.map { $0.identity.path.joined(separator: "/") }).sorted()
        let more = all.count > testLimit ? " and \(all.count - testLimit) more" : ""
        let testNames =
            all.isEmpty ? "" : "these tests ran: \(all.prefix(testLimit).joined(separator: ", "))\(more)\n"
        return switch reason {
        case .unattributed:
            """
            \(number) could belong to any of several running tests: \(names)
            \(testNames)an event from a detached task, a queue or a thread does not show which test tracked it. \
            Make the facade in each test (Analytics.recording()), or give the trait .recordingEvents(of: facade) \
            to all suites that use the facade. To find the test, run swift test --no-parallel. If the tests run in \
            the app, its launch may have tracked the event: see the article "Hosted tests"
            """
        case .crossed:
            """
            the task of another test tracked \(number) through a facade that this test made: \(names)
            \(testNames)does an object of this test observe a notification that the other test posts? If so, run the \
            tests one after the other with .serialized. If the tests share the facade on purpose, use \
            .recordingEvents(of: facade)
            """
        case .withheld:
            """
            a facade dropped \(number), because it had no consent when this test began: \(names)
            call setConsent(_:) in the test, so that the test does not depend on earlier tests
            """
        case .refused: "the facade has no consent and dropped \(number): \(names)"
        }
    }

    /// Returns hints about other tests that may have tracked some of these events; `nil` if there are no such tests.
    func otherTestsHint(_ events: [LoggedEvent]) -> String? {
        var hints: [String] = []
        let crossed = events.filter { makers[$0.sequence] != nil }
        if let maker = crossed.first.flatMap({ makers[$0.sequence] }) {
            hints.append(
                """
                \(crossed.numbers) came through a facade that another test made: \(maker). Does an object of that test \
                observe a notification that this test posts? If so, run the tests one after the other with .serialized
                """)
        }
        let doubtful = events.filter { elsewhere.contains($0.sequence) }
        if !doubtful.isEmpty, let earlierTest {
            hints.append(
                """
                no task of this test tracked \(doubtful.numbers), but a queue, a thread or a detached task. If an earlier \
                test has started it, make that test wait for its last event; the last test was \(earlierTest)
                """)
        }
        return hints.isEmpty ? nil : hints.joined(separator: "\n")
    }
}

// The sources whose events can reach the recorder.
extension TestRecorder {
    var testRecorder: TestRecorder? { self }

    var doubts: Doubts { state.withLock(\.doubts) }

    func note(_ change: (inout Doubts) -> Void) { state.withLock { change(&$0.doubts) } }

    /// Notes that events of this source can arrive from now on.
    package func connect(_ source: EventSource) {
        note { $0.connect(source) }
        if own != nil, let test = TestRecorder.current, test.serial == parent {
            test.note { $0.hasFacadeOfOwnRecorder = true }
        }
    }

    /// Notes that a facade has removed this recorder from its providers.
    func disconnect(_ source: EventSource) { note { $0.disconnect(source) } }

    /// Notes an event that a facade did not send, because it had no consent. The recorder has missed this event.
    func withhold(_ event: Event) {
        guard event.delivery.isRecorded else { return }
        note { $0.keep(Doubts.Entry(reason: $0.knowsConsent ? .refused : .withheld, event: RecordedEvent(event))) }
    }

    /// Notes the providers of a facade that sends events to this recorder.
    func serve(_ providers: Set<ProviderID>) { state.withLock { $0.ownProviders.formUnion(providers) } }

    /// Notes that the test has set the user's consent.
    public func setConsent(_ isGiven: Bool) { note { $0.knowsConsent = true } }

    /// Returns whether events of this source can reach the recorder. If the source was never connected, the function
    /// returns whether an event of the source was ever recorded.
    func canRecord(_ source: EventSource) -> Bool {
        if tests?.sharedSources(with: self).contains(source) ?? false { return true }
        return doubts.isConnected(source) ?? withLog { $0.seenSources.contains(source) }
    }
}

// If the recorder may have missed events, an assertion that an event is absent must fail. This code finds such cases.
extension TestRecorder {
    /// Returns why the recorder may have missed an event; `nil` if the recorder would have recorded the event.
    ///
    /// - Parameter isMeant: A closure that returns whether an event has the name and kind that the assertion expects.
    func doubt(about source: EventSource, where isMeant: (Event) -> Bool = { _ in true }) -> String? {
        if !canRecord(source) { return advice(for: source) }
        return doubts.doubt(about: source, where: isMeant)
    }

    /// Returns why the recorder may have missed an event that an assertion expects; `nil` if no reason is known.
    func hint(about source: EventSource, where isMeant: (Event) -> Bool = { _ in true }) -> String? {
        if !canRecord(source) { return advice(for: source) }
        return doubts.text(Doubts.Reason.allCases, about: source, where: isMeant)
    }

    /// Fails the test if the recorder may have missed an event.
    ///
    /// - Parameters:
    ///   - question: The first line of the failure message, which says what is unknown.
    ///   - log: The events of the source that the assertion has examined.
    func failForUncertainty(
        _ question: String, about source: EventSource, in log: [LoggedEvent], at site: CallSite,
        where isMeant: (Event) -> Bool = { _ in true }
    ) {
        guard let doubt = doubt(about: source, where: isMeant) else { return }
        fail(table(log, of: source).message([question, doubt]), at: site)
    }

    /// Returns advice on what to change in the test so that the recorder gets the events of a source.
    private func advice(for source: EventSource) -> String {
        if source == .app, doubts.isConnected(.app) == false {
            return "removeProvider(_:) removed this test's recorder from the facade"
        }
        if source == .app {
            return """
                no facade sends events to this test's recorder: make a facade in the test or in setUp() with \
                Analytics.recording(). If the app has a shared facade, use the trait .recordingEvents(of: facade); with \
                XCTest, call facade.addProvider(CurrentTestRecorder()) in setUp(), because a static facade does not \
                exist before code uses it
                """
        }
        let shown = source.rawValue.safeForDisplay
        return source.vendor != nil
            ? "no event from \(shown) was received: make its SDK send to the collector, and flush the SDK"
            : "no provider with this id is recorded (\(shown)): call recorded() on the provider"
    }

    /// Adds a warning to the test if the recorder may have missed events. Does nothing if an assertion has failed.
    package func warnAboutUncertainEvents() {
        guard let test, !hasFailed, let problem = doubts.warning else { return }
        reporter.warn(problem, of: test, at: lastSite ?? .unknown)
    }
}
