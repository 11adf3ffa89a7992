// A module of its own: C modules that other packages bring claim `stat` for themselves, and then a file that uses it has
// to import them by name.
#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// What the system knows about a file, as `stat(2)` tells it.
package struct FileStatus: Sendable, Hashable {
    /// What kinds of files are told apart.
    package enum Kind: Sendable {
        case regular, folder, link, other
    }

    /// The kind.
    package let kind: Kind
    /// Who may do what, as in `0o644`.
    package let permissions: UInt32
    /// The id of the user who owns it.
    package let owner: UInt32
    /// The device that it is on.
    package let device: UInt64
    /// Its number on the device.
    package let number: UInt64
    /// How many names it has.
    package let links: UInt64
    /// Its bytes.
    package let size: Int64

    /// The status of a path. A link at its end is not followed.
    ///
    /// - Returns: nil if there is none; `errno` says why.
    package init?(of path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The status of an open file.
    ///
    /// - Returns: nil if there is none; `errno` says why.
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
    }
}
