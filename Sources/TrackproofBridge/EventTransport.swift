import Trackproof
import TrackproofJSON
import TrackproofPlatform

/// The means by which one writer sends its events, such as a socket or a file.
protocol EventTransport: AnyObject, Sendable {
    /// Sends an event under the next sequence number.
    func send(_ event: RecordedEvent)
    /// Waits until the operating system has accepted all events sent so far, for `limit` seconds at most.
    func flush(within limit: Double)
    /// Sends a goodbye as the last line, but does not wait. The transport accepts no events afterwards.
    ///
    /// A ``SurfaceTransport`` ignores the call.
    func close()
    /// Waits after ``close()`` until the reader has received everything or `deadline` has passed.
    ///
    /// - Parameter deadline: A time in nanoseconds on the monotonic clock.
    func waitForEnd(until deadline: UInt64)
}

/// A transport that writes its lines to a socket or a file.
protocol StreamTransport: EventTransport {
    /// Tells the reader that `count` events were lost before they reached this transport.
    ///
    /// The transport sends this message before its next event or, at the latest, before its goodbye.
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
        // Weak, because this list must not keep the transport of a released bridge. That bridge has closed its
        // transport, and a thread that still sends keeps the transport alive.
        weak var transport: (any EventTransport)?
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
        // After a fork, a child process has copies of the parent's transports, but not their threads. The parent sends
        // the events of these transports, so the child does not close its copies.
        let transports = entries.withLock { $0 }.filter { $0.process == Platform.processID }.compactMap(\.transport)
        let deadline = Platform.monotonicNanoseconds() + UInt64(timeAtExit * 1e9)
        for transport in transports { transport.close() }
        for transport in transports { transport.waitForEnd(until: deadline) }
    }
}
