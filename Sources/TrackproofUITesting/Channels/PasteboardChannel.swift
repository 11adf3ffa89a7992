internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON
internal import TrackproofBridgeProtocol

/// A channel that reads events from letters on the pasteboard.
final class PasteboardChannel: TextChannel {
    private let app: any AppUnderTest
    private let news: News
    private(set) var stream: ChunkStream
    let lookInterval: Duration?
    /// When the last letter without events was read. The next letter may be empty as well.
    private var lastEmptyLetter: ContinuousClock.Instant?
    /// How long to wait before reading the letter that follows an empty one.
    ///
    /// Without the pause, the app and the test would only exchange empty letters.
    private static let pause = Duration.milliseconds(5)

    init(_ app: any AppUnderTest, lookInterval: Duration?, news: News, sink: @escaping EventSink) {
        self.app = app
        self.news = news
        self.lookInterval = lookInterval ?? Self.pause
        stream = ChunkStream("pasteboard", sink: sink)
    }

    func takeIn() throws {
        if let lastEmptyLetter, lastEmptyLetter + Self.pause > .now { return }
        let sequence = stream.sequence
        lastEmptyLetter = try takeLetter() && stream.sequence == sequence ? .now : nil
    }

    /// Takes in the letter on the pasteboard and empties the pasteboard, which tells the app that the letter was read.
    ///
    /// - Returns: Whether there was a letter.
    private func takeLetter() throws -> Bool {
        guard let text = try app.pasteboardText(), !text.isEmpty else { return false }
        do throws(ChunkProblem) {
            try stream.take(text)
            // A letter is missing if somebody emptied the pasteboard before it was read.
            try stream.passGap()
        } catch {
            // Somebody has copied something else. The app puts its letter on the pasteboard again.
            if error == .noChunk { return false }
            stream.note(error)
        }
        try app.clearPasteboard()
        return true
    }

    /// Takes in the letter that is already there, and then the letter that answers it.
    ///
    /// The answer contains everything that was tracked before the call.
    func barrier(until deadline: ContinuousClock.Instant) throws -> ChannelBarrier {
        var letters = 0
        while true {
            let seen = news.now
            let place = stream.place
            let isTaken = try takeLetter()
            if isTaken {
                // A letter that was read before and put there again is no answer.
                if stream.place != place { letters = stream.place.writer == place.writer ? letters + 1 : 1 }
                if letters >= 2 && stream.isAtEnd || stream.isStuck { return .passed }
            }
            if ContinuousClock.now >= deadline { return .silent }
            if !isTaken { news.wait(past: seen, until: deadline, interval: lookInterval) }
        }
    }
}
