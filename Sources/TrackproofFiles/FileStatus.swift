import TrackproofPlatform

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
        var status = stat()
        guard path.withPath({ lstat($0, &status) }) == 0 else { return nil }
        self.init(status)
    }

    /// Creates the status of the file at a path. If the path is a symbolic link, this is the status of its target.
    ///
    /// - Returns: `nil` if the system reports no status. In this case, `errno` has the reason.
    public init?(ofTarget path: String) {
        var status = stat()
        guard path.withPath({ stat($0, &status) }) == 0 else { return nil }
        self.init(status)
    }

    /// Creates the status of an open file.
    ///
    /// - Returns: `nil` if the system reports no status. In this case, `errno` has the reason.
    public init?(of descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
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
