/// A provider that records each event as `provider:ID` and then sends it to the wrapped provider.
///
/// A recorder that the facade itself has records the events as the app tracked them (`app`). This provider shows what
/// renaming, skipping and other wrappers made of them.
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

    /// Records the event, unless it is marked as unrecorded, and sends it to the wrapped provider.
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
    /// Returns this provider, wrapped so that `recorder` records its events.
    public func recorded(in recorder: any AnalyticsRecorder) -> RecordedProvider {
        RecordedProvider(self, in: recorder)
    }
}
