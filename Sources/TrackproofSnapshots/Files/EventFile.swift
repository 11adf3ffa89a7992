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

/// An open file of events, of any accepted layout and shape, read as often as needed.
///
/// The file may have any size: reading takes the memory of one event. What cannot be read twice (standard input, a
/// pipe) is copied to a temporary file first, which has no name and goes with the process. That is bounded: it may be
/// without end.
@_spi(Tooling) public final class EventFile: Sendable {
    /// The path as the caller gave it; `-` is standard input.
    public let path: String
    private let descriptor: Int32

    /// So many bytes are copied at most.
    private static let copyLimit = 1 << 30
    /// And so many in which nothing begins: endless blank lines are refused soon.
    private static let blankLimit = 1 << 20
    /// Milliseconds for somebody to begin to write to a pipe.
    private static let pipePatience: Int32 = 2_000

    /// Opens a file.
    ///
    /// - Throws: ``/TrackproofJSON/FileAccessError`` where it is not there or cannot be read.
    public init(path: String) throws {
        self.path = path
        // Non-blocking, since to open a pipe would wait for somebody to write to it.
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

    /// Copies what can be read only once into a file without a name.
    ///
    /// What does not begin as JSON is not read on: the reader says what is wrong with its first byte.
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
                    // Somebody is about to write: from now on reading may wait.
                    isAwaited = false
                    _ = fcntl(source, F_SETFL, fcntl(source, F_GETFL) & ~O_NONBLOCK)
                    var polled = pollfd(fd: source, events: Int16(POLLIN), revents: 0)
                    poll(&polled, 1, -1)
                    continue
                }
                guard count >= 0 else { throw FileAccessError(path, .read) }
                if count == 0, isAwaited {
                    throw FileAccessError(path, .read, code: EPIPE, message: "nobody writes to this pipe")
                }
                if count == 0 { break }
                isAwaited = false
                size += count
                guard size <= copyLimit else {
                    let limit = "has more than \(copyLimit >> 20) MB and may have no end; write it to a file first"
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

    /// Whether there is something to read soon, or whoever wrote has gone.
    private static func hasInput(_ pipe: Int32) -> Bool {
        var polled = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, pipePatience) > 0
    }

    /// What the first bytes say of a document, as far as they are known.
    private enum DocumentStart {
        case unknown, json, other

        init() { self = .unknown }

        mutating func take(_ bytes: ArraySlice<UInt8>) {
            guard self == .unknown else { return }
            // White space, and the three bytes of a mark of UTF-8.
            let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
            switch first {
            case nil: break
            case UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
            default: self = .other
            }
        }
    }

    /// A reader of all events from the first on.
    package func reader() throws -> EventReader {
        try EventReader(ByteWindow(descriptor: descriptor, owner: self, file: path), file: path)
    }

    /// The event that starts at `offset`.
    package func event(at offset: UInt64, shape: EventShape) throws -> RecordedEvent {
        let window = ByteWindow(descriptor: descriptor, offset: offset, chunk: 1 << 12, file: path)
        return try window.read { (cursor: inout JSONCursor) throws(JSONFailure) in try cursor.recordedEvent(shape) }
    }

    /// Calls `body` for every event in order; returns where the last line was cut short, if it was.
    ///
    /// - Throws: ``/TrackproofJSON/EventFormatError`` with the place of what is no event, ``/TrackproofJSON/FileAccessError`` where reading fails.
    @discardableResult
    public func forEach(_ body: (RecordedEvent) throws -> Void) throws -> EventFormatError? {
        let reader = try reader()
        try reader.checkMembers()
        while let event = try reader.next() { try body(event) }
        try reader.checkMembers()
        return reader.truncation
    }
}

/// Writes all of `bytes`, however many calls that takes.
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
