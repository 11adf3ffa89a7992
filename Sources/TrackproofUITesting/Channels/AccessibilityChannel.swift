import Trackproof
import TrackproofJSON
import TrackproofBridgeProtocol
import TrackproofBridgeReader

/// A channel that reads events from the accessible values of elements in the app.
final class AccessibilityChannel: TextChannel {
    private let app: any AppUnderTest
    private(set) var stream: ChunkStream
    let lookInterval: Duration?

    init(_ app: any AppUnderTest, lookInterval: Duration?, sink: @escaping EventSink) {
        self.app = app
        self.lookInterval = lookInterval
        stream = ChunkStream("accessibility", sink: sink)
    }

    /// Reads the chunks that the app has added since the last poll, and the new content of the last chunk.
    func poll() throws {
        while true {
            let place = stream.place
            if try !take(chunk: place.next) {
                // Either the app has not added the chunk yet, or the app was launched again and has a new, shorter log.
                guard place.next > 1, try take(chunk: 1) else { return }
            }
            if stream.place == place { return }
        }
    }

    /// Reads a chunk.
    ///
    /// - Returns: Whether the chunk exists.
    private func take(chunk number: Int) throws -> Bool {
        guard let text = try text(ofChunk: number) else { return false }
        do throws(ChunkProblem) {
            try stream.take(text)
        } catch {
            // Reads the chunk again, because the app may have changed it during the first attempt.
            guard let again = try self.text(ofChunk: number) else { return false }
            do throws(ChunkProblem) {
                try stream.take(again)
            } catch {
                stream.note(error)
            }
        }
        return true
    }

    private func text(ofChunk number: Int) throws -> String? {
        guard let text = try app.value(ofElement: TransportNames.element(ofChunk: number)), !text.isEmpty else {
            return nil
        }
        return text
    }

    /// Waits until a question has passed through the app's main queue, and then reads the rest of the log.
    ///
    /// ``ElementBarrier`` describes the question.
    func barrier(until deadline: ContinuousClock.Instant) throws -> BridgeBarrier {
        var question: ElementBarrier?
        repeat {
            guard let answer = try ask() else { break }
            guard let asked = question, asked.writer == answer.writer else {
                // This is the first question, or the first question since the app was launched again.
                question = answer
                continue
            }
            if answer.passed >= asked.asked {
                try poll()
                if stream.isStuck || stream.isComplete && stream.place.writer == asked.writer { return .passed }
            }
        } while ContinuousClock.now < deadline
        try poll()
        return .silent([])
    }

    private func ask() throws -> ElementBarrier? {
        try app.value(ofElement: TransportNames.barrierElement).flatMap { ElementBarrier($0) }
    }
}
