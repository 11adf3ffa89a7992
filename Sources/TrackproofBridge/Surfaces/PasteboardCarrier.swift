internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON
internal import TrackproofPlatform

/// A carrier that sends events as letters on the pasteboard, one at a time.
///
/// A letter is sealed: it never changes while it is on the pasteboard. So nothing can change between the moment when
/// the test reads the letter and the moment when it empties the pasteboard. An empty pasteboard means that the test has
/// read the letter. The carrier answers with the next letter, after a pass of the main queue. That letter has the
/// events that were tracked since the last one, up to its maximum size. An empty letter means that no event was
/// tracked.
final class PasteboardCarrier: SurfaceCarrier {
    /// The maximum number of bytes of events in one letter.
    private static let letterBytes = 1 << 20

    private let log: Lock<ChunkedLog>
    private let surface: any BridgeSurface
    /// The number of the letter that is on the pasteboard, or of the last one that was.
    @MainActor private var letter = 0

    init(_ surface: any BridgeSurface, writer: String, unavailable: [String]) {
        self.surface = surface
        log = Lock(ChunkedLog(writer: writer, chunkBytes: Self.letterBytes, unavailable: unavailable))
        MainPass.run { self.sendLetter() }
    }

    func send(_ event: RecordedEvent) {
        // A later letter includes the event.
        log.withLock { $0.append(event) }
    }

    /// Seals the events that were tracked so far and puts them on the pasteboard.
    @MainActor
    private func sendLetter() {
        letter += 1
        let text = log.withLock { log in
            if log.chunkCount == letter { log.closeChunk() }
            return log.text(ofChunk: letter) ?? ""
        }
        lay(text)
    }

    @MainActor
    private func lay(_ text: String) {
        surface.setPasteboard(text) { [self] isEmpty in
            // The app or a person has copied something else, so the test may not have read the letter.
            guard isEmpty else { return lay(text) }
            log.withLock { $0.clear(upTo: letter) }
            MainPass.run { self.sendLetter() }
        }
    }
}
