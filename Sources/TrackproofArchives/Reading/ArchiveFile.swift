internal import Trackproof
@_spi(Tooling) public import TrackproofJSON
internal import TrackproofPlatform

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// An open file of an archive. Several threads can read from the file at the same time.
@_spi(Tooling) public final class ArchiveFile: Sendable {
    /// The path that the caller passed to `init`. `-` is standard input.
    public let path: String
    /// The size in bytes, or `nil` if the bytes can be read only once, as from standard input or a pipe.
    public let size: UInt64?
    let descriptor: Int32

    /// Opens the file at a path, or standard input if the path is `-`.
    ///
    /// - Throws: ``/TrackproofJSON/FileAccessError`` if the file does not exist or cannot be read.
    public init(path: String) throws {
        self.path = path
        let opened = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else { throw FileAccessError(path, .open) }
        var status = stat()
        guard fstat(opened, &status) == 0 else {
            defer { close(opened) }
            throw FileAccessError(path, .open)
        }
        if status.st_mode & S_IFMT == S_IFDIR {
            close(opened)
            throw FileAccessError(path, .open, code: EISDIR)
        }
        let isFile = path != "-" && status.st_mode & S_IFMT == S_IFREG
        size = isFile ? UInt64(max(0, status.st_size)) : nil
        descriptor = opened
    }

    deinit { close(descriptor) }

    /// Checks that the size of the file has not changed since `init` opened the file.
    ///
    /// - Throws: ``/TrackproofJSON/FileAccessError`` if the size has changed.
    public func checkSize() throws {
        guard let size else { return }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileAccessError(path, .read) }
        guard UInt64(max(0, status.st_size)) == size else { throw Self.changed(path) }
    }

    /// Returns the error for a file whose size changed during a check.
    public static func changed(_ path: String) -> FileAccessError {
        FileAccessError(path, .read, code: 0, message: "the size of the file changed during the check")
    }

    /// Returns a source of the file's bytes, beginning with the byte at `offset`.
    ///
    /// If ``size`` is `nil`, `offset` must be 0, and only one source may be used.
    func bytes(from offset: UInt64) -> any ByteSource { FileBytes(self, from: offset) }
}

private final class FileBytes: ByteSource {
    private let file: ArchiveFile
    private var offset: UInt64

    init(_ file: ArchiveFile, from offset: UInt64) {
        self.file = file
        self.offset = offset
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard let base = buffer.baseAddress else { return 0 }
        let count =
            file.size == nil
            ? Platform.readBytes(file.descriptor, base, buffer.count)
            : Platform.readBytes(file.descriptor, base, buffer.count, at: offset)
        guard count >= 0 else { throw FileAccessError(file.path, .read) }
        offset += UInt64(count)
        return count
    }
}
