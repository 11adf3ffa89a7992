/// A destination of events, such as a vendor's SDK, the console or a recorder.
///
/// ``ClosureProvider`` makes a provider from a closure. The facade calls its providers on the thread that tracks the
/// event, in the order in which the providers were added. Give a slow provider its own queue with ``queued()``.
public protocol AnalyticsProvider: Sendable {
    /// The name that identifies this provider in events and recordings.
    var id: ProviderID { get }

    /// Whether this provider records events for a test.
    ///
    /// The facade sends every event to a recorder, under the event's own name. The recorder leaves out the events that
    /// are marked as unrecorded. The facade reads this property once, when the provider is added.
    var isRecorder: Bool { get }

    /// Receives an event of any kind: for example, a tap, a screen or the user's id.
    func track(_ event: Event)

    /// Sends all events that the provider still holds, and returns when the provider has sent them.
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

/// A provider that records events under their own names. It leaves out the events that are marked as unrecorded.
public protocol AnalyticsRecorder: AnalyticsProvider {
    /// Records an event together with its source, id, time and context.
    ///
    /// The recorder gives the event the next sequence number, and the current time if the event has no time.
    func record(_ event: RecordedEvent)

    /// Records an event that the recorder receives at the stage `source`.
    ///
    /// The time of the event is the time of this call. The default implementation calls ``record(_:)`` with
    /// a ``RecordedEvent`` that has no id, no time and no context.
    func record(_ event: Event, source: EventSource)
}

extension AnalyticsRecorder {
    /// `true`, because the provider records.
    public var isRecorder: Bool { true }

    /// Records an event from the app, unless the event is marked as unrecorded.
    public func track(_ event: Event) {
        take(event, at: .app)
    }

    /// Records an event at the stage `source`, unless the event is marked as unrecorded.
    ///
    /// The facade, ``RecordedProvider`` and ``QueuedProvider`` send events to a recorder through this method. So no
    /// other method checks whether an event is marked as unrecorded.
    func take(_ event: Event, at source: EventSource) {
        if event.delivery.isRecorded { record(event, source: source) }
    }

    /// Records an event at the stage `source`. The time of the event is the time of this call.
    public func record(_ event: Event, source: EventSource) {
        record(RecordedEvent(event, source: source, sequence: nil, time: nil))
    }
}
