internal import Trackproof
internal import TrackproofBridgeProtocol
@_spi(Tooling) internal import TrackproofJSON
internal import TrackproofPlatform

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The reading thread's own: connections and their streams. Nothing else touches it.
struct ReadingLoop: Sendable {
    /// Connections at a time; more wait to be accepted.
    static let connectionLimit = 1_024
    /// Seconds that a connection has to show its token.
    static let introductionTime = 5.0
    /// Seconds for which a connection that has not shown its token yet counts in a barrier: it may be an app that has
    /// tracked already and is about to say so. After them it is a stranger that nobody waits for.
    static let courtesyTime = 0.5
    /// Bytes that are read from one connection in a row: more than the system holds of one, so that what a process
    /// left behind is in before it is asked anything, which would end its connection; and bounded, so that one that
    /// never stops does not starve the others.
    private static let turn = 16 << 20
    /// Milliseconds between looks at those that nothing else tells of: strangers, and connections that wait for a
    /// free descriptor.
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

        /// Whether it may yet say something that counts.
        var mayHaveMore: Bool { stream.writer.map { !$0.endedInOrder } ?? !isOlder(than: courtesyTime) }

        /// Whether the newest barrier waits for it.
        var isAwaited: Bool { answeredBarrier < askedBarrier && mayHaveMore }
    }

    private let listener: Listener
    private let doorbell: Doorbell
    private let token: String
    private let receive: @Sendable (RecordedEvent, String) -> Void
    private var peers: [Peer] = []
    private var ended: [BridgeWriter] = []
    private var barrier: Int64 = 0
    private var isExhausted = false
    /// Whether somebody waits to be accepted.
    private var hasQueue = false
    /// Whether somebody who waited when the newest barrier was asked may still wait, unasked.
    private var owesQueue = false
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    init(
        listener: Listener, doorbell: Doorbell, token: String,
        receive: @escaping @Sendable (RecordedEvent, String) -> Void
    ) {
        self.listener = listener
        self.doorbell = doorbell
        self.token = token
        self.receive = receive
    }

    /// Waits until there is something to do; returns the indices of the connections that can be read.
    mutating func wait() -> [Int] {
        let accepts = peers.count < Self.connectionLimit && !isExhausted
        var polled = [doorbell.descriptor, accepts ? listener.descriptor : -1].map(Self.polled)
        for peer in peers { polled.append(Self.polled(peer.descriptor)) }
        let hasToLook = isExhausted || peers.contains { $0.stream.writer == nil }
        _ = poll(&polled, nfds_t(polled.count), hasToLook ? Self.tick : -1)
        doorbell.silence()
        isExhausted = false
        return peers.indices.filter { polled[$0 + 2].revents != 0 }
    }

    private static func polled(_ descriptor: Int32) -> pollfd {
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    }

    /// Reads what connections have sent, accepts those that wait, and lets go of those that have ended.
    mutating func takeIn(_ readable: [Int]) {
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
                // Its first lines may be there already, and its end.
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

    /// Takes in the first `count` bytes of the buffer.
    private mutating func take(_ count: Int, from index: Int) {
        let receive = receive
        let asked = peers[index].askedBarrier
        var answered = peers[index].answeredBarrier
        buffer.withUnsafeBytes { bytes in
            peers[index].stream.receive(UnsafeRawBufferPointer(rebasing: bytes[..<count])) { outcome, writer in
                switch outcome {
                case .event(let event): receive(event, writer)
                // An answer to what was not asked is none, now or later.
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

    /// Asks everybody to say when all is sent: also those who were not accepted yet when it was asked first.
    mutating func askBarrier(_ number: Int64) {
        guard number > barrier || owesQueue else { return }
        barrier = number
        owesQueue = hasQueue
        var line = JSONWriter(capacity: 64)
        line.write(line: .barrier(number))
        for index in peers.indices where peers[index].askedBarrier < number {
            peers[index].askedBarrier = number
            // A writer that does not read does not answer, and that is what the caller hears.
            if let base = line.bytes.baseAddress {
                _ = Platform.sendBytes(peers[index].descriptor, base, line.bytes.count)
            }
        }
    }

    /// Whether everybody was asked and has answered or ended.
    var hasPassedBarrier: Bool { !owesQueue && !peers.contains { $0.isAwaited } }

    /// Whether somebody is there, or waits to be let in, who has not said goodbye.
    var mayHaveMore: Bool { hasQueue || peers.contains { $0.mayHaveMore } }

    /// The writers that were asked and have not answered.
    var silentWriters: [BridgeWriter] { peers.filter(\.isAwaited).compactMap(\.stream.writer) }

    /// How many writers there were so far.
    var writerCount: Int { ended.count + peers.count { $0.stream.writer != nil } }

    /// Every writer there was so far.
    var writers: [BridgeWriter] { ended + peers.compactMap(\.stream.writer) }

    /// Ends all connections; returns every writer there was.
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
