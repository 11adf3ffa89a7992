package import Dispatch
package import TrackproofPlatform

/// A provider that calls another provider on a queue, so that a slow SDK does not delay the app.
///
/// The queue keeps the order of the events.
public struct QueuedProvider: AnalyticsProvider {
    package let provider: any AnalyticsProvider
    private let queue: DispatchQueue

    /// Creates a provider that calls `provider` on a new queue.
    public init(_ provider: any AnalyticsProvider) {
        self.provider = provider
        queue = DispatchQueue(label: "trackproof.provider." + provider.id.rawValue)
        Self.onCreation.withLock { $0 }?(queue)
    }

    /// The closure to which each new `QueuedProvider` passes its queue, or `nil` outside tests.
    package static let onCreation = Lock<(@Sendable (DispatchQueue) -> Void)?>(nil)

    /// The id of the wrapped provider.
    public var id: ProviderID { provider.id }

    /// Whether the wrapped provider records.
    public var isRecorder: Bool { provider.isRecorder }

    /// Adds the event to the queue and returns.
    public func track(_ event: Event) {
        // The closure keeps the queue, so that a test can wait for the event even if the app has released the provider.
        queue.async { [provider, queue, record = SharedDelivery.record] in
            withExtendedLifetime(queue) {
                guard let record else { return provider.track(event) }
                SharedDelivery.$record.withValue(record) { provider.track(event) }
            }
        }
    }

    /// Waits for the events that are in the queue now, then flushes the wrapped provider.
    ///
    /// The wrapped provider must not call this method, because the call would be a deadlock.
    public func flush() {
        queue.sync { provider.flush() }
    }

    /// Passes the consent to the wrapped provider, after the events that are already in the queue.
    public func setConsent(_ isGiven: Bool) {
        queue.async { [provider] in provider.setConsent(isGiven) }
    }
}

extension AnalyticsProvider {
    /// Returns a wrapper that calls this provider on a queue of its own.
    public func queued() -> QueuedProvider { QueuedProvider(self) }
}
