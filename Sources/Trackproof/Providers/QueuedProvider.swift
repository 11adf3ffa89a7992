internal import Dispatch
package import TrackproofPlatform

/// A provider that works on a queue of its own, in order, so that a slow SDK does not delay the app.
public struct QueuedProvider: AnalyticsProvider {
    private let provider: any AnalyticsProvider
    private let queue: DispatchQueue

    /// Creates a provider that calls `provider` on a queue.
    public init(_ provider: any AnalyticsProvider) {
        self.provider = provider
        queue = DispatchQueue(label: "trackproof.provider." + provider.id.rawValue)
        (provider as? any ConnectedRecorder)?.connect(.app)
        if let note = Self.onCreation.withLock({ $0 }) { note(QueueWait(queue)) }
    }

    /// The closure that is called for each new queue, or `nil` outside tests.
    ///
    /// In tests, a recorder may stand behind any number of wrappers. Before a test says what was not tracked, it must
    /// wait for their queues.
    package static let onCreation = Lock<(@Sendable (QueueWait) -> Void)?>(nil)

    /// The id of the wrapped provider.
    public var id: ProviderID { provider.id }

    /// Whether the wrapped provider records.
    public var isRecorder: Bool { provider.isRecorder }

    /// Adds the event to the queue and returns.
    public func track(_ event: Event) {
        queue.async { [provider] in provider.track(event) }
    }

    /// Waits for the events that were queued so far, then flushes the wrapped provider.
    ///
    /// The wrapped provider must not call this method.
    public func flush() {
        queue.sync { provider.flush() }
    }

    /// Passes the consent to the wrapped provider, after the events that were queued before.
    public func setConsent(_ isGiven: Bool) {
        queue.async { [provider] in provider.setConsent(isGiven) }
    }
}

/// A way to wait for a queue, as long as something uses the queue.
package final class QueueWait: Sendable {
    private weak let queue: DispatchQueue?
    /// Whether an earlier wait has given up.
    private let isStuck = Lock(false)
    /// How long a wait goes on without progress, in seconds. A busy machine may start the queue's first thread late.
    private static let limit = 10.0
    /// How many times one wait can last the limit, if there is progress.
    private static let rounds = 6

    init(_ queue: DispatchQueue) { self.queue = queue }

    /// Whether nothing uses the queue any more.
    package var isOver: Bool { queue == nil }

    /// Waits until the queue has done the work that was added before.
    ///
    /// A provider may block its queue. The first wait then ends after ten seconds without progress, or after a minute
    /// at most. Later waits end at once.
    ///
    /// - Parameter progress: Returns a number that differs after each event that has come through the queue.
    package func wait(progress: () -> Int64) {
        guard let queue, !isStuck.withLock({ $0 }) else { return }
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
    /// Returns this provider, wrapped so that it works on a queue of its own.
    public func queued() -> QueuedProvider { QueuedProvider(self) }
}
