internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON
internal import TrackproofPlatform

/// Sends events as letters by the pasteboard, one at a time.
///
/// A letter is sealed: it is never changed once it lies there, so that nothing can come between the test's reading and
/// its emptying of the pasteboard. That it is empty says that the letter was read, and is answered by the next, with
/// all that was tracked since, after a pass of the main queue: an empty letter says that this was nothing.
final class PasteboardCarrier: SurfaceCarrier {
    /// The most that one letter holds, in bytes.
    private static let letterBytes = 1 << 20

    private let log: Lock<ChunkedLog>
    private let surface: any BridgeSurface
    /// The number of the letter that lies there, or of the last that did.
    @MainActor private var letter = 0

    init(_ surface: any BridgeSurface, writer: String, unavailable: [String]) {
        self.surface = surface
        log = Lock(ChunkedLog(writer: writer, chunkBytes: Self.letterBytes, unavailable: unavailable))
        MainPass.run { self.sendLetter() }
    }

    func send(_ event: RecordedEvent) {
        // The pass that answers an emptied pasteboard takes it along.
        log.withLock { $0.append(event) }
    }

    /// Seals what was tracked so far and lays it out.
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
            // The app itself, or a person, has copied something: the letter has not been read for sure.
            guard isEmpty else { return lay(text) }
            log.withLock { $0.clear(upTo: letter) }
            MainPass.run { self.sendLetter() }
        }
    }
}
