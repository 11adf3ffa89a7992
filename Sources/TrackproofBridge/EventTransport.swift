internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON
internal import TrackproofPlatform

/// The transport for the events of one writer.
protocol EventTransport: AnyObject, Sendable {
    /// Sends an event under the next sequence number.
    func send(_ event: RecordedEvent)
    /// Waits until the system has accepted everything, for `limit` seconds at most.
    func flush(within limit: Double)
    /// Ends the stream with a goodbye. Does not wait, and accepts no more events.
    ///
    /// A transport that shows its events on a surface ignores the call.
    func close()
    /// Waits after ``close()`` until everything has arrived or the monotonic clock reads `deadline`, in nanoseconds.
    func waitForEnd(until deadline: UInt64)
}

/// A transport that sends its lines as a stream.
protocol StreamTransport: EventTransport {
    /// Announces the loss of `count` events that never reached this transport.
    ///
    /// The transport sends the announcement with the next line or with the goodbye.
    func announce(lost count: Int64)
}

/// The open transports of this process.
///
/// At exit, each transport sends its goodbye. The process then waits until the readers have received everything, for
/// ``timeAtExit`` seconds at most.
enum OpenTransports {
    /// The longest time that the process waits at exit for all readers together, in seconds.
    static let timeAtExit = 2.0

    private struct Entry: Sendable {
        // Weak, because a released bridge closes its transport by itself, and a thread that still sends keeps the
        // transport alive.
        weak let transport: (any EventTransport)?
        let process: Int32
    }
    private static let entries = Lock<[Entry]>([])
    private static let closesAtExit: Void = Platform.atExit { OpenTransports.closeAll() }

    static func add(_ transport: any EventTransport) {
        closesAtExit
        entries.withLock { entries in
            entries.removeAll { $0.transport == nil }
            entries.append(Entry(transport: transport, process: Platform.processID))
        }
    }

    private static func closeAll() {
        // A forked child has copies of the transports but not their threads. The parent sends the events.
        let transports = entries.withLock { $0 }.filter { $0.process == Platform.processID }.compactMap(\.transport)
        let deadline = Platform.monotonicNanoseconds() + UInt64(timeAtExit * 1e9)
        for transport in transports { transport.close() }
        for transport in transports { transport.waitForEnd(until: deadline) }
    }
}
