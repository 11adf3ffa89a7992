/// A provider with a recording around it: what it is given is recorded as `provider:ID` and then handed to it.
///
/// Beside a recorder of the facade's own, which has what was tracked (`app`), this shows what renaming, skipping and
/// other wrappers made of it.
public struct RecordedProvider: AnalyticsProvider {
    private let provider: any AnalyticsProvider
    private let recorder: any EventRecording

    /// Wraps `provider`; its events go to `recorder` too.
    public init(_ provider: any AnalyticsProvider, in recorder: any EventRecording) {
        self.provider = provider
        self.recorder = recorder
        (recorder as? any ConnectedRecording)?.connect(.provider(provider.id))
    }

    /// The wrapped provider's.
    public var id: ProviderID { provider.id }

    /// Records the event, unless it is marked as unrecorded, and hands it on.
    public func track(_ event: Event) {
        recorder.take(event, at: .provider(id))
        provider.track(event)
    }

    /// Flushes the recorder and the provider.
    public func flush() {
        recorder.flush()
        provider.flush()
    }

    /// Tells the provider.
    public func setConsent(_ isGiven: Bool) { provider.setConsent(isGiven) }
}

extension AnalyticsProvider {
    /// This provider with a recording around it.
    public func recorded(in recorder: any EventRecording) -> RecordedProvider { RecordedProvider(self, in: recorder) }
}
