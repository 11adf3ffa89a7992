public import TrackproofJSON
import TrackproofPlatform

/// An open file of the user.
///
/// All commands and libraries open files of users by this class, so that a pipe or a device in the place of a file never
/// makes them wait. If the system's `open` waited for another process, no signal and no time limit would end it.
public final class OpenFile: Sendable {
    /// What a path may lead to.
    public enum Kinds: Sendable {
        /// A regular file.
        case regular
        /// A regular file, or standard input, whose path is `-` or `/dev/stdin`.
        case input
        /// A regular file, standard input, or a pipe or a device. Use this case only for a path that the user named,
        /// and not for a file in a folder.
        case any
    }

    /// The path that the caller passed to `init`.
    public let path: String
    /// The file descriptor, which is closed when this object is released.
    public let descriptor: Int32
    /// The status of the file when it was opened.
    public let status: FileStatus
    /// Whether the bytes can be read only once, as from standard input or a pipe.
    public var isStream: Bool { isInput || status.kind != .regular }

    private let isInput: Bool
    /// Whether a process must begin to write to the pipe. The value is `false` after the first read.
    private let isAwaitingWriter: Lock<Bool>

    /// How long to wait until a process begins to write to a pipe, in milliseconds.
    private static let pipeTimeout: Int32 = 2_000

    /// Opens a file to read it.
    ///
    /// If the path leads to a pipe to which no process writes, this method waits for two seconds. Without a writer by
    /// then, the first read throws an error.
    ///
    /// - Parameter followsLink: Whether the path may be a symbolic link.
    /// - Throws: ``/TrackproofJSON/FileAccessError`` if the file does not exist, is of another kind or cannot be read.
    public convenience init(path: String, _ kinds: Kinds = .regular, followsLink: Bool = true) throws(FileAccessError) {
        let isInput = path == "-" && kinds != .regular || path == "/dev/stdin" && kinds == .input
        let descriptor =
            isInput
            ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
            : path.withPath { open($0, Self.flags(O_RDONLY, followsLink)) }
        try self.init(path, descriptor, .open, allowsOthers: isInput || kinds == .any, isInput: isInput)
    }

    /// Writes bytes in one call. So the lines of several processes that append to one file do not mix.
    ///
    /// - Throws: ``/TrackproofJSON/FileAccessError`` if not all bytes were written.
    public func append(_ bytes: [UInt8]) throws(FileAccessError) {
        let count = bytes.withUnsafeBytes { bytes in
            bytes.baseAddress.map { Platform.writeBytes(descriptor, $0, bytes.count) } ?? 0
        }
        if count < 0 { throw FileAccessError(path, .write, code: errno) }
        if count < bytes.count { throw FileAccessError(path, .write, code: ENOSPC) }
    }

    /// Opens a regular file to write to it, and creates it if it does not exist.
    ///
    /// - Parameters:
    ///   - flags: The flags of `open(2)`, such as `O_WRONLY | O_APPEND`. The flag `O_CREAT` is not necessary.
    ///   - mode: The permissions of a new file.
    ///   - followsLink: Whether the path may be a symbolic link.
    /// - Throws: ``/TrackproofJSON/FileAccessError`` if the file is not regular or cannot be opened.
    public convenience init(
        writing path: String, flags: Int32, mode: UInt32 = 0o644, followsLink: Bool = true
    ) throws(FileAccessError) {
        let descriptor = path.withPath { open($0, Self.flags(flags | O_CREAT, followsLink), mode_t(mode)) }
        try self.init(path, descriptor, .create, allowsOthers: false, isInput: false)
    }

    /// Creates a temporary file without a name. The system removes it when it is closed.
    public convenience init(temporaryIn folder: String) throws(FileAccessError) {
        var template = (folder + "/trackproof-XXXXXX").cPath
        let descriptor = mkstemp(&template)
        if descriptor >= 0 {
            unlink(template)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        try self.init(folder, descriptor, .create, allowsOthers: false, isInput: false)
    }

    private init(
        _ path: String, _ opened: Int32, _ operation: FileAccessError.Operation, allowsOthers: Bool, isInput: Bool
    ) throws(FileAccessError) {
        // With `O_NONBLOCK`, opening a socket, or a pipe without a reader to write to it, fails with `ENXIO`.
        if opened < 0, errno == ENXIO { throw Self.notRegular(path, operation) }
        guard opened >= 0 else { throw FileAccessError(path, operation) }
        guard let status = FileStatus(of: opened) else {
            let code = errno
            close(opened)
            throw FileAccessError(path, operation, code: code)
        }
        if status.kind == .folder || status.kind != .regular && !allowsOthers {
            close(opened)
            throw status.kind == .folder
                ? FileAccessError(path, operation, code: EISDIR) : Self.notRegular(path, operation)
        }
        let isPipe = status.kind == .pipe && !isInput
        (self.path, descriptor, self.status, self.isInput) = (path, opened, status, isInput)
        isAwaitingWriter = Lock(isPipe && !Self.hasInput(opened))
        // Standard input keeps its flags, because other processes use it too.
        if !isInput, status.kind != .regular { _ = fcntl(opened, F_SETFL, fcntl(opened, F_GETFL) & ~O_NONBLOCK) }
    }

    deinit { close(descriptor) }

    /// Returns whether a process must begin to write to the pipe, and sets this value to `false`.
    func takeIsAwaitingWriter() -> Bool {
        isAwaitingWriter.withLock { isAwaiting in
            defer { isAwaiting = false }
            return isAwaiting
        }
    }

    private static func flags(_ flags: Int32, _ followsLink: Bool) -> Int32 {
        flags | O_CLOEXEC | O_NONBLOCK | (followsLink ? 0 : O_NOFOLLOW)
    }

    private static func notRegular(_ path: String, _ operation: FileAccessError.Operation) -> FileAccessError {
        FileAccessError(path, operation, code: EINVAL, message: "it is not a regular file")
    }

    /// Returns whether input arrives, or the writing process closes the pipe, within ``pipeTimeout``.
    private static func hasInput(_ pipe: Int32) -> Bool {
        var polled = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, pipeTimeout) > 0
    }
}

extension OpenFile {
    /// Reads the next bytes. Waits until there is at least one byte.
    ///
    /// - Returns: The number of bytes, or 0 at the end of the file.
    /// - Throws: ``/TrackproofJSON/FileAccessError`` if reading fails, or if no process writes to the pipe.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileAccessError) -> Int {
        guard let base = buffer.baseAddress else { return 0 }
        while true {
            let count = Platform.readBytes(descriptor, base, buffer.count)
            if count < 0, errno == EAGAIN {
                // Another process with the same standard input has made it non-blocking.
                var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                poll(&polled, 1, -1)
                continue
            }
            guard count >= 0 else { throw FileAccessError(path, .read) }
            if takeIsAwaitingWriter(), count == 0 {
                throw FileAccessError(path, .read, code: EPIPE, message: "no process is writing to this pipe")
            }
            return count
        }
    }

    /// Reads the bytes at an offset. Several threads can call this method at the same time.
    ///
    /// - Returns: The number of bytes, or 0 if the file ends at the offset or before it.
    /// - Throws: ``/TrackproofJSON/FileAccessError`` if reading fails.
    public func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64
    ) throws(FileAccessError) -> Int {
        guard let base = buffer.baseAddress else { return 0 }
        let count = Platform.readBytes(descriptor, base, buffer.count, at: offset)
        guard count >= 0 else { throw FileAccessError(path, .read) }
        return count
    }

    /// Returns the bytes from the current position to the end of the file.
    ///
    /// - Parameter limit: The maximum number of bytes that the caller accepts. If there are more bytes, the result has
    ///   at least one byte more than the limit, and the rest is not read.
    /// - Throws: ``/TrackproofJSON/FileAccessError`` if reading fails.
    public func bytes(limit: Int) throws(FileAccessError) -> [UInt8] {
        var bytes: [UInt8] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
        defer { buffer.deallocate() }
        while bytes.count <= limit {
            let count = try read(into: buffer)
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return bytes
    }
}

/// The status of a file, as `stat(2)` reports it.
public struct FileStatus: Sendable, Hashable {
    /// The kind of a file. For example, a device or a socket is `other`.
    public enum Kind: Sendable {
        case regular, folder, link, pipe, other
    }

    /// The kind of the file.
    public let kind: Kind
    /// The permission bits, such as `0o644`.
    public let permissions: UInt32
    /// The id of the user who owns the file.
    public let owner: UInt32
    /// The id of the device that the file is on.
    public let device: UInt64
    /// The inode number of the file on its device.
    public let number: UInt64
    /// The number of hard links to the file.
    public let links: UInt64
    /// The size of the file, in bytes.
    public let size: Int64
    /// The time at which the content of the file was last modified, in nanoseconds since 1970.
    public let modified: Int64

    /// Creates the status of the file at a path. If the path is a symbolic link, this is the status of the link.
    ///
    /// - Returns: `nil` if the system reports no status. In this case, `errno` has the reason.
    public init?(of path: String) {
        self.init { status in path.withPath { lstat($0, &status) } }
    }

    /// Creates the status of the file at a path. If the path is a symbolic link, this is the status of its target.
    ///
    /// - Returns: `nil` if the system reports no status. In this case, `errno` has the reason.
    public init?(ofTarget path: String) {
        self.init { status in path.withPath { stat($0, &status) } }
    }

    /// Creates the status of an open file.
    ///
    /// - Returns: `nil` if the system reports no status. In this case, `errno` has the reason.
    public init?(of descriptor: Int32) {
        self.init { fstat(descriptor, &$0) }
    }

    private init?(_ ask: (inout stat) -> Int32) {
        var status = stat()
        guard ask(&status) == 0 else { return nil }
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .folder
            case S_IFLNK: .link
            case S_IFIFO: .pipe
            default: .other
            }
        permissions = UInt32(status.st_mode & 0o7777)
        owner = UInt32(status.st_uid)
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(status.st_ino)
        links = UInt64(status.st_nlink)
        size = Int64(status.st_size)
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        modified = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
