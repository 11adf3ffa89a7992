internal import Dispatch
internal import Trackproof
internal import TrackproofJSON

/// Sends events over a socket, from a thread of its own: what is tracked is encoded into a buffer, and the thread
/// hands the buffer to the system. So tracking costs the same however slow the reader is.
final class SocketCarrier: BridgeCarrier {
    /// What the buffer holds at most; past it events are dropped, counted and announced.
    static let bufferLimit = 16 << 20

    private let outbox = Lock(Outbox())
    private let address: BridgeAddress

    /// What waits to be sent. Used under the lock only.
    private final class Outbox {
        var waiting = JSONWriter(capacity: 1 << 12)
        var sequence: Int64 = 0
        var lost: Int64 = 0
        /// Whether the thread is sending what it took out.
        var isSending = false
        var isClosed = false
        /// Whether nothing can be sent any more: the reader is gone.
        var isBroken = false

        /// Adds a line; false where the buffer is full.
        func add(_ line: BridgeLine) -> Bool {
            guard waiting.count < SocketCarrier.bufferLimit else { return false }
            waiting.write(line: line)
            return true
        }

        func announceLoss() -> Bool {
            if lost == 0 { return true }
            guard add(.lost(lost)) else { return false }
            lost = 0
            return true
        }
    }

    /// Connects in the background and introduces the writer.
    init(_ address: BridgeAddress, writer: String, token: String?) {
        self.address = address
        outbox.withLock { _ = $0.add(.hello(version: 1, writer: writer, token: token)) }
        DispatchQueue(label: "trackproof.bridge.send").async { [outbox] in
            Self.run(address, outbox)
        }
        OpenCarriers.add(self)
    }

    func send(_ event: RecordedEvent) {
        let wasIdle = outbox.withLock { outbox -> Bool in
            guard !outbox.isClosed, !outbox.isBroken else { return false }
            let wasIdle = outbox.waiting.count == 0 && !outbox.isSending
            var event = event
            event.sequence = outbox.sequence + 1
            if outbox.announceLoss(), outbox.add(.event(event)) {
                outbox.sequence += 1
            } else {
                outbox.lost += 1
            }
            return wasIdle
        }
        // A thread that sends looks again by itself.
        if wasIdle { outbox.wakeAll() }
    }

    func flush(within limit: Double) {
        outbox.wakeAll()
        let deadline = Platform.monotonicNanoseconds() + UInt64(limit * 1e9)
        _ = outbox.wait(until: deadline) { outbox -> Void? in
            outbox.isBroken || (outbox.waiting.count == 0 && !outbox.isSending) ? () : nil
        }
    }

    func close(within limit: Double) {
        outbox.withLock { outbox in
            if outbox.isClosed { return }
            outbox.isClosed = true
            if outbox.announceLoss() { _ = outbox.add(.bye(outbox.sequence)) }
        }
        flush(within: limit)
    }

    // MARK: The sending thread

    private static func run(_ address: BridgeAddress, _ outbox: Lock<Outbox>) {
        let connection: Connection
        do {
            connection = try Connection(address)
        } catch {
            BridgeDiagnostics.report("no bridge: \(error)")
            outbox.withLock { $0.isBroken = true }
            outbox.wakeAll()
            return
        }
        connection.onBarrier { number in
            // One pass of the main queue: whatever was about to be tracked there is tracked.
            DispatchQueue.main.async {
                outbox.withLock { _ = $0.add(.barrier(number)) }
                outbox.wakeAll()
            }
        }
        while let bytes = take(outbox) {
            if bytes.isEmpty { break }
            let isSent = connection.send(bytes)
            outbox.withLock { outbox in
                outbox.isSending = false
                if !isSent { outbox.isBroken = true }
            }
            outbox.wakeAll()
            if !isSent { break }
        }
        connection.close()
    }

    /// Takes out what waits, as soon as there is any; empty at the end.
    private static func take(_ outbox: Lock<Outbox>) -> [UInt8]? {
        outbox.wait(until: nil) { outbox -> [UInt8]? in
            if outbox.waiting.count == 0 { return outbox.isClosed ? [] : nil }
            let bytes = Array(outbox.waiting.bytes)
            outbox.waiting.removeAll()
            outbox.isSending = true
            return bytes
        }
    }
}

/// The socket carriers of this process, so that its end does not cut off what they still hold.
private enum OpenCarriers {
    private struct Weak: Sendable { weak let carrier: SocketCarrier? }
    private static let carriers = Lock<[Weak]>([])
    private static let closeAtExit: Void = {
        Platform.atExit { OpenCarriers.closeAll() }
    }()

    static func add(_ carrier: SocketCarrier) {
        closeAtExit
        carriers.withLock { carriers in
            carriers.removeAll { $0.carrier == nil }
            carriers.append(Weak(carrier: carrier))
        }
    }

    private static func closeAll() {
        for weak in carriers.withLock({ $0 }) { weak.carrier?.close(within: 2) }
    }
}
