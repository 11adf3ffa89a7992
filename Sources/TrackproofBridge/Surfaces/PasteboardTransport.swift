internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON
internal import TrackproofPlatform

/// A transport that sends events as messages on the pasteboard, one at a time.
///
/// The test reads a message, and then it empties the pasteboard. A message never changes while it is on the pasteboard,
/// so nothing is lost between these two steps. The empty pasteboard tells the transport that the test has read the
/// message.
///
/// After a pass of the main queue, the transport answers with the next message. This message contains the events that
/// were tracked since the last message, up to a maximum size. An empty message means that no event was tracked.
final class PasteboardTransport: SurfaceTransport {
    /// The maximum number of bytes of events in one message.
    private static let messageBytes = 1 << 20

    private let log: Lock<ChunkedLog>
    private let surface: any BridgeSurface
    /// The number of the last message that the transport put on the pasteboard.
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

    /// Closes a chunk with the events so far, and puts it on the pasteboard as the next message.
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
            // The app or a person has copied something else, perhaps before the test has read the message.
            guard isEmpty else { return lay(text) }
            log.withLock { $0.clear(upTo: message) }
            MainQueue.run { self.sendMessage() }
        }
    }
}
