import Foundation
import Testing
import Trackproof
import TrackproofBridge
@_spi(Tooling) import TrackproofBridgeReader
import TrackproofPlatform
@_spi(Tooling) import TrackproofJSON

/// The time limit of every wait. A wait reaches this limit only if the test fails.
let timeout = Duration.seconds(300)

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

extension BridgeReader {
    /// Creates a reader whose events go to `inbox`.
    convenience init(_ transport: BridgeTransport, _ inbox: Inbox) throws {
        try self.init(transport) { inbox.receive($0, $1) }
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
    // Each thread has its own queue. With one concurrent queue, the number of threads would depend on the machine.
    let group = DispatchGroup()
    for thread in 0..<threads {
        DispatchQueue(label: "tracking").async(group: group) { trackAll(thread) }
    }
    group.wait()
}

/// Calls `body` with a new folder, and removes the folder afterwards.
func withFolder<Value>(_ body: (String) throws -> Value) throws -> Value {
    let folder = try makeFolder()
    defer { remove(folder) }
    return try body(folder)
}

func makeFolder() throws -> String {
    var template = Array("/tmp/trackproof-test-XXXXXX".utf8CString)
    let made = mkdtemp(&template)
    try #require(made != nil)
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
}

func remove(_ folder: String) {
    do { try FileManager.default.removeItem(atPath: folder) } catch { Issue.record(error) }
}

/// Returns the message of the error that `body` throws, or `nil` if `body` throws no error.
func message<Value>(_ body: () throws -> Value) -> String? {
    do {
        _ = try body()
        return nil
    } catch {
        return "\(error)"
    }
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

/// A gate at which a child process waits until the test opens it.
final class Gate: Sendable {
    let path: String
    private let descriptor: Int32

    /// Creates a named pipe and keeps both of its ends open, so opening the pipe never blocks a process.
    init(_ path: String) throws {
        self.path = path
        let made = mkfifo(path, 0o600)
        descriptor = Foundation.open(path, O_RDWR)
        try #require(made == 0 && descriptor >= 0)
    }

    deinit { close(descriptor) }

    func open() {
        var byte: UInt8 = 1
        #expect(Platform.writeBytes(descriptor, &byte, 1) == 1)
    }

    /// Waits in the child process until the test opens the gate at `path`.
    static func pass(_ path: String) {
        let descriptor = Foundation.open(path, O_RDONLY)
        var byte: UInt8 = 0
        if Platform.readBytes(descriptor, &byte, 1) != 1 { exit(98) }
        close(descriptor)
    }
}

/// Returns the number of open descriptors of this process.
func openDescriptors() -> Int { (0..<Int32(getdtablesize())).count { fcntl($0, F_GETFD) >= 0 } }

/// Returns an event as JSON, as a bridge writes it to a line.
func json(of event: RecordedEvent) -> String {
    var writer = JSONWriter()
    writer.write(event)
    return writer.text
}
