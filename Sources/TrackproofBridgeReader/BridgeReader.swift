public import Trackproof
import TrackproofPlatform

/// The transport that carries events from an app to its test.
public enum BridgeTransport: String, Sendable, CaseIterable {
    /// A port of 127.0.0.1. A port works everywhere, also in simulators.
    case tcp
    /// A file to which writers append. The file contains even the last events before a crash, but it has no barrier.
    case file
}

/// The test side of a bridge, which receives the events of an app and of every process that the app starts.
///
/// ```swift
/// let reader = try BridgeReader(.tcp) { event, writer in print(event) }
/// process.environment.merge(reader.environment) { $1 }
/// // … run the process to its end …
/// let writers = reader.finish(within: .seconds(5))
/// ```
public final class BridgeReader: Sendable {
    /// The environment variables with which the test must start the app.
    public let environment: [String: String]
    private let source: any BridgeChannel
    private let folder: PrivateFolder?

    /// Starts to listen on a socket, or prepares a folder for the file.
    ///
    /// - Parameters:
    ///   - transport: The transport that carries the events.
    ///   - receive: A closure that receives each event and the name of its writer. The reader makes one call at a time,
    ///     in the order of arrival. For a socket, it calls the closure on a thread of its own. For a file, it calls the
    ///     closure during ``barrier(within:)`` or ``finish(within:)``, on the thread of the caller. The closure must
    ///     not call these two methods. It should return quickly: while it runs, events wait in the app's buffer, which
    ///     has a limit.
    /// - Throws: ``BridgeReaderError`` if the transport cannot be set up.
    public convenience init(
        _ transport: BridgeTransport = .tcp, receive: @escaping @Sendable (RecordedEvent, String) -> Void
    ) throws {
        try self.init(transport, receive: receive, onChange: {})
    }

    /// Creates a reader that also calls a closure after new input.
    ///
    /// - Parameter onChange: A closure that the reader calls on its own thread after input from a socket: a new writer,
    ///   events, or the end of a writer. The reader may also call the closure without any input.
    package init(
        _ transport: BridgeTransport, receive: @escaping @Sendable (RecordedEvent, String) -> Void,
        onChange: @escaping @Sendable () -> Void
    ) throws {
        switch transport {
        case .tcp:
            let token = Self.token()
            folder = nil
            let listener = try Listener()
            source = try SocketChannel(listener, token: token, receive: receive, onChange: onChange)
            environment = [EnvironmentVariable.bridge: listener.address, EnvironmentVariable.token: token]
        case .file:
            let folder = try PrivateFolder()
            self.folder = folder
            source = FileChannel(path: folder.events, receive: receive)
            environment = [EnvironmentVariable.bridge: "file:" + folder.events]
        }
    }

    deinit {
        // Does not wait, because `receive` may release the last reference on the reader's own thread. A wait on that
        // thread would never end.
        source.cancel()
        folder?.remove()
    }

    /// Waits until everything that the connected writers tracked before the call has arrived.
    ///
    /// Only ``BridgeBarrier/passed`` means that everything has arrived. An app answers from its main queue, so an app
    /// that blocks its main queue is silent. If ``finish(within:)`` has cut off a writer, the writer also counts as
    /// silent.
    ///
    /// A file has no barrier, so the result is ``BridgeBarrier/unsupported``. The call still reads what the writers
    /// have written to the file by then. A writer writes an event before `track` returns.
    ///
    /// - Parameter limit: The longest time to wait.
    /// - Returns: ``BridgeBarrier/passed`` if everything has arrived.
    public func barrier(within limit: Duration) -> BridgeBarrier {
        source.barrier(within: limit.seconds)
    }

    /// Receives the events that are still on their way, ends the bridge, and returns its writers.
    ///
    /// The wait ends when every writer has ended or has answered a barrier.
    ///
    /// - Parameter limit: The longest time to wait.
    /// - Returns: All writers, with the numbers of their events and the first problem of each stream.
    public func finish(within limit: Duration) -> [BridgeWriter] {
        defer { folder?.remove() }
        return source.finish(within: limit.seconds)
    }

    /// A message about input that was lost, or `nil` if there is no such input.
    ///
    /// For a file, the message says how many lines were refused and what is wrong with the first of them. The reader
    /// refuses a line if the line names no writer or cannot be understood. The message covers only the lines that were
    /// read so far. For a socket, the message says that connections were still waiting when the bridge ended.
    public var lostInput: String? { source.lostInput }

    /// The number of writers whose first line has arrived. For a file, the number of writers in the lines read so far.
    package var writerCount: Int { source.writerCount }

    /// The writers when the last barrier passed or the bridge ended. For a file, the writers in the lines read so far.
    package var writers: [BridgeWriter] { source.writers }

    /// Returns a new token of 128 random bits.
    private static func token() -> String {
        var generator = SystemRandomNumberGenerator()
        return String(generator.next() as UInt64, radix: 16) + String(generator.next() as UInt64, radix: 16)
    }
}

/// The means by which a reader receives the lines of its writers: a socket or a file.
protocol BridgeChannel: Sendable {
    func barrier(within limit: Double) -> BridgeBarrier
    func finish(within limit: Double) -> [BridgeWriter]
    var writerCount: Int { get }
    var writers: [BridgeWriter] { get }
    var lostInput: String? { get }
    /// Stops receiving lines, without waiting.
    func cancel()
}

/// An error that prevents reading a bridge.
public struct BridgeReaderError: Error, Sendable, CustomStringConvertible {
    /// What the reader tried to do, and why this failed.
    public let description: String

    init(_ what: String, code: Int32) {
        description = "\(what): \(Platform.message(forError: code))"
    }

    init(_ description: String) { self.description = description }
}
