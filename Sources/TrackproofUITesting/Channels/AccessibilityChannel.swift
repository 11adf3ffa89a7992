internal import Trackproof
internal import TrackproofJSON

/// Events from the values of the app's elements.
final class AccessibilityChannel: EventChannel {
    private let app: any AppUnderTest
    private var stream: ChunkStream
    let lookInterval: Duration?

    init(_ app: any AppUnderTest, lookInterval: Duration?, sink: @escaping EventSink) {
        self.app = app
        self.lookInterval = lookInterval
        stream = ChunkStream("accessibility", sink: sink)
    }

    var address: String { name }
    var token: String? { nil }
    var name: String { "accessibility" }
    var isConnected: Bool { stream.isConnected }
    var unavailable: [String] { stream.unavailable }
    var losses: [String] { stream.losses }

    /// Reads on from the chunk that was read last, which may have grown.
    func takeIn() throws {
        while let text = try app.value(ofElement: CarrierNames.element(ofChunk: stream.next)), !text.isEmpty {
            let number = stream.next
            try take(text, ofChunk: number)
            if stream.next <= number { return }
        }
    }

    private func take(_ text: String, ofChunk number: Int) throws {
        do throws(ChunkProblem) {
            try stream.take(text)
        } catch {
            // It may have been read while it was being shown.
            guard let again = try app.value(ofElement: CarrierNames.element(ofChunk: number)) else { return }
            do throws(ChunkProblem) {
                try stream.take(again)
            } catch {
                stream.note(error)
            }
        }
    }

    /// Has the app take a question through its main queue, and reads to the end.
    func barrier(until deadline: ContinuousClock.Instant) throws -> ChannelBarrier {
        guard let asked = try ask()?.asked else {
            try takeIn()
            return .silent
        }
        repeat {
            if let answer = try ask(), answer.passed >= asked || answer.asked < asked {
                try takeIn()
                if stream.isAtEnd { return .passed }
            }
        } while ContinuousClock.now < deadline
        try takeIn()
        return .silent
    }

    private func ask() throws -> ElementBarrier? {
        try app.value(ofElement: CarrierNames.barrierElement).flatMap { ElementBarrier($0) }
    }

    func close() {}
}
