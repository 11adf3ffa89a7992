internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON
internal import TrackproofBridgeProtocol

/// Events from alerts, each of which is dismissed when it was read.
final class AlertChannel: TextChannel {
    private let app: any AppUnderTest
    private let news: News
    private(set) var stream: ChunkStream
    /// Nobody can say whether that was all.
    /// Whether the button of the alert that was read last was pressed.
    private var isPressed = true
    let lookInterval: Duration?

    init(_ app: any AppUnderTest, lookInterval: Duration?, news: News, sink: @escaping EventSink) {
        self.app = app
        self.news = news
        self.lookInterval = lookInterval
        stream = ChunkStream("alert", sink: sink)
    }

    func takeIn() throws {
        // One that cannot be read is pressed once a look: it may stay for ever.
        while try takeAlert(), !stream.isStuck {}
    }

    /// - Returns: whether there was one that had not been read.
    private func takeAlert() throws -> Bool {
        guard let texts = try app.textsOfAlert(withButton: CarrierNames.alertButton) else { return false }
        let place = stream.place
        do throws(ChunkProblem) {
            try stream.take(texts.first { $0.hasPrefix("tp") } ?? texts.joined(separator: "\n"))
            // Somebody else has pressed the button of one before it.
            try stream.passGap()
            // One that is still on its way out was dismissed; the button may be the next one's by now.
            if stream.place == place, !stream.isStuck, isPressed { return false }
        } catch {
            stream.note(error)
        }
        isPressed = false
        try app.pressAlertButton(CarrierNames.alertButton)
        isPressed = true
        return true
    }

    /// Takes the alerts that are known to wait. That no other is about to come nobody can say.
    func barrier(until deadline: ContinuousClock.Instant) throws -> ChannelBarrier {
        while true {
            let seen = news.now
            try takeIn()
            if stream.isAtEnd || stream.isStuck { return .unsupported }
            if ContinuousClock.now >= deadline { return .silent }
            news.wait(past: seen, until: deadline, interval: lookInterval)
        }
    }
}
