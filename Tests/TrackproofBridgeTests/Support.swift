import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofBridge
import TrackproofBridgeReader
import TrackproofPlatform
import TrackproofJSON

/// The time limit of every wait. A wait reaches this limit only if the test fails.
let timeout = Duration.seconds(300)

/// Returns whether one of 20 calls of `body` takes less than `limit`. A busy machine can delay some of the calls.
///
/// - Parameter body: A closure that can set the time at which the call began.
func isQuick(_ limit: Duration, _ body: (inout ContinuousClock.Instant) throws -> Void) rethrows -> Bool {
    for _ in 1...20 {
        var start = ContinuousClock.now
        try body(&start)
        if .now - start < limit { return true }
    }
    return false
}

func isQuick(_ limit: Duration, _ body: () throws -> Void) rethrows -> Bool {
    try isQuick(limit) { _ in try body() }
}

/// The events that a reader received.
final class Inbox: Sendable {
    private let content = Lock<[(event: RecordedEvent, writer: String)]>([])

    func receive(_ event: RecordedEvent, _ writer: String) {
        content.withLock { $0.append((event, writer)) }
        content.wakeAll()
    }

    var count: Int { content.withLock { $0.count } }
    var events: [RecordedEvent] { content.withLock { $0.map(\.event) } }
    var names: [String] { events.map(\.event.name) }

    /// The sequence numbers of each writer, in the order of arrival.
    var sequences: [String: [Int64]] {
        content.withLock { content in
            Dictionary(grouping: content, by: \.writer).mapValues { $0.compactMap(\.event.sequence) }
        }
    }

    /// Waits until `count` events have arrived. Returns `false` if they do not arrive in time.
    func wait(for count: Int) -> Bool {
        let deadline = Platform.monotonicNanoseconds() + UInt64(timeout.components.seconds) * 1_000_000_000
        return content.wait(until: deadline) { $0.count >= count ? true : nil } ?? false
    }
}

/// Returns a new reader, and the inbox to which its events go.
func openReader(_ transport: BridgeTransport) throws -> (BridgeReader, Inbox) {
    let inbox = Inbox()
    return (try BridgeReader(transport, inbox), inbox)
}

extension BridgeReader {
    /// Creates a reader whose events go to `inbox`.
    convenience init(_ transport: BridgeTransport, _ inbox: Inbox) throws {
        try self.init(transport) { inbox.receive($0, $1) }
    }

    /// Connects a plain socket that introduces itself as a writer.
    func writer(_ name: String) throws -> RawSocket {
        let socket = try RawSocket(address)
        socket.introduce(name, to: self)
        return socket
    }

    var address: String { environment["TRACKPROOF_BRIDGE"] ?? "" }
    var token: String? { environment["TRACKPROOF_TOKEN"] }

    func bridge() throws -> EventBridge { try EventBridge(address, token: token) }

    var path: String { String(address.drop { $0 != ":" }.dropFirst()) }
}

/// Tracks `count` events from `threads` threads at once. The parameters of each event are its thread and its index.
func track(_ count: Int, threads: Int = 1, into bridge: EventBridge) {
    let analytics = Analytics(providers: [bridge])
    @Sendable func trackAll(_ thread: Int) {
        for index in 0..<count / threads { analytics.track(Event("tapped", ["thread": thread, "index": index])) }
    }
    if threads == 1 { return trackAll(0) }
    onThreads(threads, trackAll)
}

func lines(of path: String) throws -> [String] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init)
}

/// Checks a condition repeatedly, and lets other threads run in between.
///
/// - Returns: `false` if the condition is still false after `timeout`.
func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
    let deadline = ContinuousClock.now + timeout
    while try !condition() {
        if ContinuousClock.now > deadline { return false }
        sched_yield()
    }
    return true
}

/// Sets environment variables in this process, as if this process were the app under test.
func adopt(_ environment: [String: String]) {
    for (name, value) in environment { setenv(name, value, 1) }
}

/// Returns the bridge that the environment names. Ends the process if the environment names no bridge.
func bridgeFromEnvironment() -> EventBridge {
    guard let bridge = EventBridge.fromEnvironment() else { exit(99) }
    return bridge
}

/// Returns the number of open descriptors of this process.
func openDescriptors() -> Int { (0..<Int32(getdtablesize())).count { fcntl($0, F_GETFD) >= 0 } }

/// Returns an event as JSON, as a bridge writes it to a line.
func json(of event: RecordedEvent) -> String {
    var writer = JSONWriter()
    writer.write(event)
    return writer.text
}
