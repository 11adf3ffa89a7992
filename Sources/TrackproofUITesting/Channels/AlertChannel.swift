import Trackproof
import TrackproofJSON
import TrackproofBridgeProtocol
import TrackproofBridgeReader

/// A channel that reads events from alerts of the app. It dismisses each alert after it has read the alert.
final class AlertChannel: TextChannel {
    private let app: any AppUnderTest
    private let changeSignal: ChangeSignal
    private(set) var stream: ChunkStream
    /// Whether the channel has pressed the button of the last alert that it read.
    private var isPressed = true
    let lookInterval: Duration?

    init(_ app: any AppUnderTest, lookInterval: Duration?, changeSignal: ChangeSignal, sink: @escaping EventSink) {
        self.app = app
        self.changeSignal = changeSignal
        self.lookInterval = lookInterval
        stream = ChunkStream("alert", sink: sink)
    }

    func poll() throws {
        // Stops after an alert that the channel cannot read. Otherwise, the loop would never end if the alert's button
        // does not dismiss the alert.
        while try takeAlert(), !stream.isStuck {}
    }

    /// Reads the visible alert and dismisses it.
    ///
    /// - Returns: Whether there was an alert that the channel had not read before.
    private func takeAlert() throws -> Bool {
        guard let texts = try app.textsOfAlert(withButton: TransportNames.alertButton) else { return false }
        let place = stream.place
        do throws(ChunkProblem) {
            try stream.take(texts.first { $0.hasPrefix("tp") } ?? texts.joined(separator: "\n"))
            // If a person or the app dismissed an alert before the channel read it, the chunk of this alert is missing.
            try stream.skipGap()
            // If the channel has already read this alert and pressed its button, the alert is disappearing. The channel
            // must not press the button again, because the button may belong to the next alert by now.
            if stream.place == place, !stream.isStuck, isPressed { return false }
        } catch {
            stream.note(error)
        }
        isPressed = false
        try app.pressAlertButton(TransportNames.alertButton)
        isPressed = true
        return true
    }

    /// Reads alerts until it has read as many alerts as the app has announced.
    ///
    /// Each alert contains the number of alerts so far. The channel cannot ask the app whether further alerts will
    /// appear.
    func barrier(until deadline: ContinuousClock.Instant) throws -> BridgeBarrier {
        while true {
            let seen = changeSignal.now
            try poll()
            if stream.isAtEnd || stream.isStuck { return .unsupported }
            if ContinuousClock.now >= deadline { return .silent([]) }
            changeSignal.wait(past: seen, until: deadline, interval: lookInterval)
        }
    }
}
