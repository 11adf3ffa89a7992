import Trackproof
import TrackproofBridgeProtocol
import TrackproofJSON
import TrackproofPlatform

/// The connections of a ``SocketChannel``, with the streams of their writers. Only the reading thread uses them.
struct ReadingLoop: Sendable {
    /// The largest number of open connections. Further connections wait until another connection ends.
    static let connectionLimit = 1_024
    /// The time after which the reader closes a connection that has not sent its token, in seconds.
    static let introductionTime = 5.0
    /// How long a connection that has not sent its token can delay barriers, in seconds since it was accepted.
    ///
    /// The connection may come from an app that has already tracked events and is about to send its first line. After
    /// this time, barriers do not wait for the connection.
    static let authenticationTime = 0.5
    /// The number of bytes to read from one connection before the next connection gets its turn.
    ///
    /// The system buffers fewer bytes than this for a connection. So if the process of a writer has ended, the loop
    /// reads all remaining bytes of the connection before it sends the next barrier. If the loop sent a barrier to an
    /// ended process first, the system would end the connection, and these bytes could be lost. Without a limit, a
    /// connection that never stops sending would block the other connections.
    private static let turn = 16 << 20
    /// The time between two checks of connections that `poll` does not report, in milliseconds.
    ///
    /// These are connections that have not sent their token, and connections that wait for a free descriptor.
    private static let tick: Int32 = 100

    private struct Peer: Sendable {
        let descriptor: Int32
        var stream: WriterStream
        let start = Platform.monotonicNanoseconds()
        var askedBarrier: Int64 = 0
        var answeredBarrier: Int64 = 0
        var hasEnded = false

        func isOlder(than seconds: Double) -> Bool {
            Platform.monotonicNanoseconds() - start > UInt64(seconds * 1e9)
        }

        /// Whether more events may come from this connection.
        ///
        /// A connection that has not sent its token counts only during ``authenticationTime``.
        var mayHaveMore: Bool { stream.writer.map { !$0.endedInOrder } ?? !isOlder(than: authenticationTime) }

        /// Whether the newest barrier waits for an answer from this connection.
        var isAwaited: Bool { answeredBarrier < askedBarrier && mayHaveMore }
    }

    private let listener: Listener
    private let wakeUpPipe: WakeUpPipe
    private let token: String
    private let receive: @Sendable (RecordedEvent, String) -> Void
    private var peers: [Peer] = []
    private var ended: [BridgeWriter] = []
    private var barrier: Int64 = 0
    private var isExhausted = false
    /// Whether a connection waits to be accepted.
    private(set) var hasQueue = false
    /// Whether connections were waiting to be accepted when the newest barrier was last sent.
    ///
    /// The loop must still send the barrier to these connections.
    private var owesQueue = false
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    init(
        listener: Listener, wakeUpPipe: WakeUpPipe, token: String,
        receive: @escaping @Sendable (RecordedEvent, String) -> Void
    ) {
        self.listener = listener
        self.wakeUpPipe = wakeUpPipe
        self.token = token
        self.receive = receive
    }

    /// Waits until there is something to do, and returns the indices of the connections that can be read.
    mutating func wait() -> [Int] {
        let accepts = peers.count < Self.connectionLimit && !isExhausted
        var polled = [wakeUpPipe.descriptor, accepts ? listener.descriptor : -1].map(Self.polled)
        for peer in peers { polled.append(Self.polled(peer.descriptor)) }
        let hasToLook = isExhausted || peers.contains { $0.stream.writer == nil }
        _ = poll(&polled, nfds_t(polled.count), hasToLook ? Self.tick : -1)
        wakeUpPipe.silence()
        isExhausted = false
        return peers.indices.filter { polled[$0 + 2].revents != 0 }
    }

    private static func polled(_ descriptor: Int32) -> pollfd {
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    }

    /// Reads what connections have sent, accepts waiting connections, and removes connections that have ended.
    mutating func drain(_ readable: [Int]) {
        for index in readable { read(index) }
        removeEnded()
        acceptAll()
        removeEnded()
    }

    private mutating func acceptAll() {
        while peers.count < Self.connectionLimit {
            switch listener.acceptNext() {
            case .connection(let descriptor):
                peers.append(Peer(descriptor: descriptor, stream: WriterStream(token: token)))
                // The first lines of the connection, and even its end, may have arrived already.
                read(peers.count - 1)
            case .nobody:
                hasQueue = false
                return
            case .exhausted:
                isExhausted = true
                hasQueue = true
                return
            }
        }
        hasQueue = listener.hasQueue
    }

    private mutating func read(_ index: Int) {
        var count = 0
        while count < Self.turn, !peers[index].hasEnded {
            let read = Platform.readBytes(peers[index].descriptor, &buffer, buffer.count)
            if read < 0, errno == EAGAIN || errno == EWOULDBLOCK { return }
            if read > 0 { take(read, from: index) }
            if read <= 0 || peers[index].stream.isRefused {
                peers[index].stream.end()
                peers[index].hasEnded = true
            }
            count += read
        }
    }

    /// Reads the first `count` bytes of the buffer as input of a connection.
    private mutating func take(_ count: Int, from index: Int) {
        let receive = receive
        let asked = peers[index].askedBarrier
        var answered = peers[index].answeredBarrier
        buffer.withUnsafeBytes { bytes in
            peers[index].stream.receive(UnsafeRawBufferPointer(rebasing: bytes[..<count])) { outcome, writer in
                switch outcome {
                case .event(let event): receive(event, writer)
                // Ignores an answer to a barrier that the loop has not sent, so that a writer cannot answer in advance.
                case .barrier(let number): if number <= asked { answered = max(answered, number) }
                }
            }
        }
        peers[index].answeredBarrier = answered
    }

    private mutating func removeEnded() {
        for index in peers.indices where peers[index].stream.writer == nil {
            if peers[index].isOlder(than: Self.introductionTime) { peers[index].hasEnded = true }
        }
        for peer in peers where peer.hasEnded {
            if let writer = peer.stream.writer { ended.append(writer) }
            Platform.closeDescriptor(peer.descriptor)
        }
        peers.removeAll { $0.hasEnded }
    }

    /// Sends a barrier to every connection. A writer answers when it has sent all its events.
    ///
    /// If this method is called again with the same number, it sends the barrier only to newly accepted connections.
    mutating func askBarrier(_ number: Int64) {
        guard number > barrier || owesQueue else { return }
        barrier = number
        owesQueue = hasQueue
        var line = JSONWriter(capacity: 64)
        line.write(line: .barrier(number))
        for index in peers.indices where peers[index].askedBarrier < number {
            peers[index].askedBarrier = number
            // Ignores the result: a writer that does not receive the line does not answer, and so counts as silent.
            if let base = line.bytes.baseAddress {
                _ = Platform.sendBytes(peers[index].descriptor, base, line.bytes.count)
            }
        }
    }

    /// Whether the newest barrier was sent to every connection, and each connection has answered or ended.
    var hasPassedBarrier: Bool { !owesQueue && !peers.contains { $0.isAwaited } }

    /// Whether a connection waits to be accepted, or more events may come from an open connection.
    var mayHaveMore: Bool { hasQueue || peers.contains { $0.mayHaveMore } }

    /// The writers that have not answered the newest barrier.
    var silentWriters: [BridgeWriter] { peers.filter(\.isAwaited).compactMap(\.stream.writer) }

    var writerCount: Int { ended.count + peers.count { $0.stream.writer != nil } }

    /// The writers of open and of ended connections.
    var writers: [BridgeWriter] { ended + peers.compactMap(\.stream.writer) }

    /// Ends all connections, and returns all writers.
    mutating func close() -> [BridgeWriter] {
        listener.close()
        for peer in peers {
            if let writer = peer.stream.writer { ended.append(writer) }
            Platform.closeDescriptor(peer.descriptor)
        }
        peers = []
        return ended
    }
}
