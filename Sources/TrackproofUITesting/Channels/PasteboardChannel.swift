internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON
internal import TrackproofBridgeProtocol

/// Events from letters on the pasteboard.
final class PasteboardChannel: TextChannel {
    private let app: any AppUnderTest
    private let news: News
    private(set) var stream: ChunkStream
    let lookInterval: Duration?
    /// When the last letter came that had nothing in it: the next has nothing either, or will.
    private var lastEmptyLetter: ContinuousClock.Instant?
    /// How long to leave such a letter's answer alone: the app and the test would do nothing else.
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

    /// Takes the letter that lies there and empties the pasteboard, which is how the app learns that it was read.
    ///
    /// - Returns: whether there was one.
    private func takeLetter() throws -> Bool {
        guard let text = try app.pasteboardText(), !text.isEmpty else { return false }
        do throws(ChunkProblem) {
            try stream.take(text)
            // Somebody has emptied the pasteboard before it was read.
            try stream.passGap()
        } catch {
            // Somebody has copied something else: the app lays its letter there again.
            if error == .noChunk { return false }
            stream.note(error)
        }
        try app.clearPasteboard()
        return true
    }

    /// Takes the letter that may lie there for long, and then the one that answers: it has all that was tracked before.
    func barrier(until deadline: ContinuousClock.Instant) throws -> ChannelBarrier {
        var letters = 0
        while true {
            let seen = news.now
            let place = stream.place
            let isTaken = try takeLetter()
            if isTaken {
                // One that lay there before, and was laid there again, answers nothing.
                if stream.place != place { letters = stream.place.writer == place.writer ? letters + 1 : 1 }
                if letters >= 2 && stream.isAtEnd || stream.isStuck { return .passed }
            }
            if ContinuousClock.now >= deadline { return .silent }
            if !isTaken { news.wait(past: seen, until: deadline, interval: lookInterval) }
        }
    }
}
