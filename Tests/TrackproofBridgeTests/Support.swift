import Foundation
import Testing
import Trackproof
import TrackproofBridge
@_spi(Tooling) import TrackproofBridgeReader
import TrackproofPlatform
@_spi(Tooling) import TrackproofJSON

/// Seconds that nothing here should need; a wait that fails takes so long.
let timeout = Duration.seconds(300)

/// What a reader has received.
final class Inbox: Sendable {
    private let content = Lock<[(event: RecordedEvent, writer: String)]>([])

    func receive(_ event: RecordedEvent, _ writer: String) {
        content.withLock { $0.append((event, writer)) }
        content.wakeAll()
    }

    var count: Int { content.withLock { $0.count } }
    var events: [RecordedEvent] { content.withLock { $0.map(\.event) } }
    var names: [String] { events.map(\.event.name) }

    /// The sequence numbers of each writer, as they came.
    var sequences: [String: [Int64]] {
        content.withLock { content in
            Dictionary(grouping: content, by: \.writer).mapValues { $0.compactMap(\.event.sequence) }
        }
    }

    /// Waits for so many events.
    func wait(for count: Int) -> Bool {
        let deadline = Platform.monotonicNanoseconds() + UInt64(timeout.components.seconds) * 1_000_000_000
        return content.wait(until: deadline) { $0.count >= count ? true : nil } ?? false
    }
}

extension BridgeReader {
    /// A reader whose events go to `inbox`.
    convenience init(_ transport: BridgeTransport, _ inbox: Inbox) throws {
        try self.init(transport) { inbox.receive($0, $1) }
    }

    var address: String { environment["TRACKPROOF_BRIDGE"] ?? "" }
    var token: String? { environment["TRACKPROOF_TOKEN"] }

    /// A bridge to this reader.
    func bridge() throws -> EventBridge { try EventBridge(address, token: token) }

    /// The path in a reader's address.
    var path: String { String(address.drop { $0 != ":" }.dropFirst()) }
}

/// Tracks `count` events, in which each says its place, from `threads` threads at once.
func track(_ count: Int, threads: Int = 1, into bridge: EventBridge) {
    let analytics = Analytics(providers: [bridge])
    @Sendable func trackAll(_ thread: Int) {
        for index in 0..<count / threads { analytics.track(Event("tapped", ["thread": thread, "index": index])) }
    }
    if threads == 1 { return trackAll(0) }
    // Threads of their own: as many as asked for, whatever the machine has.
    let group = DispatchGroup()
    for thread in 0..<threads {
        DispatchQueue(label: "tracking").async(group: group) { trackAll(thread) }
    }
    group.wait()
}

/// Calls `body` with a new folder, which is gone afterwards.
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

/// The message that `body` fails with; nil where it does not.
func message<Value>(_ body: () throws -> Value) -> String? {
    do {
        _ = try body()
        return nil
    } catch {
        return "\(error)"
    }
}

/// What the file at `path` holds, in lines.
func lines(of path: String) throws -> [String] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init)
}

/// Waits for what no condition variable tells of, giving way to other threads meanwhile.
func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
    let deadline = ContinuousClock.now + timeout
    while try !condition() {
        if ContinuousClock.now > deadline { return false }
        sched_yield()
    }
    return true
}

/// Makes this process' environment that of an app under test.
func adopt(_ environment: [String: String]) {
    for (name, value) in environment { setenv(name, value, 1) }
}

/// The bridge that the environment asks for; ends the process where there is none.
func bridgeFromEnvironment() -> EventBridge {
    guard let bridge = EventBridge.fromEnvironment() else { exit(99) }
    return bridge
}

/// Runs what blocks outside the few threads that all tests and their children's keepers share.
func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "blocking").async { continuation.resume(with: Result(catching: body)) }
    }
}

/// A place in a child process that is passed when the test says so.
final class Gate: Sendable {
    let path: String
    private let descriptor: Int32

    /// A named pipe, held open at both ends, so that opening it blocks neither side.
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

    /// In the child.
    static func pass(_ path: String) {
        let descriptor = Foundation.open(path, O_RDONLY)
        var byte: UInt8 = 0
        if Platform.readBytes(descriptor, &byte, 1) != 1 { exit(98) }
        close(descriptor)
    }
}

/// How many descriptors this process has open.
func openDescriptors() -> Int { (0..<Int32(getdtablesize())).count { fcntl($0, F_GETFD) >= 0 } }

/// An event as a line of a stream has it.
func json(of event: RecordedEvent) -> String {
    var writer = JSONWriter()
    writer.write(event)
    return writer.text
}
