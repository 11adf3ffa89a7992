public import Trackproof
internal import Dispatch
internal import TrackproofJSON

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The way events take from an app to its test.
public enum BridgeTransport: String, Sendable, CaseIterable {
    /// A port of 127.0.0.1: works everywhere, simulators included.
    case tcp
    /// A unix socket in a private folder.
    case unix
    /// A file that writers append to: what was tracked before a crash is there. It has no barrier.
    case file
}

/// The test side of a bridge: takes in the events of an app and of every process that it starts.
///
/// ```swift
/// let reader = try BridgeReader(.tcp) { event, writer in print(event) }
/// process.environment.merge(reader.environment) { $1 }
/// // … run the process to its end …
/// let writers = reader.finish(within: .seconds(5))
/// ```
public final class BridgeReader: Sendable {
    /// What the app must have in its environment.
    public let environment: [String: String]
    private let source: any BridgeSource
    private let folder: PrivateFolder?

    /// Starts to listen, or makes the file.
    ///
    /// - Parameter receive: called for every event in the order of arrival, one call at a time, on a thread of the
    ///   reader's; with it comes the writer's name. Events of a file come when ``finish(within:)`` is called.
    /// - Throws: ``BridgeReaderError``
    public init(
        _ transport: BridgeTransport = .tcp, receive: @escaping @Sendable (RecordedEvent, String) -> Void
    ) throws {
        switch transport {
        case .tcp, .unix:
            let token = Self.token()
            folder = transport == .unix ? try PrivateFolder() : nil
            let listener = try folder.map { try Listener(path: $0.path + "/bridge") } ?? Listener()
            source = try SocketSource(listener, token: token, receive: receive)
            environment = ["TRACKPROOF_BRIDGE": listener.address, "TRACKPROOF_TOKEN": token]
        case .file:
            let folder = try PrivateFolder()
            self.folder = folder
            let path = folder.path + "/events.ndjson"
            source = FileSource(path: path, receive: receive)
            environment = ["TRACKPROOF_BRIDGE": "file:" + path]
        }
    }

    deinit {
        _ = source.finish(within: 0)
        folder?.remove()
    }

    /// Waits until everything that the connected writers tracked before the call has arrived; returns those that did
    /// not answer within the limit. A file has no barrier: the result is nil.
    public func barrier(within limit: Duration) -> [BridgeWriter]? {
        source.barrier(within: limit.seconds)
    }

    /// Takes in what is still on its way and ends; returns what is known of each writer.
    ///
    /// Returns as soon as every writer has ended or has answered that nothing is left; `limit` bounds the wait.
    public func finish(within limit: Duration) -> [BridgeWriter] {
        defer { folder?.remove() }
        return source.finish(within: limit.seconds)
    }

    /// 128 random bits.
    private static func token() -> String {
        var generator = SystemRandomNumberGenerator()
        return String(generator.next() as UInt64, radix: 16) + String(generator.next() as UInt64, radix: 16)
    }
}

/// Where the lines of writers come from.
protocol BridgeSource: Sendable {
    func barrier(within limit: Double) -> [BridgeWriter]?
    func finish(within limit: Double) -> [BridgeWriter]
}

/// Why a bridge cannot be read.
public struct BridgeReaderError: Error, Sendable, CustomStringConvertible {
    /// What was tried, and the system's reason.
    public let description: String

    init(_ what: String, code: Int32) {
        description = "\(what): \(Platform.message(forError: code))"
    }

    init(_ description: String) { self.description = description }
}

/// A folder that only this user can enter, gone with its content when it is removed.
final class PrivateFolder: Sendable {
    let path: String

    init() throws {
        let parent = Platform.environment("TMPDIR") ?? "/tmp"
        var template = Array((parent + "/trackproof-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw BridgeReaderError(parent, code: errno) }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    func remove() {
        unlink(path + "/bridge")
        unlink(path + "/events.ndjson")
        rmdir(path)
    }
}
