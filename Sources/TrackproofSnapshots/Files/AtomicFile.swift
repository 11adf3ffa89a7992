internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A file that appears whole or not at all.
///
/// The content is written to a temporary file in the same folder. Then the temporary file gets the final name in one
/// step.
///
/// If the path leads to a terminal, a pipe or a device such as `/dev/null`, the content is written to it directly. Such
/// a file must not be replaced.
@_spi(Tooling) public struct AtomicFile: ~Copyable {
    private let path: String
    /// The final path of the file. If links are followed, this is the path that they lead to, so no link is replaced.
    private let target: String
    /// The path of the temporary file, or `nil` if there is no temporary file to rename.
    private var temporary: String?
    private let descriptor: Int32

    /// The origin of a file's name.
    public enum Naming: Sendable {
        /// The user gave the name. Links are followed.
        ///
        /// The file has the permissions of the file that it replaces, or the usual permissions of a new file.
        case given
        /// The name was derived from another name.
        ///
        /// A link with this name may be a trap, so it is replaced and not followed.
        case derived
        /// The name was derived from another name, as in ``derived``, but only the current user can read the file.
        ///
        /// This is for content that must stay private, such as events in a file that the user did not ask for.
        case `private`
    }

    /// Starts a file that will appear at `path`, and creates missing folders.
    init(path: String, naming: Naming = .given) throws {
        let isGiven = naming == .given
        let target = isGiven ? Self.resolved(path) : path
        let opened = try isGiven ? Self.open(target, path) : Self.openTemporary(path)
        if naming == .derived { fchmod(opened.descriptor, 0o666 & ~Self.mask) }
        (self.path, self.target) = (path, target)
        (temporary, descriptor) = opened
    }

    /// Opens a temporary file that will replace any regular file or link at `path`.
    private static func openTemporary(_ path: String) throws -> (temporary: String?, descriptor: Int32) {
        var status = stat()
        if lstat(path, &status) == 0 {
            switch status.st_mode & S_IFMT {
            case S_IFREG, S_IFLNK: break
            case S_IFDIR: throw FileAccessError(path, .create, code: EISDIR)
            default: throw FileAccessError(path, .create, code: EEXIST)
            }
        }
        return try makeTemporary(beside: path, path)
    }

    private static func open(_ target: String, _ path: String) throws -> (temporary: String?, descriptor: Int32) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let made = try makeTemporary(beside: target, path)
            // `mkstemps` creates files that only the current user can read. Other users may read a snapshot.
            fchmod(made.descriptor, 0o666 & ~mask)
            return made
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            let made = try makeTemporary(beside: target, path)
            fchmod(made.descriptor, status.st_mode & 0o777)
            return made
        case S_IFDIR: throw FileAccessError(path, .create, code: EISDIR)
        default:
            let descriptor = openForWriting(path)
            guard descriptor >= 0 else { throw FileAccessError(path, .create) }
            return (nil, descriptor)
        }
    }

    private static func makeTemporary(beside target: String, _ path: String) throws -> (
        temporary: String?, descriptor: Int32
    ) {
        try makeFolders(for: target, path)
        // The temporary name does not contain the target's name, because the target's name can have the maximum length.
        let folder = target.lastIndex(of: "/").map { target[...$0] } ?? ""
        var template = Array((folder + ".trackproof-XXXXXX.tmp").utf8CString)
        let descriptor = mkstemps(&template, 4)
        guard descriptor >= 0 else { throw FileAccessError(path, .create) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return (String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self), descriptor)
    }

    deinit {
        close(descriptor)
        if let temporary { unlink(temporary) }
    }

    func write(_ bytes: some Collection<UInt8>) throws {
        try TrackproofSnapshots.write(all: bytes, to: descriptor, path)
    }

    /// Moves the file to its final path.
    mutating func commit() throws {
        guard let name = temporary else { return }
        guard fsync(descriptor) == 0 || errno == EINVAL, rename(name, target) == 0 else {
            throw FileAccessError(path, .write)
        }
        temporary = nil
    }

    /// Writes a whole file, replaces an existing file, and creates missing folders.
    ///
    /// - Throws: ``/TrackproofJSON/FileAccessError`` if the file cannot be created or written.
    public static func write(
        _ bytes: some Collection<UInt8>, to path: String, naming: Naming = .given
    ) throws {
        var file = try AtomicFile(path: path, naming: naming)
        try file.write(bytes)
        try file.commit()
    }

    /// Returns the path that symbolic links lead to, even if the last link points to a file that does not exist yet.
    private static func resolved(_ path: String) -> String {
        if let real = realpath(path, nil) {
            defer { free(real) }
            return String(cString: real)
        }
        var path = path
        var buffer = [CChar](repeating: 0, count: 4_096)
        // Systems follow at most this number of links. The limit ends the loop if the links form a cycle.
        for _ in 0..<40 {
            let count = readlink(path, &buffer, buffer.count)
            guard count > 0 else { break }
            let pointee = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
            let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
            path = pointee.hasPrefix("/") ? pointee : folder + pointee
        }
        return path
    }

    private static func makeFolders(for target: String, _ path: String) throws {
        let parts = target.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        var folder = ""
        for (index, part) in parts.enumerated() {
            folder += (index == 0 ? "" : "/") + part
            if folder.isEmpty || mkdir(folder, 0o777) == 0 || errno == EEXIST || errno == EISDIR { continue }
            throw FileAccessError(path, .create)
        }
    }

    /// The permissions that new files do not get. Reading the mask also changes it, so the mask is read only once.
    private static let mask: mode_t = {
        let mask = umask(0o022)
        umask(mask)
        return mask
    }()
}

/// Calls `open(2)`. Inside of ``AtomicFile``, a method hides the name `open`.
private func openForWriting(_ path: String) -> Int32 { open(path, O_WRONLY | O_CLOEXEC) }
