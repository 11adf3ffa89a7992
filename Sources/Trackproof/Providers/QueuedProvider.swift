internal import Dispatch

/// A provider whose work is done on a queue of its own, in order, so that a slow SDK does not hold up the app.
public struct QueuedProvider: AnalyticsProvider {
    private let provider: any AnalyticsProvider
    private let queue: DispatchQueue

    /// Wraps `provider`.
    public init(_ provider: any AnalyticsProvider) {
        self.provider = provider
        queue = DispatchQueue(label: "trackproof.provider." + provider.id.rawValue)
        let queue = queue
        (provider as? any ConnectedRecording)?.connect(.app) { queue.sync {} }
        (provider as? RecordedProvider)?.connect { queue.sync {} }
    }

    /// The wrapped provider's.
    public var id: ProviderID { provider.id }

    /// Whether the wrapped provider records.
    public var isRecorder: Bool { provider.isRecorder }

    /// Hands the event to the queue and returns.
    public func track(_ event: Event) {
        queue.async { [provider] in provider.track(event) }
    }

    /// Waits for the events handed over so far, then flushes the provider. Must not be called by the provider itself.
    public func flush() {
        queue.sync { provider.flush() }
    }

    /// Tells the provider in its turn.
    public func setConsent(_ isGiven: Bool) {
        queue.async { [provider] in provider.setConsent(isGiven) }
    }
}

extension AnalyticsProvider {
    /// This provider, called on a queue of its own.
    public func queued() -> QueuedProvider { QueuedProvider(self) }
}
