import Dispatch
package import TrackproofPlatform

/// A provider that calls another provider on a queue, so that a slow SDK does not delay the app.
///
/// The queue keeps the order of the events.
public struct QueuedProvider: AnalyticsProvider {
    fileprivate let provider: any AnalyticsProvider
    private let queue: DispatchQueue

    /// Creates a provider that calls `provider` on a new queue.
    public init(_ provider: any AnalyticsProvider) {
        self.provider = provider
        queue = DispatchQueue(label: "trackproof.provider." + provider.id.rawValue)
        if let note = Self.onCreation.withLock({ $0 }) { note(QueueWait(queue)) }
    }

    /// The closure to which each new `QueuedProvider` passes the ``QueueWait`` of its queue, or `nil` outside tests.
    ///
    /// A `QueuedProvider` can wrap a recorder. Before a test reports that an event is missing, the test must wait for
    /// the queues of all these providers, because the event may still be in a queue.
    package static let onCreation = Lock<(@Sendable (QueueWait) -> Void)?>(nil)

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

/// An object that waits until a ``QueuedProvider`` has handled the events in its queue.
///
/// The reference to the queue is weak.
package final class QueueWait: Sendable {
    private struct Reference: Sendable {
        weak var queue: DispatchQueue?
    }

    private let reference: Reference
    /// Whether an earlier call of ``wait(progress:)`` timed out.
    private let isStuck = Lock(false)
    /// The maximum time without progress, in seconds. It is long, because a busy machine may start a thread late.
    private static let limit = 10.0
    /// The maximum total time of a wait, as a multiple of `limit`.
    private static let rounds = 6

    init(_ queue: DispatchQueue) { reference = Reference(queue: queue) }

    /// Whether the queue no longer exists.
    package var isOver: Bool { reference.queue == nil }

    /// Waits until the queue has done the work that was added before this call.
    ///
    /// If the provider blocks its queue, this method returns after ten seconds without progress, and after a minute at
    /// the latest. After such a timeout, later calls return at once.
    ///
    /// - Parameter progress: Returns a number that changes when the queue has handled an event.
    package func wait(progress: () -> Int64) {
        guard let queue = reference.queue, !isStuck.withLock({ $0 }) else { return }
        let isDone = DispatchSemaphore(value: 0)
        let isStarted = Platform.startThread {
            queue.sync {}
            isDone.signal()
        }
        guard isStarted else { return }
        for _ in 1...Self.rounds {
            let before = progress()
            if isDone.wait(timeout: .now() + Self.limit) == .success { return }
            if progress() == before { break }
        }
        isStuck.withLock { $0 = true }
    }
}

extension AnalyticsProvider {
    /// The recorder that a facade informs about its events: this provider, or the provider that queues wrap.
    ///
    /// `nil` if the provider is not a ``ConnectedRecorder``.
    var connectedRecorder: (any ConnectedRecorder)? {
        (self as? QueuedProvider)?.provider.connectedRecorder ?? self as? any ConnectedRecorder
    }

    /// Returns a wrapper that calls this provider on a queue of its own.
    public func queued() -> QueuedProvider { QueuedProvider(self) }
}
