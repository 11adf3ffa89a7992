import Trackproof
import TrackproofSnapshots
import TrackproofText

/// A facade that several tests share.
struct SharedFacade: Hashable, Sendable {
    let id: ObjectIdentifier
    /// Whether only tests that hold the facade are expected to use it.
    let isForHolders: Bool
}

/// What a recorder cannot know for certain: the events that it may have missed, and the events that another test may
/// have tracked.
struct Doubts: Sendable {
    /// The reason why events did not reach the recorder.
    enum Reason: CaseIterable {
        /// The events came from outside of the tests' tasks while several tests ran.
        case unattributed
        /// The task of another test tracked the events through a facade that this test made.
        case crossed
        /// A facade had no consent, and the test neither made the facade nor set its consent.
        case withheld
        /// A facade had no consent, and the test made the facade or set its consent.
        case refused
    }

    fileprivate struct Entry {
        let event: RecordedEvent
        /// The shared facade that tracked the event, if the reason is ``Reason/unattributed``.
        var facade: SharedFacade?
        /// Whether the event belongs to the test that held this facade.
        var isHeld = false
        /// Whether the test was expected to use this facade when the event came.
        var wasExpected = true
    }

    /// The events that have the same reason.
    fileprivate struct Group {
        /// The oldest events, up to the limit.
        var kept: [Entry] = []
        var count = 0
        /// The tests that ran when the first event came.
        var tests: [any RunningTest] = []
    }

    /// For each source, the number of facades and `recorded()` providers that send events of this source.
    private var connections: [EventSource: Int] = [:]
    /// Whether the test decides about the facade's consent, because the test made the facade or set the consent.
    var knowsConsent = false
    /// Whether another recorder of the same test has replaced the recorder.
    private var isReplaced = false
    /// Whether a facade of the test sends its events to a recorder that the test made itself.
    var hasFacadeOfOwnRecorder = false
    /// The shared facades through which the test's own task has tracked events.
    private var sharedFacades: Set<SharedFacade> = []
    /// The sequence numbers of the events that no task of the test tracked.
    private var elsewhere: Set<Int64> = []
    /// The names of the other tests that made the facades of events, by the sequence numbers of the events.
    private var makers: [Int64: String] = [:]
    /// The name of the test that had ended last when this test began; `nil` if no test had ended.
    var earlierTest: String?
    private var groups: [Reason: Group] = [:]
    /// The maximum number of events in `kept`.
    private static let limit = 200
    /// The maximum number of tests that a message names.
    fileprivate static let testLimit = 5

    mutating func connect(_ source: EventSource) {
        connections[source, default: 0] += 1
        if source == .app { knowsConsent = true }
    }

    mutating func disconnect(_ source: EventSource) { connections[source, default: 1] -= 1 }

    /// Returns whether events of this source can reach the recorder; `nil` if this source was never connected.
    func isConnected(_ source: EventSource) -> Bool? { connections[source].map { $0 > 0 } }

    /// The sources whose events can reach the recorder.
    var connectedSources: Set<EventSource> { Set(connections.filter { $0.value > 0 }.keys) }

    /// Notes that no task of the test tracked an event, but a queue, a thread or a detached task.
    mutating func noteElsewhere(_ sequence: Int64) { elsewhere.insert(sequence) }

    /// Notes that the test's own task has tracked events through a shared facade.
    mutating func noteUse(of facade: SharedFacade) { sharedFacades.insert(facade) }

    /// Returns whether the test may track events through a shared facade.
    ///
    /// A test that has its own facade, or uses other shared facades only, is expected not to use this facade. Otherwise,
    /// the test could fail because of another test's events. If tests hold the facade, other tests are expected not to use
    /// it.
    func mayTrack(through facade: SharedFacade) -> Bool {
        if sharedFacades.contains(facade) { return true }
        return !facade.isForHolders && sharedFacades.isEmpty && !hasOwnFacade
    }

    /// Whether events of shared facades may belong to the test.
    var mayUseSharedFacades: Bool { !sharedFacades.isEmpty || !hasOwnFacade }

    private var hasOwnFacade: Bool { hasFacadeOfOwnRecorder || connections[.app, default: 0] > 0 }

    /// Keeps an event that may belong to any of these tests, which were running when the event came.
    ///
    /// - Parameter isHeld: Whether the event belongs to the test that holds the facade, if this test has not tracked it.
    mutating func keepUnattributed(
        _ event: RecordedEvent, through facade: SharedFacade, isHeld: Bool, _ tests: [any RunningTest]
    ) {
        // Another thread may have looked for the running tests before the recorder was replaced.
        if isReplaced { return }
        if groups[.unattributed] == nil { groups[.unattributed, default: Group()].tests = tests }
        let wasExpected = mayTrack(through: facade)
        keep(Entry(event: event, facade: facade, isHeld: isHeld, wasExpected: wasExpected), .unattributed)
    }

    /// Notes that another recorder of the same test gets the events that may belong to any of several tests.
    mutating func noteReplacement() {
        isReplaced = true
        groups[.unattributed] = nil
    }

    /// Keeps an event that the task of another test tracked through a facade of this test.
    mutating func keepCrossed(_ event: RecordedEvent, _ tests: [any RunningTest]) {
        if groups[.crossed] == nil { groups[.crossed, default: Group()].tests = tests }
        keep(Entry(event: event), .crossed)
    }

    /// Notes the name of the test that made the facade of an event.
    mutating func noteMaker(_ test: String, of sequence: Int64) { makers[sequence] = test }

    /// Keeps an event that a facade did not send, because the facade had no consent.
    mutating func keepWithheld(_ event: Event) {
        if event.delivery.isRecorded { keep(Entry(event: RecordedEvent(event)), knowsConsent ? .refused : .withheld) }
    }

    private mutating func keep(_ entry: Entry, _ reason: Reason) {
        groups[reason, default: Group()].count += 1
        if groups[reason, default: Group()].kept.count < Self.limit { groups[reason]?.kept.append(entry) }
    }

    /// The number of events that a facade without consent has dropped.
    var refusedCount: Int { groups[.refused]?.count ?? 0 }

    /// Returns a message like ``text(_:about:where:)``, but only about events that can belong to the test.
    func doubt(
        _ reasons: [Reason] = [.unattributed, .crossed, .withheld], about source: EventSource,
        where isMeant: (Event) -> Bool = { _ in true }
    ) -> String? {
        keeping { mayTrack(through: $1) }.text(reasons, about: source, where: isMeant)
    }

    /// The message at the end of a test about events of the app that may be unchecked events of this test.
    ///
    /// An event of a held facade has a test already. So it only counts if the test has used this facade.
    var doubtAtEnd: String? { keeping(mayOwn).text([.unattributed], about: .app) }

    /// The warning at the end of a test; `nil` if there is nothing to warn about.
    ///
    /// If no running test is expected to have tracked an event, all running tests get a warning.
    var warning: String? {
        keeping { mayOwn($0, $1) || !$0.wasExpected }.text([.unattributed, .withheld], about: .app)
    }

    private func mayOwn(_ entry: Entry, _ facade: SharedFacade) -> Bool {
        entry.isHeld ? sharedFacades.contains(facade) : mayTrack(through: facade)
    }

    /// Returns the doubts, but only with the events of shared facades for which `isKept` returns `true`.
    private func keeping(_ isKept: (Entry, SharedFacade) -> Bool) -> Doubts {
        var doubts = self
        doubts.groups[.unattributed]?.remove { entry in entry.facade.map { !isKept(entry, $0) } ?? false }
        return doubts
    }

    /// Returns a message about the missed events that an assertion expects; `nil` if there are no such events.
    ///
    /// - Parameter isMeant: A closure that returns whether an event has the name and kind that the assertion expects.
    func text(
        _ reasons: [Reason], about source: EventSource, where isMeant: (Event) -> Bool = { _ in true }
    ) -> String? {
        let problems = reasons.compactMap { reason in groups[reason]?.problem(reason, source, isMeant) }
        return problems.isEmpty ? nil : problems.joined(separator: "\n")
    }

    /// Returns hints about other tests that may have tracked some of these events; `nil` if there are no such tests.
    func otherTestsHint(_ events: [LoggedEvent]) -> String? {
        let hints = [makersHint(events), earlierTestsHint(events)].compactMap { $0 }
        return hints.isEmpty ? nil : hints.joined(separator: "\n")
    }

    /// The name of the test that had ended last when this test began; `nil` if the test uses no facade that the earlier test
    /// can have used too.
    var earlierTestOfSharedFacade: String? { sharedFacades.isEmpty ? nil : earlierTest }

    /// Returns a hint about events that came through a facade that another test made.
    private func makersHint(_ events: [LoggedEvent]) -> String? {
        let crossed = events.filter { makers[$0.recorded.sequence ?? 0] != nil }
        guard let maker = crossed.first.flatMap({ makers[$0.recorded.sequence ?? 0] }) else { return nil }
        return """
            \(crossed.numbers) came through a facade that another test made: \(maker). Does an object of that test \
            observe a notification that this test posts? If so, run the tests one after the other with .serialized
            """
    }

    /// Returns a hint about events from a queue, a thread or a detached task, which an earlier test may have started.
    private func earlierTestsHint(_ events: [LoggedEvent]) -> String? {
        let doubtful = events.filter { elsewhere.contains($0.recorded.sequence ?? 0) }
        guard !doubtful.isEmpty, let earlierTest else { return nil }
        return """
            no task of this test tracked \(doubtful.numbers), but a queue, a thread or a detached task. If an earlier test \
            has started it, make that test wait for its last event; the last test was \(earlierTest)
            """
    }
}

extension Doubts.Group {
    /// Removes some events.
    fileprivate mutating func remove(_ isRemoved: (Doubts.Entry) -> Bool) {
        let all = kept.count
        kept.removeAll(where: isRemoved)
        // The facades of events beyond the limit are unknown. If all known events were removed, these are removed too.
        count = kept.isEmpty ? 0 : count - all + kept.count
    }

    fileprivate func problem(
        _ reason: Doubts.Reason, _ source: EventSource, _ isMeant: (Event) -> Bool
    ) -> String? {
        let meant = kept.map(\.event).filter { $0.source == source && isMeant($0.event) }
        // Events beyond the limit were counted but not kept, so the assertion may expect any of them.
        let total = meant.count + count - kept.count
        if total == 0 { return nil }
        let shown = meant.prefix(5).map { $0.event.description.shortened } + (total > 5 ? ["…"] : [])
        let (number, names) = (total.counted("event"), shown.joined(separator: ", "))
        switch reason {
        case .unattributed:
            return """
                \(number) could belong to any of several running tests: \(names)
                \(testNames)an event from a detached task, a queue or a thread does not show which test tracked it. \
                Make the facade in each test (Analytics.recording()), or give the trait .recordingEvents(of: facade) \
                to all suites that use the facade. To find the test, run swift test --no-parallel. If the tests run in \
                the app, its launch may have tracked the event: see the article "Hosted tests"
                """
        case .crossed:
            return """
                the task of another test tracked \(number) through a facade that this test made: \(shown.joined(separator: ", "))
                \(testNames)does an object of this test observe a notification that the other test posts? If so, run the \
                tests one after the other with .serialized. If the tests share the facade on purpose, use \
                .recordingEvents(of: facade)
                """
        case .withheld:
            return """
                a facade dropped \(number), because it had no consent when this test began: \(names)
                call setConsent(_:) in the test, so that the test does not depend on earlier tests
                """
        case .refused: return "the facade has no consent and dropped \(number): \(names)"
        }
    }

    /// The line with the names of the tests that ran when the first event came; empty if no test is known.
    private var testNames: String {
        if tests.isEmpty { return "" }
        let names = Set(tests.map { $0.identity.path.joined(separator: "/") }).sorted()
        let others = names.count - Doubts.testLimit
        let shown = names.prefix(Doubts.testLimit).joined(separator: ", ")
        return "these tests ran: \(shown)\(others > 0 ? " and \(others) more" : "")\n"
    }
}
