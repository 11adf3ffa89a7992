internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON
internal import TrackproofPlatform

/// The way the events of one writer go.
protocol BridgeCarrier: AnyObject, Sendable {
    /// Sends an event under the next sequence number.
    func send(_ event: RecordedEvent)
    /// Waits until the system has taken everything, `limit` seconds at most.
    func flush(within limit: Double)
    /// Says goodbye and takes nothing more; does not wait.
    func close()
    /// After ``close()``: waits until everything has arrived, or until the monotonic clock reads `deadline`.
    func waitForEnd(until deadline: UInt64)
}

/// A carrier whose lines stand in a stream.
protocol StreamCarrier: BridgeCarrier {
    /// Announces events as lost that this carrier was never given: with the next line, or with the goodbye.
    func announce(lost count: Int64)
}

/// The carriers of this process, so that its end says goodbye for them and does not cut off what they still hold.
enum OpenCarriers {
    /// Seconds that the end of the process waits for the readers, all of them together.
    static let timeAtExit = 2.0

    private struct Entry: Sendable {
        // Weak: a bridge that is let go ends by itself, and whoever still sends for it keeps its carrier.
        weak let carrier: (any BridgeCarrier)?
        let process: Int32
    }
    private static let entries = Lock<[Entry]>([])
    private static let closesAtExit: Void = Platform.atExit { OpenCarriers.closeAll() }

    static func add(_ carrier: any BridgeCarrier) {
        closesAtExit
        entries.withLock { entries in
            entries.removeAll { $0.carrier == nil }
            entries.append(Entry(carrier: carrier, process: Platform.processID))
        }
    }

    private static func closeAll() {
        // A forked child has copies of the carriers and none of their threads: what they hold is its parent's.
        let carriers = entries.withLock { $0 }.filter { $0.process == Platform.processID }.compactMap(\.carrier)
        let deadline = Platform.monotonicNanoseconds() + UInt64(timeAtExit * 1e9)
        for carrier in carriers { carrier.close() }
        for carrier in carriers { carrier.waitForEnd(until: deadline) }
    }
}
