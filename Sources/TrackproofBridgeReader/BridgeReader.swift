public import Trackproof
internal import TrackproofPlatform

/// The way events take from an app to its test.
@_spi(Tooling) public enum BridgeTransport: String, Sendable, CaseIterable {
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
@_spi(Tooling) public final class BridgeReader: Sendable {
    /// What the app must have in its environment.
    public let environment: [String: String]
    private let source: any BridgeSource
    private let folder: PrivateFolder?

    /// Starts to listen, or makes the file.
    ///
    /// - Parameters:
    ///   - transport: how events come.
    ///   - receive: called for every event in the order of arrival, one call at a time, on a thread of the reader's;
    ///     with it comes the writer's name. Events of a file come when ``barrier(within:)`` or ``finish(within:)`` is
    ///     called, on that thread. It must call neither itself, and should not take long: what a slow one keeps
    ///     waiting is the app's buffer, which is bounded.
    /// - Throws: ``BridgeReaderError``
    public convenience init(
        _ transport: BridgeTransport = .tcp, receive: @escaping @Sendable (RecordedEvent, String) -> Void
    ) throws {
        try self.init(transport, receive: receive, onChange: {})
    }

    /// - Parameter onChange: called on the reader's thread whenever something came in from a socket: a writer, events,
    ///   an end.
    package init(
        _ transport: BridgeTransport, receive: @escaping @Sendable (RecordedEvent, String) -> Void,
        onChange: @escaping @Sendable () -> Void
    ) throws {
        switch transport {
        case .tcp, .unix:
            let token = Self.token()
            folder = transport == .unix ? try PrivateFolder(isForSocket: true) : nil
            let listener = try folder.map { try Listener(path: $0.socket) } ?? Listener()
            source = try SocketSource(listener, token: token, receive: receive, onChange: onChange)
            environment = ["TRACKPROOF_BRIDGE": listener.address, "TRACKPROOF_TOKEN": token]
        case .file:
            let folder = try PrivateFolder()
            self.folder = folder
            source = FileSource(path: folder.events, receive: receive)
            environment = ["TRACKPROOF_BRIDGE": "file:" + folder.events]
        }
    }

    deinit {
        // No wait: the last to let go may be `receive`, on the reader's own thread.
        source.cancel()
        folder?.remove()
    }

    /// Waits until everything that the connected writers tracked before the call has arrived, within the limit. An app
    /// answers from its main queue: one that blocks it is silent. After ``finish(within:)`` those are silent whom it
    /// cut off.
    ///
    /// Only ``BridgeBarrier/passed`` says that all is there. A file has no barrier: the result is
    /// ``BridgeBarrier/unsupported``. What its writers have written by then is taken in all the same, and they write
    /// before `track` returns.
    public func barrier(within limit: Duration) -> BridgeBarrier {
        source.barrier(within: limit.seconds)
    }

    /// Takes in what is still on its way and ends; returns what is known of each writer.
    ///
    /// Returns as soon as every writer has ended or has answered that nothing is left; `limit` bounds the wait.
    public func finish(within limit: Duration) -> [BridgeWriter] {
        defer { folder?.remove() }
        return source.finish(within: limit.seconds)
    }

    /// What a file has that was not taken, because no writer is named or it cannot be understood: how many lines, and
    /// what is wrong with the first. Nil where there are none; as far as the file was read.
    public var refusedLines: String? { source.refusedLines }

    /// How many writers have introduced themselves; of a file as far as it was read.
    package var writerCount: Int { source.writerCount }

    /// What was known of the writers at the last barrier that passed; of a file as far as it was read.
    package var writers: [BridgeWriter] { source.writers }

    /// 128 random bits.
    private static func token() -> String {
        var generator = SystemRandomNumberGenerator()
        return String(generator.next() as UInt64, radix: 16) + String(generator.next() as UInt64, radix: 16)
    }
}

/// Where the lines of writers come from.
protocol BridgeSource: Sendable {
    func barrier(within limit: Double) -> BridgeBarrier
    func finish(within limit: Double) -> [BridgeWriter]
    var writerCount: Int { get }
    var writers: [BridgeWriter] { get }
    var refusedLines: String? { get }
    /// Ends without waiting for anything.
    func cancel()
}

/// Why a bridge cannot be read.
@_spi(Tooling) public struct BridgeReaderError: Error, Sendable, CustomStringConvertible {
    /// What was tried, and the system's reason.
    public let description: String

    init(_ what: String, code: Int32) {
        description = "\(what): \(Platform.message(forError: code))"
    }

    init(_ description: String) { self.description = description }
}
