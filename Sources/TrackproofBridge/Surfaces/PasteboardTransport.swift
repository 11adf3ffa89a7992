import Trackproof
import TrackproofJSON
import TrackproofPlatform

/// A transport that sends events as messages on the pasteboard, one at a time.
///
/// The test reads a message, and then it empties the pasteboard. A message never changes while it is on the pasteboard,
/// so nothing is lost between these two steps. The empty pasteboard tells the transport that the test has read the
/// message.
///
/// The transport then lets the main queue run the blocks that wait there, because they may track events. After that, it
/// puts the next message on the pasteboard. This message contains the events that were tracked since the previous
/// message, up to a maximum size. An empty message means that no event was tracked.
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
            // If the pasteboard is not empty, the app or a person has copied something else, perhaps before the test
            // read the message. So the transport puts the message there again.
            guard isEmpty else { return lay(text) }
            log.withLock { $0.clear(upTo: message) }
            MainQueue.run { self.sendMessage() }
        }
    }
}
