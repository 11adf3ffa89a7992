import Trackproof
import TrackproofJSON
import TrackproofBridgeProtocol
import TrackproofBridgeReader

/// A channel that reads events from messages that the app puts on the pasteboard.
final class PasteboardChannel: TextChannel {
    private let app: any AppUnderTest
    private let changeSignal: ChangeSignal
    private(set) var stream: ChunkStream
    let lookInterval: Duration?
    /// The time of the last poll if this poll read a message without events; `nil` otherwise.
    private var lastEmptyMessage: ContinuousClock.Instant?
    /// The pause after a message without events, before the channel reads the next message.
    ///
    /// Without the pause, the app and the test would exchange empty messages all the time, and keep the processor busy.
    private static let pause = Duration.milliseconds(5)

    init(_ app: any AppUnderTest, lookInterval: Duration?, changeSignal: ChangeSignal, sink: @escaping EventSink) {
        self.app = app
        self.changeSignal = changeSignal
        self.lookInterval = lookInterval ?? Self.pause
        stream = ChunkStream("pasteboard", sink: sink)
    }

    func poll() throws {
        if let lastEmptyMessage, lastEmptyMessage + Self.pause > .now { return }
        let sequence = stream.sequence
        lastEmptyMessage = try takeMessage() && stream.sequence == sequence ? .now : nil
    }

    /// Reads the message on the pasteboard, and empties the pasteboard to tell the app that the message was read.
    ///
    /// - Returns: Whether there was a message.
    private func takeMessage() throws -> Bool {
        guard let text = try app.pasteboardText(), !text.isEmpty else { return false }
        do throws(ChunkProblem) {
            try stream.take(text)
            // If somebody emptied the pasteboard before the test read a message, this message is missing, and the app
            // has put its next message on the pasteboard.
            try stream.skipGap()
        } catch {
            // The pasteboard contains a text of another app. The app under test puts its message there again.
            if error == .noChunk { return false }
            stream.note(error)
        }
        try app.clearPasteboard()
        return true
    }

    /// Reads the message on the pasteboard, and then the app's next message.
    ///
    /// The app writes the next message after the call, so this message contains the last events from before the call.
    func barrier(until deadline: ContinuousClock.Instant) throws -> BridgeBarrier {
        var messages = 0
        while true {
            let seen = changeSignal.now
            let place = stream.place
            let isTaken = try takeMessage()
            if isTaken {
                // Counts only new messages: if the app puts an old message on the pasteboard again, `place` stays the
                // same.
                if stream.place != place { messages = stream.place.writer == place.writer ? messages + 1 : 1 }
                if messages >= 2 && stream.isAtEnd || stream.isStuck { return .passed }
            }
            if ContinuousClock.now >= deadline { return .silent([]) }
            if !isTaken { changeSignal.wait(past: seen, until: deadline, interval: lookInterval) }
        }
    }
}
