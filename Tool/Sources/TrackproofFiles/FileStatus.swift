// C modules of other packages declare `stat` too. In a module that depends on these packages, each file that uses
// `stat` would have to import these C modules by name. So this file has a module of its own.
#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The status of a file, as `stat(2)` reports it.
package struct FileStatus: Sendable, Hashable {
    /// The kind of a file. For example, a pipe or a socket is `other`.
    package enum Kind: Sendable {
        case regular, folder, link, other
    }

    /// The kind of the file.
    package let kind: Kind
    /// The permission bits, such as `0o644`.
    package let permissions: UInt32
    /// The id of the user who owns the file.
    package let owner: UInt32
    /// The id of the device that the file is on.
    package let device: UInt64
    /// The inode number of the file on its device.
    package let number: UInt64
    /// The number of hard links to the file.
    package let links: UInt64
    /// The size of the file, in bytes.
    package let size: Int64
    /// The time at which the content of the file was last modified, in nanoseconds since 1970.
    package let modified: Int64

    /// Creates the status of the file at a path. If the path is a symbolic link, this is the status of the link.
    ///
    /// - Returns: `nil` if the system reports no status. In this case, `errno` has the reason.
    package init?(of path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Creates the status of the file at a path. If the path is a symbolic link, this is the status of its target.
    ///
    /// - Returns: `nil` if the system reports no status. In this case, `errno` has the reason.
    package init?(ofTarget path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Creates the status of an open file.
    ///
    /// - Returns: `nil` if the system reports no status. In this case, `errno` has the reason.
    package init?(of descriptor: Int32) {
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
