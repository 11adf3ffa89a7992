internal import Trackproof
internal import TrackproofJSON

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Reads the file that writers appended to, at the end.
final class FileSource: BridgeSource {
    private let path: String
    private let receive: @Sendable (RecordedEvent, String) -> Void
    private let writers = Lock<[BridgeWriter]?>(nil)

    init(path: String, receive: @escaping @Sendable (RecordedEvent, String) -> Void) {
        self.path = path
        self.receive = receive
    }

    func barrier(within limit: Double) -> [BridgeWriter]? { nil }

    func finish(within limit: Double) -> [BridgeWriter] {
        writers.withLock { writers in
            if let writers { return writers }
            let found = readAll()
            writers = found
            return found
        }
    }

    private func readAll() -> [BridgeWriter] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        // No writer, no file.
        guard descriptor >= 0 else { return [] }
        defer { Platform.closeDescriptor(descriptor) }
        let window = ByteWindow(descriptor: descriptor, file: path)
        var writers: [String: BridgeWriter] = [:]
        var order: [String] = []
        do {
            while true {
                try window.skipSpace()
                if window.isEmpty { break }
                guard let (line, name) = try readLine(window), let name else { continue }
                if writers[name] == nil {
                    writers[name] = BridgeWriter(name: name)
                    order.append(name)
                }
                switch line {
                case .hello, .barrier: break
                case .event(let event):
                    writers[name]?.note(sequence: event.sequence)
                    receive(event, name)
                case .lost(let count): writers[name]?.lost += count
                case .bye(let sequence):
                    writers[name]?.note(bye: sequence)
                    writers[name]?.isOpen = false
                }
            }
        } catch {
            for name in order where writers[name]?.endedInOrder == false { writers[name]?.problem = "\(error)" }
        }
        return order.compactMap { writers[$0] }
    }

    /// The next line; nil where a full disk or the end of a process cut it. What is missing shows in the numbers.
    private func readLine(_ window: ByteWindow) throws -> (line: BridgeLine, writer: String?)? {
        do {
            return try window.read { (cursor: inout JSONCursor) throws(JSONFailure) in try cursor.bridgeLine() }
        } catch is EventFormatError {
            try window.read { (cursor: inout JSONCursor) throws(JSONFailure) in try cursor.skipLine() }
            return nil
        }
    }
}
