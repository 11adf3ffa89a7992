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

/// A provider that calls a closure with each event. Use it as a short adapter of a vendor's SDK.
///
/// ```swift
/// let firebase = ClosureProvider("firebase") { event in
///     switch event.kind {
///     case .identify: FirebaseAnalytics.Analytics.setUserID(event.user)
///     case .reset: FirebaseAnalytics.Analytics.resetAnalyticsData()
///     default: FirebaseAnalytics.Analytics.logEvent(event.name, parameters: event.parameters.dictionary)
///     }
/// }
/// ```
public struct ClosureProvider: AnalyticsProvider {
    /// The name of this provider in events and recordings.
    public let id: ProviderID
    private let onTrack: @Sendable (Event) -> Void
    private let onFlush: @Sendable () -> Void
    private let onConsent: @Sendable (Bool) -> Void

    /// Creates a provider that calls `track` with each event.
    public init(
        _ id: ProviderID, flush: @escaping @Sendable () -> Void = {},
        setConsent: @escaping @Sendable (Bool) -> Void = { _ in }, track: @escaping @Sendable (Event) -> Void
    ) {
        self.id = id
        onTrack = track
        onFlush = flush
        onConsent = setConsent
    }

    /// Calls the closure `track` of the initializer with the event.
    public func track(_ event: Event) { onTrack(event) }

    /// Calls the closure `flush` of the initializer.
    public func flush() { onFlush() }

    /// Calls the closure `setConsent` of the initializer with the user's decision.
    public func setConsent(_ isGiven: Bool) { onConsent(isGiven) }
}

/// A provider that prints one line for each event: `[analytics] track movie_tapped {id: 67563}`.
public struct ConsoleProvider: AnalyticsProvider {
    /// The name of this provider in events and recordings.
    public let id: ProviderID
    private let prefix: String
    private let write: @Sendable (String) -> Void

    /// Creates a provider that passes each line to `write`. By default, `write` prints to standard output.
    public init(
        id: ProviderID = "console", prefix: String = "[analytics] ",
        write: @escaping @Sendable (String) -> Void = { print($0) }
    ) {
        self.id = id
        self.prefix = prefix
        self.write = write
    }

    /// Prints the event.
    public func track(_ event: Event) {
        write(prefix + event.description)
    }
}

/// A provider that records each event with the source `provider:ID`, and then sends it to the wrapped provider.
///
/// A recorder that is itself a provider of the facade records each event as the app tracked it, with the source `app`.
/// A `RecordedProvider` records each event as the wrapped provider receives it. The recorded events differ if, for
/// example, the facade renames an event for this provider or does not send the event to it.
public struct RecordedProvider: AnalyticsProvider {
    private let provider: any AnalyticsProvider
    private let recorder: any AnalyticsRecorder

    /// Creates a provider that sends each event to `recorder` and to `provider`.
    public init(_ provider: any AnalyticsProvider, in recorder: any AnalyticsRecorder) {
        self.provider = provider
        self.recorder = recorder
        (recorder as? any ConnectedRecorder)?.connect(.provider(provider.id))
    }

    /// The id of the wrapped provider.
    public var id: ProviderID { provider.id }

    /// Records the event, unless the event is marked as unrecorded, and sends it to the wrapped provider.
    public func track(_ event: Event) {
        recorder.take(event, at: .provider(id))
        provider.track(event)
    }

    /// Flushes the recorder and the wrapped provider.
    public func flush() {
        recorder.flush()
        provider.flush()
    }

    /// Passes the consent to the wrapped provider.
    public func setConsent(_ isGiven: Bool) { provider.setConsent(isGiven) }
}

extension AnalyticsProvider {
    /// Returns a wrapper of this provider that also sends each event to `recorder`.
    public func recorded(in recorder: any AnalyticsRecorder) -> RecordedProvider {
        RecordedProvider(self, in: recorder)
    }
}

#if canImport(os)
    import os

    /// A provider that writes each event to the unified log, for Console.app and `log stream`.
    ///
    /// To find the events in the log, filter by the subsystem and the category. The default category is `analytics`.
    public struct OSLogProvider: AnalyticsProvider {
        /// The name of this provider in events and recordings.
        public let id: ProviderID
        private let logger: Logger

        /// Creates a provider that logs under `subsystem`, which is by convention the app's bundle identifier.
        public init(subsystem: String, category: String = "analytics", id: ProviderID = "oslog") {
            self.id = id
            logger = Logger(subsystem: subsystem, category: category)
        }

        /// Logs the event at the level `info`.
        ///
        /// The log contains the parameters in clear text, because the provider is meant for development.
        public func track(_ event: Event) {
            logger.info("\(event.description, privacy: .public)")
        }
    }
#endif
