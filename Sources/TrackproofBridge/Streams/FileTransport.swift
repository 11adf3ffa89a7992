import Trackproof
import TrackproofJSON
import TrackproofPlatform
import TrackproofBridgeProtocol

/// A transport that appends events to a file.
///
/// It writes each event with a single system call. So several processes can share the file, and a crash loses no event
/// that was tracked before the crash.
final class FileTransport: StreamTransport {
    private let state: Lock<State>

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

        /// Writes a line with the number of events that the transport could not write, if there are such events.
        ///
        /// - Returns: `false` if the transport cannot write this line either.
        func announceLoss() -> Bool {
            if lost == 0 { return true }
            guard put(.lost(lost)) else { return false }
            lost = 0
            return true
        }

        func send(_ event: RecordedEvent) {
            if isClosed { return }
            var event = event
            event.sequence = sequence + 1
            if announceLoss(), put(.event(event)) {
                sequence += 1
            } else {
                lost += 1
            }
        }

        func close() {
            if isClosed { return }
            isClosed = true
            if announceLoss() { put(.bye(sequence)) }
        }

        /// Writes a line with a single system call, so that lines of several processes do not mix.
        @discardableResult
        func put(_ content: BridgeLine) -> Bool {
            line.removeAll()
            // If a full disk has cut off the previous line, a line break separates it from the new line.
            if endsInsideLine { line.write("\n") }
            line.write(line: content, writer: writer)
            let bytes = line.bytes
            // No reader accepts a line of more than `eventBytes`. The transport does not write such a line, and counts
            // its event as lost.
            guard let base = bytes.baseAddress, bytes.count <= JSONLimits.eventBytes else { return false }
            let count = Platform.writeBytes(descriptor, base, bytes.count)
            if count > 0 { endsInsideLine = count < bytes.count }
            // Returns `true` even if the line break is missing, because a reader accepts the last line without it.
            return count >= bytes.count - 1
        }
    }

    init(path: String, writer: String, unavailable: [String] = []) throws(BridgeError) {
        // With `O_NONBLOCK`, opening a pipe without a reader does not hang. With `O_NOFOLLOW`, the system refuses a
        // symbolic link, which could lead anywhere.
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
        let descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else {
            if errno == ELOOP { throw BridgeError("file:\(path): expected a regular file, found a symbolic link") }
            throw BridgeError("file:\(path)", code: errno)
        }
        // `lseek` fails for a pipe. The bridge refuses a pipe, because a write to a pipe without a reader ends the app by
        // SIGPIPE.
        guard lseek(descriptor, 0, SEEK_END) >= 0 else {
            Platform.closeDescriptor(descriptor)
            throw BridgeError("file:\(path): not a regular file")
        }
        state = Lock(State(descriptor: descriptor, writer: writer))
        state.withLock {
            _ = $0.put(.hello(version: 1, writer: writer, token: nil, unavailable: unavailable))
        }
        OpenTransports.add(self)
    }

    func send(_ event: RecordedEvent) {
        state.withLock { $0.send(event) }
    }

    func announce(lost count: Int64) {
        state.withLock { $0.lost += count }
    }

    func close() {
        state.withLock { $0.close() }
    }

    // `send` has already written each event, so there is nothing to wait for.

    func flush(within limit: Double) {}

    func waitForEnd(until deadline: UInt64) {}
}
