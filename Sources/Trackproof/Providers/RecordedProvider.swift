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
