import Trackproof
import TrackproofJSON
import TrackproofPlatform
import TrackproofBridgeProtocol

/// A transport that shows each event in an alert. An alert appears after the test has dismissed the previous alert.
///
/// The first alert introduces the writer. The alert for an event shows the event's parameters sorted by name.
///
/// The queue of waiting alerts is short, because a test needs some time for each alert. If the queue has no room for an
/// event, the transport counts the event as lost, and the next alerts announce the number of lost events.
final class AlertTransport: SurfaceTransport {
    /// The maximum size of the queue, in bytes. It has room for a few hundred events.
    private static let queueBytes = 64 << 10

    private let log: MainThreadLog
    /// The titles of the waiting alerts, by chunk number.
    private let titles = Lock<[Int: String]>([:])
    private let surface: any BridgeSurface
    @MainActor private var shown = 0
    @MainActor private var isShowing = false
    /// The number of lost events that alerts have announced.
    @MainActor private var reportedLosses: Int64 = 0

    init(_ surface: any BridgeSurface, writer: String, unavailable: [String]) {
        self.surface = surface
        log = MainThreadLog(
            ChunkedLog(
                writer: writer, chunkBytes: JSONLimits.eventBytes, limit: Self.queueBytes, unavailable: unavailable))
        log.change({ $0.closeChunk() }, serve: showNext)
    }

    func send(_ event: RecordedEvent) {
        var event = event
        event.event.parameters = event.event.parameters.sortedDeeply
        log.change(
            { log in
                let last = log.sequence
                log.append(event)
                guard log.sequence > last else { return }
                titles.withLock { $0[log.chunkCount] = Self.title(of: event.event, number: log.sequence) }
                log.closeChunk()
            }, serve: showNext)
    }

    @MainActor
    private func showNext() {
        let next = shown + 1
        // `send` closes the chunk of each event, so the open chunk contains no event.
        guard !isShowing,
            let text = log.withLog({ log -> String? in
                // If events were lost after the last event in the log, this code closes an empty chunk. The alert of
                // this chunk reports the losses.
                if next == log.chunkCount, log.lost > reportedLosses { log.closeChunk() }
                guard next < log.chunkCount else { return nil }
                reportedLosses = log.lost
                return log.text(ofChunk: next)
            })
        else { return }
        shown = next
        isShowing = true
        let title = titles.withLock { $0.removeValue(forKey: next) } ?? "Trackproof"
        surface.showAlert(title: title, message: text, button: TransportNames.alertButton) { [self] in
            isShowing = false
            log.withLog { $0.clear(upTo: next) }
            showNext()
        }
    }

    /// Returns the title of an event's alert, such as `Event 3: track authorization`.
    private static func title(of event: Event, number: Int64) -> String {
        let (kind, name) = (event.kind.rawValue, event.displayName)
        return "Event \(number): \(name == kind ? kind : "\(kind) \(name)")"
    }
}
