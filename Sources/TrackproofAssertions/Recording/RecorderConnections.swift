internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// Which events can come into a recorder, and which may have been missed.
struct RecorderConnections: Sendable {
    /// How many facades, and recordings around providers, lead to it.
    private var counts: [EventSource: Int] = [:]
    /// To be called before the events are looked at: they come by queues.
    private(set) var waits: [@Sendable () -> Void] = []
    /// Whether the test has a say in the consent of the facade: it made the facade, or told it of the consent.
    var knowsConsent = false
    private(set) var unattributed = DoubtfulEvents(.unattributed)
    private var withheld = DoubtfulEvents(.withheld)

    mutating func connect(_ source: EventSource) {
        counts[source, default: 0] += 1
        if source == .app { knowsConsent = true }
    }

    mutating func connect(_ source: EventSource, throughQueue wait: @escaping @Sendable () -> Void) {
        connect(source)
        waits.append(wait)
    }

    mutating func disconnect(_ source: EventSource) { counts[source, default: 1] -= 1 }

    /// Whether events of this source can come; nil if nobody has said.
    func isConnected(_ source: EventSource) -> Bool? { counts[source].map { $0 > 0 } }

    /// Keeps an event that may be this test's or another's.
    mutating func keepUnattributed(_ event: RecordedEvent) { unattributed.append(event) }

    /// Keeps an event that a facade did not hand on, unless the test decided so.
    mutating func keepWithheld(_ event: Event) {
        if !knowsConsent, event.delivery.isRecorded { withheld.append(RecordedEvent(event)) }
    }

    /// What to say of the events that an assertion is about and that may have been missed; nil if there are none.
    func doubt(about source: EventSource, where isMeant: (Event) -> Bool = { _ in true }) -> String? {
        let problems = [unattributed, withheld].compactMap { $0.problem(of: source, where: isMeant) }
        return problems.isEmpty ? nil : problems.joined(separator: "\n")
    }
}
