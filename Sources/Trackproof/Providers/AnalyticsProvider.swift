/// A destination that events go to: a vendor's SDK, the console, a recorder.
///
/// ``ClosureProvider`` makes a provider from a closure. The facade calls its providers on the thread that tracks the
/// event, in the order in which they were added. Give a slow provider its own queue with ``queued()``.
public protocol AnalyticsProvider: Sendable {
    /// The name that identifies this provider in events and recordings.
    var id: ProviderID { get }

    /// Whether this provider records.
    ///
    /// The facade sends every event to a recorder, under the event's own name. The recorder leaves out the events that
    /// are marked as unrecorded. The facade reads this property once, when the provider is added.
    var isRecorder: Bool { get }

    /// Receives an event. The event's kind says whether it is, for example, a screen or a user's identity.
    func track(_ event: Event)

    /// Sends all events that the provider still holds, and returns when it has done so.
    func flush()

    /// Receives the user's decision whether to allow analytics.
    ///
    /// Without consent, the facade sends no events to the provider. If an SDK also collects data on its own, the
    /// provider must pass the consent to the SDK.
    func setConsent(_ isGiven: Bool)
}

extension AnalyticsProvider {
    /// `false`, because most providers do not record.
    public var isRecorder: Bool { false }

    /// Does nothing, because a provider holds no events by default.
    public func flush() {}

    /// Does nothing, because by default a provider collects only what the facade sends.
    public func setConsent(_ isGiven: Bool) {}
}

/// A provider that records events under their own names. It leaves out events that are marked as unrecorded.
public protocol AnalyticsRecorder: AnalyticsProvider {
    /// Records an event together with its source, id, time and context.
    ///
    /// The recorder gives the event the next sequence number, and the current time if it has no time.
    func record(_ event: RecordedEvent)

    /// Records an event that the recorder receives at the stage `source`, with the current time.
    ///
    /// A recorder does not have to implement this method. The default implementation records a ``RecordedEvent``
    /// without an id, a time or a context.
    func record(_ event: Event, source: EventSource)
}

extension AnalyticsRecorder {
    /// `true`, because the provider records.
    public var isRecorder: Bool { true }

    /// Records an event from the app, unless the event is marked as unrecorded.
    public func track(_ event: Event) {
        take(event, at: .app)
    }

    /// Records an event at the stage `source`, with the current time, unless the event is marked as unrecorded.
    ///
    /// The facade, ``RecordedProvider`` and ``QueuedProvider`` send events to a recorder through this method. So only
    /// this method decides whether to record an event.
    func take(_ event: Event, at source: EventSource) {
        if event.delivery.isRecorded { record(event, source: source) }
    }

    /// Records an event at the stage `source`, with the current time.
    public func record(_ event: Event, source: EventSource) {
        record(RecordedEvent(event, source: source, sequence: nil, time: nil))
    }
}
