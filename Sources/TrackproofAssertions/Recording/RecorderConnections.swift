import Trackproof
import TrackproofSnapshots

/// The sources whose events can reach a recorder, and the events that the recorder may have missed.
struct RecorderConnections: Sendable {
    /// For each source, the number of facades and `recorded()` providers that send events of this source.
    private var counts: [EventSource: Int] = [:]
    /// Whether the test decides about the facade's consent, because the test made the facade or set the consent.
    var knowsConsent = false
    /// Whether the test's own task has tracked events through a facade that several tests share.
    var usesSharedFacade = false
    private var unattributed = UncertainEvents(.unattributed)
    private var withheld = UncertainEvents(.withheld)
    private var refused = UncertainEvents(.refused)

    mutating func connect(_ source: EventSource) {
        counts[source, default: 0] += 1
        if source == .app { knowsConsent = true }
    }

    mutating func disconnect(_ source: EventSource) { counts[source, default: 1] -= 1 }

    /// Returns whether events of this source can reach the recorder; `nil` if this source was never connected.
    func isConnected(_ source: EventSource) -> Bool? { counts[source].map { $0 > 0 } }

    /// Keeps an event that may belong to this test or to another test.
    ///
    /// - Parameter tests: The tests that were running when the event came.
    mutating func keepUnattributed(_ event: RecordedEvent, _ tests: [any RunningTest]) {
        unattributed.append(event, during: tests)
    }

    /// Keeps an event that a facade did not send, because the facade had no consent.
    mutating func keepWithheld(_ event: Event) {
        guard event.delivery.isRecorded else { return }
        if knowsConsent { refused.append(RecordedEvent(event)) } else { withheld.append(RecordedEvent(event)) }
    }

    /// Whether an event from outside of the tests' tasks may belong to this test.
    ///
    /// `false` if the test has its own facade and does not use a shared facade. If this were `true`, such a test could
    /// fail because of another test's events.
    private var mayOwnUnattributed: Bool { usesSharedFacade || counts[.app, default: 0] == 0 }

    /// Returns a message about events that the recorder may have missed; `nil` if there are no such events.
    ///
    /// - Parameter isMeant: A closure that returns whether an event has the name and kind that the assertion expects.
    func doubt(about source: EventSource, where isMeant: (Event) -> Bool = { _ in true }) -> String? {
        text((mayOwnUnattributed ? [unattributed] : []) + [withheld], source, isMeant)
    }

    /// Returns a message like ``doubt(about:where:)``, but only about events from outside of the tests' tasks.
    func uncertaintyOfUnattributed(about source: EventSource) -> String? {
        text(mayOwnUnattributed ? [unattributed] : [], source) { _ in true }
    }

    /// Returns why the recorder may have missed an event that an assertion expects; `nil` if no reason is known.
    func hint(about source: EventSource, where isMeant: (Event) -> Bool) -> String? {
        text([unattributed, withheld, refused], source, isMeant)
    }

    /// Returns the warning about events that the recorder may have missed; `nil` if there are no such events.
    func warning(of source: EventSource) -> String? { text([unattributed, withheld], source) { _ in true } }

    private func text(
        _ events: [UncertainEvents], _ source: EventSource, _ isMeant: (Event) -> Bool
    ) -> String? {
        let problems = events.compactMap { $0.problem(of: source, where: isMeant) }
        return problems.isEmpty ? nil : problems.joined(separator: "\n")
    }
}
