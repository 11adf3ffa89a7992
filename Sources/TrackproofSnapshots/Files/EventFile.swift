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
/// pipe) is copied to a temporary file first, which has no name and goes with the process.
@_spi(Tooling) public final class EventFile: Sendable {
    /// The path as the caller gave it; `-` is standard input.
    public let path: String
    private let descriptor: Int32

    /// Opens a file.
    ///
    /// - Throws: ``/TrackproofJSON/FileAccessError`` where it is not there or cannot be read.
    public init(path: String) throws {
        self.path = path
        let opened = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
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
            descriptor = try Self.spool(opened, path)
        }
    }

    deinit {
        close(descriptor)
    }

    /// Copies what can be read only once into a file without a name.
    private static func spool(_ source: Int32, _ path: String) throws -> Int32 {
        let folder = Platform.temporaryFolder
        var template = Array((folder + "/trackproof-XXXXXX").utf8CString)
        let copy = mkstemp(&template)
        guard copy >= 0 else { throw FileAccessError(folder, .create) }
        unlink(template)
        _ = fcntl(copy, F_SETFD, FD_CLOEXEC)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Platform.readBytes(source, &buffer, buffer.count)
            if count == 0 { return copy }
            if count < 0 {
                let error = FileAccessError(path, .read)
                close(copy)
                throw error
            }
            do {
                try write(all: buffer[..<count], to: copy, folder)
            } catch {
                close(copy)
                throw error
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
