internal import Dispatch
internal import Trackproof

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Reads any number of writers over a listening socket, from one thread that waits for all of them at once.
final class SocketSource: BridgeSource {
    /// Connections at a time, so that a flood of them cannot use up the descriptors.
    static let connectionLimit = 256
    /// Seconds that a connection has to show its token.
    static let introductionTime = 5.0

    private let control = Lock(Control())
    private let wakeUp: (read: Int32, write: Int32)

    /// What other threads ask of the reading thread, and what it answers.
    private struct Control: Sendable {
        var askedBarriers: Int64 = 0
        var passedBarriers: Int64 = 0
        var isFinishing = false
        var isFinished = false
        var writers: [BridgeWriter] = []
        /// Writers that have not answered the newest barrier.
        var silent: [BridgeWriter] = []
    }

    init(
        _ listener: Listener, token: String, receive: @escaping @Sendable (RecordedEvent, String) -> Void
    ) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw BridgeReaderError("a pipe", code: errno) }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            Platform.setNonBlocking(end)
        }
        wakeUp = (ends[0], ends[1])
        let loop = ReadingLoop(listener: listener, wakeUp: ends[0], token: token, receive: receive)
        let control = control
        DispatchQueue(label: "trackproof.bridge.read").async { Self.run(loop, control) }
    }

    deinit {
        // The loop has ended: `finish` waited for it, and BridgeReader calls that before it lets go.
        Platform.closeDescriptor(wakeUp.read)
        Platform.closeDescriptor(wakeUp.write)
    }

    func barrier(within limit: Double) -> [BridgeWriter]? {
        let number = control.withLock { control -> Int64 in
            control.askedBarriers += 1
            return control.askedBarriers
        }
        wake()
        let passed: Void? = control.wait(until: deadline(in: limit)) { control -> Void? in
            control.passedBarriers >= number || control.isFinished ? () : nil
        }
        return passed == nil ? control.withLock { $0.silent } : []
    }

    func finish(within limit: Double) -> [BridgeWriter] {
        _ = barrier(within: limit)
        control.withLock { $0.isFinishing = true }
        wake()
        // The loop ends at once now; it never waits for a writer.
        return control.wait(until: nil) { $0.isFinished ? $0.writers : nil } ?? []
    }

    private func deadline(in seconds: Double) -> UInt64 {
        Platform.monotonicNanoseconds() + UInt64(max(0, seconds) * 1e9)
    }

    private func wake() {
        var byte: UInt8 = 1
        _ = Platform.writeBytes(wakeUp.write, &byte, 1)
    }

    private static func run(_ loop: consuming ReadingLoop, _ control: Lock<Control>) {
        var loop = loop
        while true {
            loop.waitAndRead()
            let (asked, isFinishing) = control.withLock { ($0.askedBarriers, $0.isFinishing) }
            loop.askBarrier(asked)
            let silent = loop.silentWriters
            control.withLock { control in
                if silent.isEmpty { control.passedBarriers = asked }
                control.silent = silent
            }
            if isFinishing { break }
            control.wakeAll()
        }
        let writers = loop.close()
        control.withLock { control in
            control.writers = writers
            control.isFinished = true
        }
        control.wakeAll()
    }
}

/// The reading thread's own: connections and their streams. Nothing else touches it.
struct ReadingLoop: Sendable {
    private struct Peer: Sendable {
        let descriptor: Int32
        var stream: WriterStream
        let introductionDeadline: UInt64
        var answeredBarrier: Int64 = 0
        var askedBarrier: Int64 = 0
    }

    private let listener: Listener
    private let wakeUp: Int32
    private let token: String
    private let receive: @Sendable (RecordedEvent, String) -> Void
    private var peers: [Peer] = []
    private var ended: [BridgeWriter] = []
    private var barrier: Int64 = 0

    init(
        listener: Listener, wakeUp: Int32, token: String,
        receive: @escaping @Sendable (RecordedEvent, String) -> Void
    ) {
        self.listener = listener
        self.wakeUp = wakeUp
        self.token = token
        self.receive = receive
    }

    /// Waits until there is something to read, and reads it.
    mutating func waitAndRead() {
        var polled = [pollfd(fd: wakeUp, events: Int16(POLLIN), revents: 0)]
        // Whoever cannot be served yet waits in the listener's queue.
        let accepts = peers.count < SocketSource.connectionLimit
        polled.append(pollfd(fd: accepts ? listener.descriptor : -1, events: Int16(POLLIN), revents: 0))
        for peer in peers { polled.append(pollfd(fd: peer.descriptor, events: Int16(POLLIN), revents: 0)) }
        let strangers = peers.contains { $0.stream.writer == nil }
        _ = poll(&polled, nfds_t(polled.count), strangers ? 250 : -1)

        drainWakeUp()
        for index in peers.indices where polled[index + 2].revents != 0 { read(index) }
        dropEnded()
        if accepts { acceptAll() }
    }

    private func drainWakeUp() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while Platform.readBytes(wakeUp, &bytes, bytes.count) > 0 {}
    }

    private mutating func acceptAll() {
        while peers.count < SocketSource.connectionLimit, let descriptor = listener.acceptNext() {
            let deadline = Platform.monotonicNanoseconds() + UInt64(SocketSource.introductionTime * 1e9)
            peers.append(
                Peer(descriptor: descriptor, stream: WriterStream(token: token), introductionDeadline: deadline))
            // Its first lines may be there already, and its end.
            read(peers.count - 1)
        }
        dropEnded()
    }

    /// Reads what a peer has sent; marks it as ended where it has.
    private mutating func read(_ index: Int) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        // Some at a time, so that one that never stops does not starve the others.
        for _ in 0..<64 {
            let count = Platform.readBytes(peers[index].descriptor, &buffer, buffer.count)
            if count < 0, errno == EAGAIN || errno == EWOULDBLOCK { return }
            guard count > 0 else {
                peers[index].stream.end()
                hasEnded.insert(peers[index].descriptor)
                return
            }
            let receive = receive
            var answered = peers[index].answeredBarrier
            buffer[..<count].withUnsafeBytes {
                peers[index].stream.receive($0) { outcome, writer in
                    switch outcome {
                    case .event(let event): receive(event, writer)
                    case .barrier(let number): answered = max(answered, number)
                    }
                }
            }
            peers[index].answeredBarrier = answered
            if peers[index].stream.isRefused {
                peers[index].stream.end()
                hasEnded.insert(peers[index].descriptor)
                return
            }
        }
    }

    private var hasEnded: Set<Int32> = []

    private mutating func dropEnded() {
        let now = Platform.monotonicNanoseconds()
        for peer in peers where peer.stream.writer == nil && peer.introductionDeadline < now {
            hasEnded.insert(peer.descriptor)
        }
        if hasEnded.isEmpty { return }
        for peer in peers where hasEnded.contains(peer.descriptor) {
            if let writer = peer.stream.writer { ended.append(writer) }
            Platform.closeDescriptor(peer.descriptor)
        }
        peers.removeAll { hasEnded.contains($0.descriptor) }
        hasEnded = []
    }

    /// Asks every writer to say when it has sent all.
    mutating func askBarrier(_ number: Int64) {
        guard number > barrier else { return }
        barrier = number
        for index in peers.indices {
            peers[index].askedBarrier = number
            let line = Array("{\"barrier\":\(number)}\n".utf8)
            // A writer that does not read does not answer, and that is what the caller hears.
            _ = line.withUnsafeBytes { bytes in
                bytes.baseAddress.map { Platform.sendBytes(peers[index].descriptor, $0, bytes.count) }
            }
        }
    }

    /// The writers that were asked and have not answered. Whoever has not introduced itself has tracked nothing.
    var silentWriters: [BridgeWriter] {
        peers.filter { $0.answeredBarrier < $0.askedBarrier }.compactMap(\.stream.writer)
    }

    /// Ends all connections; returns every writer there was.
    mutating func close() -> [BridgeWriter] {
        for peer in peers {
            if let writer = peer.stream.writer { ended.append(writer) }
            Platform.closeDescriptor(peer.descriptor)
        }
        peers = []
        return ended
    }
}
