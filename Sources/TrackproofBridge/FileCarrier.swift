internal import Trackproof
internal import TrackproofJSON

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Appends events to a file, each with one call, so that several processes can share it and what was tracked before a
/// crash is there.
final class FileCarrier: BridgeCarrier {
    private let state: Lock<State>

    /// Used under the lock only.
    private final class State {
        let descriptor: Int32
        let writer: String
        var line = JSONWriter()
        var sequence: Int64 = 0
        var lost: Int64 = 0
        var endsInsideLine = false
        var isClosed = false

        init(descriptor: Int32, writer: String) {
            self.descriptor = descriptor
            self.writer = writer
        }

        deinit {
            Platform.closeDescriptor(descriptor)
        }

        /// Says what could not be written, before anything else is; false where even that cannot be.
        func announceLoss() -> Bool {
            if lost == 0 { return true }
            guard put(.lost(lost)) else { return false }
            lost = 0
            return true
        }

        /// Writes one line with one call, so that lines of several processes do not mix.
        @discardableResult
        func put(_ content: BridgeLine) -> Bool {
            line.removeAll()
            // A full disk may have cut the last line; what follows must not stand in it.
            if endsInsideLine { line.write("\n") }
            if case .hello = content { line.write(line: content) } else { line.write(line: content, writer: writer) }
            let bytes = line.bytes
            guard let base = bytes.baseAddress else { return false }
            let count = Platform.writeBytes(descriptor, base, bytes.count)
            if count == bytes.count {
                endsInsideLine = false
                return true
            }
            if count > 0 { endsInsideLine = true }
            return false
        }
    }

    init(path: String, writer: String) throws(BridgeError) {
        // Non-blocking, so that opening a pipe without a reader does not hang; a link could lead anywhere.
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
        let descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else { throw BridgeError("file:\(path)", code: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            Platform.closeDescriptor(descriptor)
            throw BridgeError("file:\(path): not a regular file")
        }
        guard status.st_uid == geteuid() else {
            Platform.closeDescriptor(descriptor)
            throw BridgeError("file:\(path): belongs to another user")
        }
        state = Lock(State(descriptor: descriptor, writer: writer))
        state.withLock { _ = $0.put(.hello(version: 1, writer: writer, token: nil)) }
    }

    func send(_ event: RecordedEvent) {
        state.withLock { state in
            guard !state.isClosed else { return }
            var event = event
            event.sequence = state.sequence + 1
            if state.announceLoss(), state.put(.event(event)) {
                state.sequence += 1
            } else {
                state.lost += 1
            }
        }
    }

    func flush(within limit: Double) {}

    func close(within limit: Double) {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.isClosed = true
            if state.announceLoss() { state.put(.bye(state.sequence)) }
        }
    }
}
