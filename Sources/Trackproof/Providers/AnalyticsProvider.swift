/// A destination that events go to: a vendor's SDK, the console, a recorder.
///
/// ``ClosureProvider`` makes a provider from a closure. The facade calls its providers on the tracking thread, in the
/// order in which they were added. A slow provider should be ``queued()``.
public protocol AnalyticsProvider: Sendable {
    /// The name of this provider in events and recordings.
    var id: ProviderID { get }

    /// Whether this provider records.
    ///
    /// The facade sends every event to a recorder, under the event's own name. The recorder leaves out the events that
    /// are marked as unrecorded. The facade reads this property once, when the provider is added.
    var isRecorder: Bool { get }

    /// Takes an event. Its kind says whether it is a screen, a track event or who the user is.
    func track(_ event: Event)

    /// Sends everything that is still held back, and returns when that is done.
    func flush()

    /// Notes whether the user allows analytics.
    ///
    /// Without consent, the facade withholds the events. If an SDK also collects data on its own, the provider must
    /// pass the consent to it.
    func setConsent(_ isGiven: Bool)
}

extension AnalyticsProvider {
    /// `false`, because most providers do not record.
    public var isRecorder: Bool { false }

    /// Does nothing, because nothing is held back by default.
    public func flush() {}

    /// Does nothing, because a provider collects only what the facade sends by default.
    public func setConsent(_ isGiven: Bool) {}
}

/// A provider that records events under their own names, except those that are marked as unrecorded.
public protocol AnalyticsRecorder: AnalyticsProvider {
    /// Records an event with everything that is known about it.
    ///
    /// The recorder gives the event the next sequence number, and the current time if it has no time.
    func record(_ event: RecordedEvent)

    /// Records an event as it is at `source`, with the current time.
    ///
    /// A recorder does not have to implement this method. The default implementation records a ``RecordedEvent``
    /// without an id, a time or a context.
    func record(_ event: Event, source: EventSource)
}

extension AnalyticsRecorder {
    /// `true`, because the provider records.
    public var isRecorder: Bool { true }

    /// Records the event as the app tracked it, unless it is marked as unrecorded.
    public func track(_ event: Event) {
        take(event, at: .app)
    }

    /// Records an event as it is at `source`, with the current time, unless it is marked as unrecorded.
    ///
    /// Only this method decides whether an event is recorded: for the facade, for wrapped providers and for queued
    /// recorders.
    func take(_ event: Event, at source: EventSource) {
        if event.delivery.isRecorded { record(event, source: source) }
    }

    /// Records an event as it is at `source`, with the current time.
    public func record(_ event: Event, source: EventSource) {
        record(RecordedEvent(event, source: source, sequence: nil, time: nil))
    }
}
