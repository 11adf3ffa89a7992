internal import Trackproof
internal import TrackproofJSON

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Reads the file that writers append to, whenever it is asked.
final class FileSource: BridgeSource {
    private let path: String
    private let receive: @Sendable (RecordedEvent, String) -> Void
    private let state = Lock(State())

    private struct State: Sendable {
        /// Nil until a writer has made the file.
        var descriptor: Int32?
        var lines = LineBuffer()
        var writers: [String: BridgeWriter] = [:]
        /// The names of the writers as they came.
        var order: [String] = []
        var isFinished = false
    }

    init(path: String, receive: @escaping @Sendable (RecordedEvent, String) -> Void) {
        self.path = path
        self.receive = receive
    }

    deinit { cancel() }

    /// Takes in what is there. Nobody is asked, so whether all writers are heard nobody knows: nil.
    func barrier(within limit: Double) -> [BridgeWriter]? {
        state.withLock { takeIn(&$0) }
        return nil
    }

    func finish(within limit: Double) -> [BridgeWriter] {
        state.withLock { state in
            if !state.isFinished {
                takeIn(&state)
                // A full disk may have taken a line but not its line break; what is cut inside is no line.
                let rest = state.lines.rest
                rest.withUnsafeBufferPointer { take($0, &state) }
                state.writers = state.writers.mapValues { writer in
                    var writer = writer
                    writer.isOpen = Self.mayWriteOn(writer)
                    return writer
                }
                end(&state)
            }
            return state.order.compactMap { state.writers[$0] }
        }
    }

    func cancel() { state.withLock { end(&$0) } }

    private func end(_ state: inout State) {
        if let descriptor = state.descriptor { Platform.closeDescriptor(descriptor) }
        state.descriptor = nil
        state.isFinished = true
    }

    private func takeIn(_ state: inout State) {
        if state.isFinished { return }
        if state.descriptor == nil {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
            guard descriptor >= 0 else { return }
            state.descriptor = descriptor
        }
        guard let descriptor = state.descriptor else { return }
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Platform.readBytes(descriptor, &chunk, chunk.count)
            guard count > 0 else { return }
            // Taken out meanwhile, because its lines change the rest of the state.
            var lines = LineBuffer()
            swap(&lines, &state.lines)
            chunk.withUnsafeBytes { bytes in
                lines.append(UnsafeRawBufferPointer(rebasing: bytes[..<count])) { take($0, &state) }
            }
            swap(&lines, &state.lines)
        }
    }

    private func take(_ bytes: UnsafeBufferPointer<UInt8>, _ state: inout State) {
        guard let (line, writer) = Self.line(bytes), let name = writer else { return }
        if state.writers[name] == nil {
            state.writers[name] = BridgeWriter(name: name)
            state.order.append(name)
        }
        switch line {
        case .hello, .barrier: break
        case .event(let event):
            state.writers[name]?.note(sequence: event.sequence)
            receive(event, name)
        case .lost(let count): state.writers[name]?.note(lost: count)
        case .bye(let sequence): state.writers[name]?.note(bye: sequence)
        }
    }

    /// What a line says; nil where a full disk or the end of a process cut it. What is missing shows in the numbers.
    private static func line(_ bytes: UnsafeBufferPointer<UInt8>) -> (line: BridgeLine, writer: String?)? {
        if bytes.isEmpty { return nil }
        do throws(JSONFailure) { return try JSONCursor.wholeBridgeLine(bytes) } catch { return nil }
    }

    /// A file does not tell who still has it open, but a writer's name begins with the number of its process.
    private static func mayWriteOn(_ writer: BridgeWriter) -> Bool {
        guard !writer.endedInOrder, let process = pid_t(writer.name.prefix { $0 != "-" }), process > 0
        else { return false }
        return kill(process, 0) == 0 || errno == EPERM
    }
}
