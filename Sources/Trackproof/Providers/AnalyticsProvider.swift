/// A destination that events go to: a vendor's SDK, the console, a recorder.
///
/// ``ClosureProvider`` makes one of a closure. A provider is called on the tracking thread, in the order in which the
/// facade holds it; one that is slow should be ``queued()``.
public protocol AnalyticsProvider: Sendable {
    /// How events and recordings call this provider.
    var id: ProviderID { get }

    /// Whether this provider records. A recorder gets every event under its own name, and none that is marked as
    /// unrecorded. The facade reads this once, when the provider is added.
    var isRecorder: Bool { get }

    /// Takes an event: the kind says whether it is a screen, a track or who the user is.
    func track(_ event: Event)

    /// Hands on whatever is still held back; returns when that is done.
    func flush()

    /// The user allowed or forbade analytics. The facade withholds the events by itself; an SDK that collects on its
    /// own account must be told.
    func setConsent(_ isGiven: Bool)
}

extension AnalyticsProvider {
    /// A provider does not record, unless it says otherwise.
    public var isRecorder: Bool { false }

    /// Nothing is held back.
    public func flush() {}

    /// Nothing is collected but what the facade hands over.
    public func setConsent(_ isGiven: Bool) {}
}

/// A provider that records: it gets events under their own names, and not those marked as unrecorded.
public protocol EventRecording: AnalyticsProvider {
    /// Records an event with everything that is known of it. The recorder gives it the next sequence number, and the
    /// current time if it has none.
    func record(_ event: RecordedEvent)

    /// Records an event as it was at `source`, now. A recorder need not implement it: by default this records a
    /// ``RecordedEvent`` without an id, a time or a context.
    func record(_ event: Event, source: EventSource)
}

extension EventRecording {
    /// It records.
    public var isRecorder: Bool { true }

    /// Records the event as the app tracked it, unless it is marked as unrecorded.
    public func track(_ event: Event) {
        take(event, at: .app)
    }

    /// Records an event as it was at `source`, unless it is marked as unrecorded.
    ///
    /// Only this decides whether an event is recorded: for the facade, for wrapped providers and for queued recorders.
    func take(_ event: Event, at source: EventSource) {
        if event.delivery.isRecorded { record(event, source: source) }
    }

    /// Records an event as it was at `source`, now.
    public func record(_ event: Event, source: EventSource) {
        record(RecordedEvent(event, source: source, sequence: nil, time: nil))
    }
}
