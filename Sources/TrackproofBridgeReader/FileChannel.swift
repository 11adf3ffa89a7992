import Trackproof
import TrackproofFiles
import TrackproofJSON
import TrackproofBridgeProtocol
import TrackproofPlatform

/// A channel that reads the file to which writers append.
///
/// The channel reads the file at each ``barrier(within:)`` and at ``finish(within:)``.
final class FileChannel: BridgeChannel {
    private let path: String
    private let receive: @Sendable (RecordedEvent, String) -> Void
    private let state = Lock(State())

    private struct State: Sendable {
        /// The open file, or `nil` until a writer has created the file.
        var file: OpenFile?
        var lines = LineBuffer()
        var writers: [String: BridgeWriter] = [:]
        /// The names of the writers, in the order in which they appeared.
        var order: [String] = []
        /// The number of lines read so far.
        var count = 0
        /// A message about the first problem with the file or one of its lines. Any writer may have caused the problem.
        var problem: String?
        /// The number of lines that were refused, and what is wrong with the first of them.
        var refused = (count: 0, problem: "")
        /// Why the file cannot be read, or `nil` if it can be read or does not exist yet.
        var unreadable: String?
        var isFinished = false

        /// Keeps only the first problem, because later problems are often its consequences.
        mutating func note(_ problem: String) {
            if self.problem == nil { self.problem = problem }
        }

        mutating func refuse(_ problem: String) {
            if refused.count == 0 { refused.problem = problem }
            refused.count += 1
            note(problem)
        }
    }

    init(path: String, receive: @escaping @Sendable (RecordedEvent, String) -> Void) {
        self.path = path
        self.receive = receive
    }

    deinit { cancel() }

    /// Reads the lines that the file contains now. The reader cannot ask the writers whether they have more events.
    func barrier(within limit: Double) -> BridgeBarrier {
        state.withLock { drain(&$0) }
        return .unsupported
    }

    func finish(within limit: Double) -> [BridgeWriter] {
        state.withLock { state in
            if !state.isFinished {
                drain(&state)
                // On a full disk, a writer may have written a line without its line break.
                let rest = state.lines.rest
                rest.withUnsafeBufferPointer { take($0, &state, isLast: true) }
                if let problem = state.lines.problem { state.note(problem) }
                let problem = state.problem
                state.writers = state.writers.mapValues { writer in
                    var writer = writer
                    writer.isOpen = Self.mayStillWrite(writer)
                    if let problem { writer.note(problem: problem) }
                    return writer
                }
                end(&state)
            }
            return state.order.compactMap { state.writers[$0] }
        }
    }

    var writerCount: Int { state.withLock(\.order.count) }

    var writers: [BridgeWriter] {
        state.withLock { state in
            let problem = state.problem ?? state.lines.problem
            return state.order.compactMap { name in
                var writer = state.writers[name]
                if let problem { writer?.note(problem: problem) }
                return writer
            }
        }
    }

    var lostInput: String? {
        state.withLock { state in
            if state.refused.count == 0 { return state.unreadable.map { "the bridge's file: \($0)" } }
            let lines = state.count.counted("line")
            return "the bridge's file: \(state.refused.count) of \(lines) refused: \(state.refused.problem)"
        }
    }

    func cancel() { state.withLock { end(&$0) } }

    private func end(_ state: inout State) {
        state.file = nil
        state.isFinished = true
    }

    private func drain(_ state: inout State) {
        if state.isFinished { return }
        do throws(FileAccessError) {
            try drainFile(&state)
        } catch {
            state.unreadable = state.unreadable ?? "cannot be read: \(error.message)"
            state.note("the file cannot be read: \(error.message)")
        }
    }

    private func drainFile(_ state: inout State) throws(FileAccessError) {
        if state.file == nil {
            do throws(FileAccessError) {
                // An app can replace the file, also by a link or a pipe.
                state.file = try OpenFile(path: path, followsLink: false)
            } catch {
                if error.code == ENOENT { return }
                throw error
            }
        }
        guard let file = state.file else { return }
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
        defer { chunk.deallocate() }
        while true {
            let count = try file.read(into: chunk)
            guard count > 0 else { return }
            // Takes the buffer out of `state`, because `take` changes `state` while the buffer is in use.
            var lines = LineBuffer()
            swap(&lines, &state.lines)
            lines.append(UnsafeRawBufferPointer(rebasing: chunk[..<count])) { take($0, &state) }
            swap(&lines, &state.lines)
        }
    }

    private func take(_ bytes: UnsafeBufferPointer<UInt8>, _ state: inout State, isLast: Bool = false) {
        // If the file ends with a line break, nothing is left after the last line.
        if isLast, bytes.isEmpty { return }
        state.count += 1
        if bytes.isEmpty { return }
        do throws(JSONFailure) {
            let (line, writer) = try JSONCursor.wholeBridgeLine(bytes)
            guard let writer else {
                return state.refuse("line \(state.count): expected a string in the member \"writer\"")
            }
            take(line, of: writer, &state)
        } catch {
            // A process may have ended before it wrote all of the last line. If a goodbye is missing too, it shows that
            // events may be lost.
            if isLast, error.isIncomplete, state.writers.values.contains(where: { !$0.endedInOrder }) { return }
            state.refuse(error.problem(inLine: state.count))
        }
    }

    private func take(_ line: BridgeLine, of name: String, _ state: inout State) {
        if state.writers[name] == nil {
            state.writers[name] = BridgeWriter(name: name)
            state.order.append(name)
            if case .hello(let version, _, _, let unavailable) = line {
                state.writers[name]?.unavailable = unavailable
                if version != 1 { state.note("expected version 1 of the bridge, found version \(version)") }
                return
            }
        }
        state.writers[name]?.note(line, inLine: state.count)
        if case .event(let event) = line { receive(event, name) }
    }

    /// Returns whether a writer may still write to the file.
    ///
    /// A file does not show which processes have it open, but the name of a writer begins with its process id.
    private static func mayStillWrite(_ writer: BridgeWriter) -> Bool {
        guard !writer.endedInOrder, let process = pid_t(writer.name.prefix { $0 != "-" }), process > 0
        else { return false }
        return kill(process, 0) == 0 || errno == EPERM
    }
}
