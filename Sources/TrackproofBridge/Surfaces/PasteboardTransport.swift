internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON
internal import TrackproofPlatform

/// A transport that sends events as messages on the pasteboard, one at a time.
///
/// A message is sealed: it never changes while it is on the pasteboard. So nothing can change between the moment when
/// the test reads the message and the moment when it empties the pasteboard. An empty pasteboard means that the test
/// has read the message. The transport answers with the next message, after a pass of the main queue. That message has
/// the events that were tracked since the last one, up to its maximum size. An empty message means that no event was
/// tracked.
final class PasteboardTransport: SurfaceTransport {
    /// The maximum number of bytes of events in one message.
    private static let messageBytes = 1 << 20

    private let log: Lock<ChunkedLog>
    private let surface: any BridgeSurface
    /// The number of the message that is on the pasteboard, or of the last one that was.
    @MainActor private var message = 0

    init(_ surface: any BridgeSurface, writer: String, unavailable: [String]) {
        self.surface = surface
        log = Lock(ChunkedLog(writer: writer, chunkBytes: Self.messageBytes, unavailable: unavailable))
        MainQueue.run { self.sendMessage() }
    }

    func send(_ event: RecordedEvent) {
        // A later message includes the event.
        log.withLock { $0.append(event) }
    }

    /// Seals the events that were tracked so far and puts them on the pasteboard.
    @MainActor
    private func sendMessage() {
        message += 1
        let text = log.withLock { log in
            if log.chunkCount == message { log.closeChunk() }
            return log.text(ofChunk: message) ?? ""
        }
        lay(text)
    }

    @MainActor
    private func lay(_ text: String) {
        surface.setPasteboard(text) { [self] isEmpty in
            // The app or a person has copied something else, so the test may not have read the message.
            guard isEmpty else { return lay(text) }
            log.withLock { $0.clear(upTo: message) }
            MainQueue.run { self.sendMessage() }
        }
    }
}
