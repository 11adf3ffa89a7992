internal import Dispatch
package import TrackproofPlatform

/// A provider whose work is done on a queue of its own, in order, so that a slow SDK does not hold up the app.
public struct QueuedProvider: AnalyticsProvider {
    private let provider: any AnalyticsProvider
    private let queue: DispatchQueue

    /// Wraps `provider`.
    public init(_ provider: any AnalyticsProvider) {
        self.provider = provider
        queue = DispatchQueue(label: "trackproof.provider." + provider.id.rawValue)
        (provider as? any ConnectedRecording)?.connect(.app)
        if let note = Self.onCreation.withLock({ $0 }) { note(QueueWait(queue)) }
    }

    /// Told of each new queue; nil but in tests. There a recorder may stand behind any number of wrappers, and whoever
    /// says what was not tracked must wait for the queues before it.
    package static let onCreation = Lock<(@Sendable (QueueWait) -> Void)?>(nil)

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

/// Waits for a queue, for as long as somebody uses it.
package final class QueueWait: Sendable {
    private weak let queue: DispatchQueue?
    /// Whether a wait was in vain.
    private let isStuck = Lock(false)
    /// Seconds without any progress. A busy machine may give the queue its first thread late.
    private static let limit = 10.0
    /// So often the limit begins anew.
    private static let rounds = 6

    init(_ queue: DispatchQueue) { self.queue = queue }

    /// Whether nobody uses the queue any more.
    package var isOver: Bool { queue == nil }

    /// Returns when what was handed to the queue before is done. A provider may block its queue: the first wait then ends
    /// after ten seconds without progress, and later ones at once.
    ///
    /// - Parameter progress: Something that differs after each event that has come through the queue.
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
    /// This provider, called on a queue of its own.
    public func queued() -> QueuedProvider { QueuedProvider(self) }
}
