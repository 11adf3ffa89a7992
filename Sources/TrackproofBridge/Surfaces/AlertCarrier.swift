internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON
internal import TrackproofPlatform
internal import TrackproofBridgeProtocol

/// Shows an alert for each event, one after the other, until the test has pressed the button of each.
///
/// The first alert introduces the writer. Parameters are in the order of their names. An alert waits in a short queue,
/// since each takes a test some time; what it has no room for is counted, and the alerts that follow say so.
final class AlertCarrier: SurfaceCarrier {
    /// The most that waits, in bytes: some hundred events.
    private static let queueBytes = 64 << 10

    private let log: MainThreadLog
    /// Of the alerts that wait, by chunk.
    private let titles = Lock<[Int: String]>([:])
    private let surface: any BridgeSurface
    @MainActor private var shown = 0
    @MainActor private var isShowing = false
    /// How many losses an alert has told of.
    @MainActor private var toldLosses: Int64 = 0

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
        // Only a closed chunk is an event's.
        guard !isShowing,
            let text = log.withLog({ log -> String? in
                // Losses after the last event get an alert without one.
                if next == log.chunkCount, log.lost > toldLosses { log.closeChunk() }
                guard next < log.chunkCount else { return nil }
                toldLosses = log.lost
                return log.text(ofChunk: next)
            })
        else { return }
        shown = next
        isShowing = true
        let title = titles.withLock { $0.removeValue(forKey: next) } ?? "Trackproof"
        surface.showAlert(title: title, message: text, button: CarrierNames.alertButton) { [self] in
            isShowing = false
            log.withLog { $0.clear(upTo: next) }
            showNext()
        }
    }

    /// What a person wants to know first: `Event 3: track authorization`.
    private static func title(of event: Event, number: Int64) -> String {
        let (kind, name) = (event.kind.rawValue, event.displayName)
        return "Event \(number): \(name == kind ? kind : "\(kind) \(name)")"
    }
}
