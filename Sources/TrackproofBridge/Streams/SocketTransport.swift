import Dispatch
import Trackproof
import TrackproofJSON
import TrackproofPlatform
import TrackproofBridgeProtocol

/// A transport that sends events over a socket, from a separate thread.
///
/// Tracking encodes an event into a buffer, and the thread passes the buffer to the system. So the cost of tracking
/// does not depend on the speed of the reader.
///
/// Two threads keep the transport alive: one sends lines, and one receives barriers. Both threads end at the latest
/// when the reader closes its end of the connection. The reader does so after it has read the goodbye.
final class SocketTransport: StreamTransport {
    private let outbox: Lock<Outbox>

    /// Connects to the reader and introduces the writer.
    ///
    /// If the system connects at once, the initializer returns after it has sent the first line (`hello`). From that
    /// moment, the barriers of the reader reach this writer. If many other connections wait for the reader, the
    /// transport connects and sends the first line in the background.
    init(
        writer: String, token: String?, unavailable: [String] = [], connect: () throws(BridgeError) -> Connection
    ) {
        outbox = Lock(
            Outbox(hello: .hello(version: 1, writer: writer, token: token, unavailable: unavailable)))
        OpenTransports.add(self)
        do throws(BridgeError) {
            let connection = try connect()
            if connection.isConnected {
                var buffer = JSONWriter()
                _ = take(&buffer) && send(buffer.bytes, by: connection)
            }
            guard Platform.startThread({ self.run(connection) }) else { throw BridgeError("cannot start a thread") }
        } catch {
            fail(error)
        }
    }

    func send(_ event: RecordedEvent) {
        let wasIdle = outbox.withLock { outbox -> Bool in
            let wasIdle = outbox.isIdle
            outbox.add(event)
            return wasIdle
        }
        // If the outbox was not idle, the sending thread is at work and finds the new event without being woken.
        if wasIdle { outbox.wakeAll() }
    }

    func announce(lost count: Int64) {
        outbox.withLock { $0.note(lost: count) }
    }

    func flush(within limit: Double) {
        let deadline = Platform.monotonicNanoseconds() + UInt64(limit * 1e9)
        // Waits only for the events sent so far. If other threads track all the time, the outbox may never be empty.
        let goal = outbox.withLock { $0.goal }
        _ = outbox.wait(until: deadline) { $0.sent >= goal || $0.isOver ? () : nil }
    }

    func close() {
        outbox.withLock { $0.close() }
        outbox.wakeAll()
    }

    func waitForEnd(until deadline: UInt64) {
        _ = outbox.wait(until: deadline) { $0.isOver ? () : nil }
    }

    private func end() {
        outbox.withLock { $0.end() }
        outbox.wakeAll()
    }

    // MARK: The sending thread

    private func run(_ connection: Connection) {
        do throws(BridgeError) {
            try connection.finishConnecting()
        } catch {
            return fail(error)
        }
        let isStarted = Platform.startThread { [self] in
            connection.receiveBarriers { number in
                if outbox.withLock({ $0.ask(barrier: number) }) { passMainQueue() }
            }
            end()
        }
        guard isStarted else { return fail(BridgeError("cannot start a thread")) }
        var buffer = JSONWriter(capacity: 1 << 12)
        while take(&buffer), send(buffer.bytes, by: connection) {}
        // When the reader sees the end of the stream, it closes its end too. This ends the receiving thread.
        connection.closeSending()
    }

    private func send(_ bytes: UnsafeBufferPointer<UInt8>, by connection: Connection) -> Bool {
        guard connection.send(bytes) else {
            end()
            return false
        }
        outbox.withLock { $0.hasSent() }
        outbox.wakeAll()
        return true
    }

    private func fail(_ error: BridgeError) {
        BridgeDiagnostics.report("cannot open the bridge: \(error)")
        end()
    }

    /// Waits for lines and moves them into `buffer`.
    ///
    /// - Returns: `false` if the transport has ended.
    private func take(_ buffer: inout JSONWriter) -> Bool {
        outbox.wait(until: nil) { outbox -> Bool? in
            switch outbox.take(&buffer) {
            case .content: true
            case .end: false
            case .nothingYet: nil
            }
        } ?? false
    }

    // MARK: The receiving thread

    /// Answers the current barrier in a block on the main queue. So earlier blocks can track events before the answer.
    private func passMainQueue() {
        DispatchQueue.main.async { [self] in
            let hasNext = outbox.withLock { $0.answerBarrier() }
            outbox.wakeAll()
            if hasNext { passMainQueue() }
        }
    }
}
