public import Trackproof
@_spi(Tooling) public import TrackproofJSON
internal import TrackproofPlatform

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// An open file of events that can be read several times.
///
/// The file can have any size, because only one event is in memory at a time. Standard input and pipes can be read only
/// once, so their content is first copied to a temporary file. The operating system removes this file when the
/// ``EventFile`` is deinitialized or the process ends. The copy has a size limit, because a pipe may never end.
@_spi(Tooling) public final class EventFile: Sendable {
    /// The path as the caller gave it. `-` means standard input.
    public let path: String
    private let descriptor: Int32

    /// The maximum number of bytes that are copied from standard input or from a pipe.
    private static let copyLimit = 1 << 30
    /// The maximum number of bytes of white space at the beginning of standard input or of a pipe.
    ///
    /// Without this limit, endless white space would be copied until ``copyLimit`` is reached.
    private static let blankLimit = 1 << 20
    /// How long to wait until a process begins to write to a pipe, in milliseconds.
    private static let pipeTimeout: Int32 = 2_000

    /// Opens a file. Copies the content of standard input or of a pipe to a temporary file.
    ///
    /// - Throws: ``/TrackproofJSON/FileAccessError`` if the file does not exist or cannot be read, or
    ///   ``/TrackproofJSON/EventFormatError`` if standard input or a pipe begins with more than 1 MB of white space.
    public init(path: String) throws {
        self.path = path
        // Without `O_NONBLOCK`, opening a pipe would wait until a process writes to the pipe.
        let opened = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard opened >= 0 else { throw FileAccessError(path, .open) }
        var status = stat()
        guard fstat(opened, &status) == 0 else {
            defer { close(opened) }
            throw FileAccessError(path, .open)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG where path != "-":
            descriptor = opened
        case S_IFDIR:
            close(opened)
            throw FileAccessError(path, .open, code: EISDIR)
        default:
            defer { close(opened) }
            let isPipe = path != "-" && status.st_mode & S_IFMT == S_IFIFO
            descriptor = try Self.copy(opened, path, isPipe: isPipe)
        }
    }

    deinit {
        close(descriptor)
    }

    /// Copies standard input or a pipe to a temporary file that has no name.
    ///
    /// The copy stops if the input does not begin with `{` or `[`. In that case, the reader of the copy reports an
    /// error at the first byte of the copy.
    private static func copy(_ source: Int32, _ path: String, isPipe: Bool) throws -> Int32 {
        let copy = try makeTemporary()
        do {
            var isAwaited = isPipe && !hasInput(source)
            var start = DocumentStart()
            var size = 0
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            while start != .other {
                let count = Platform.readBytes(source, &buffer, buffer.count)
                if count < 0, errno == EAGAIN {
                    // `EAGAIN` means that a process has opened the pipe for writing. So it is safe to wait for this
                    // process from now on.
                    isAwaited = false
                    _ = fcntl(source, F_SETFL, fcntl(source, F_GETFL) & ~O_NONBLOCK)
                    var polled = pollfd(fd: source, events: Int16(POLLIN), revents: 0)
                    poll(&polled, 1, -1)
                    continue
                }
                guard count >= 0 else { throw FileAccessError(path, .read) }
                if count == 0, isAwaited {
                    throw FileAccessError(path, .read, code: EPIPE, message: "no process is writing to this pipe")
                }
                if count == 0 { break }
                isAwaited = false
                size += count
                guard size <= copyLimit else {
                    let limit = "the input exceeds \(copyLimit >> 20) MB and may be endless; write it to a file first"
                    throw FileAccessError(path, .read, code: EFBIG, message: limit)
                }
                start.take(buffer[..<count])
                guard start != .unknown || size <= blankLimit else {
                    let message = "expected an event, found more than \(blankLimit >> 20) MB of white space"
                    throw EventFormatError(file: path, line: 1, column: 1, message: message)
                }
                try write(all: buffer[..<count], to: copy, Platform.temporaryFolder)
            }
            return copy
        } catch {
            close(copy)
            throw error
        }
    }

    private static func makeTemporary() throws -> Int32 {
        let folder = Platform.temporaryFolder
        var template = Array((folder + "/trackproof-XXXXXX").utf8CString)
        let file = mkstemp(&template)
        guard file >= 0 else { throw FileAccessError(folder, .create) }
        unlink(template)
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        return file
    }

    /// Returns whether input arrives, or the writing process closes the pipe, within ``pipeTimeout``.
    private static func hasInput(_ pipe: Int32) -> Bool {
        var polled = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, pipeTimeout) > 0
    }

    /// Whether a document begins like JSON. `unknown` means that all bytes so far are white space.
    private enum DocumentStart {
        case unknown, json, other

        init() { self = .unknown }

        mutating func take(_ bytes: ArraySlice<UInt8>) {
            guard self == .unknown else { return }
            // Skips white space, and the three bytes of a UTF-8 byte order mark.
            let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
            switch first {
            case nil: break
            case UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
            default: self = .other
            }
        }
    }

    /// Returns a reader that starts at the first event.
    package func reader() throws -> EventReader {
        try EventReader(ByteWindow(descriptor: descriptor, owner: self, file: path), file: path)
    }

    /// Returns the event that starts at the byte with the index `offset` in the file.
    package func event(at offset: UInt64, shape: EventShape) throws -> RecordedEvent {
        let window = ByteWindow(descriptor: descriptor, offset: offset, chunk: 1 << 12, file: path)
        return try window.read { (cursor: inout JSONCursor) throws(JSONFailure) in try cursor.recordedEvent(shape) }
    }

    /// Calls `body` for every event, in order.
    ///
    /// - Returns: An error that says where the last line is cut short, or `nil` if the last line is complete.
    /// - Throws: ``/TrackproofJSON/EventFormatError`` that says where the file contains something other than an event,
    ///   or ``/TrackproofJSON/FileAccessError`` if reading fails.
    @discardableResult
    public func forEach(_ body: (RecordedEvent) throws -> Void) throws -> EventFormatError? {
        let reader = try reader()
        try reader.checkMembers()
        while let event = try reader.next() { try body(event) }
        try reader.checkMembers()
        return reader.truncation
    }
}

/// Writes all of `bytes`, in as many calls of `write` as necessary.
func write(all bytes: some Collection<UInt8>, to descriptor: Int32, _ path: String) throws {
    func write(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        var rest = UnsafeRawBufferPointer(bytes)
        while let base = rest.baseAddress, !rest.isEmpty {
            let count = Platform.writeBytes(descriptor, base, rest.count)
            guard count >= 0 else { throw FileAccessError(path, .write) }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
    }
    if try bytes.withContiguousStorageIfAvailable(write) == nil {
        try Array(bytes).withUnsafeBufferPointer(write)
    }
}
