internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// Which events can come into a recorder, and which may have been missed.
struct RecorderConnections: Sendable {
    /// How many facades, and recordings around providers, lead to it.
    private var counts: [EventSource: Int] = [:]
    /// Whether the test has a say in the consent of the facade: it made the facade, or told it of the consent.
    var knowsConsent = false
    /// Whether the test's own task tracks by a facade that several tests share.
    var usesSharedFacade = false
    private var unattributed = DoubtfulEvents(.unattributed)
    private var withheld = DoubtfulEvents(.withheld)
    private var refused = DoubtfulEvents(.refused)

    mutating func connect(_ source: EventSource) {
        counts[source, default: 0] += 1
        if source == .app { knowsConsent = true }
    }

    mutating func disconnect(_ source: EventSource) { counts[source, default: 1] -= 1 }

    /// Whether events of this source can come; nil if nobody has said.
    func isConnected(_ source: EventSource) -> Bool? { counts[source].map { $0 > 0 } }

    /// Keeps an event that may be this test's or another's.
    ///
    /// - Parameter tests: The tests that ran when it came.
    mutating func keepUnattributed(_ event: RecordedEvent, _ tests: [any RunningTest]) {
        unattributed.append(event, during: tests)
    }

    /// Keeps an event that a facade did not hand on for want of consent.
    mutating func keepWithheld(_ event: Event) {
        guard event.delivery.isRecorded else { return }
        if knowsConsent { refused.append(RecordedEvent(event)) } else { withheld.append(RecordedEvent(event)) }
    }

    /// Whether an event from outside of any test may be this test's. A test that has a facade of its own, and does not
    /// touch a shared one, would otherwise fail for what another test does.
    private var mayOwnUnattributed: Bool { usesSharedFacade || counts[.app, default: 0] == 0 }

    /// What to say of the events that an assertion is about and that may have been missed; nil if there are none.
    func doubt(about source: EventSource, where isMeant: (Event) -> Bool = { _ in true }) -> String? {
        text((mayOwnUnattributed ? [unattributed] : []) + [withheld], source, isMeant)
    }

    /// The same of events that came from outside of any test alone.
    func doubtOfUnattributed(about source: EventSource) -> String? {
        text(mayOwnUnattributed ? [unattributed] : [], source) { _ in true }
    }

    /// What to say to an assertion that misses its event; nil if nothing is known.
    func hint(about source: EventSource, where isMeant: (Event) -> Bool) -> String? {
        text([unattributed, withheld, refused], source, isMeant)
    }

    /// What to warn of at the end of a test that no assertion has told of them; nil if there are none.
    func warning(of source: EventSource) -> String? { text([unattributed, withheld], source) { _ in true } }

    private func text(
        _ events: [DoubtfulEvents], _ source: EventSource, _ isMeant: (Event) -> Bool
    ) -> String? {
        let problems = events.compactMap { $0.problem(of: source, where: isMeant) }
        return problems.isEmpty ? nil : problems.joined(separator: "\n")
    }
}
