import TrackproofJSON
import TrackproofPlatform

/// A file that appears at its path only when all of its content is written.
///
/// ``write(_:)`` writes to a temporary file in the same folder, and ``commit()`` renames the temporary file.
///
/// If the path leads to a terminal, a pipe or a device such as `/dev/null`, the content is written there directly,
/// because a rename would replace the device with a regular file.
public struct AtomicFile: ~Copyable {
    private let path: String
    /// The path to which ``commit()`` renames the temporary file.
    ///
    /// If `path` is a link and the naming is ``Naming/given``, `target` is the path that the link leads to. Otherwise,
    /// `target` is `path`, and the rename replaces the link.
    private let target: String
    /// The path of the temporary file. `nil` after ``commit()``, and if the content is written to `path` directly.
    private var temporary: String?
    private let descriptor: Int32

    /// The origin of a file's name, which decides whether links are followed and who can read the file.
    public enum Naming: Sendable {
        /// The user gave the name. If it is the name of a link, the file that the link leads to is written.
        ///
        /// The file has the permissions of the file that it replaces, or the usual permissions of a new file.
        case given
        /// Trackproof derived the name from another name. If a link has this name, the new file replaces the link.
        ///
        /// The link is not followed, because somebody else may have created it as a trap.
        case derived
        /// Trackproof derived the name, as for ``derived``, and only the current user can read the file.
        ///
        /// Use this case for private content, such as events in a file that the user did not ask for.
        case `private`
    }

    /// Creates missing folders, and opens a file that appears at `path` when ``commit()`` is called.
    public init(path: String, naming: Naming = .given) throws {
        let isGiven = naming == .given
        let target = isGiven ? Self.target(of: path) : path
        let opened = try isGiven ? Self.open(target, path) : Self.openTemporary(path)
        if naming == .derived { fchmod(opened.descriptor, 0o666 & ~Self.mask) }
        (self.path, self.target) = (path, target)
        (temporary, descriptor) = opened
    }

    /// Opens a temporary file that will replace any regular file or link at `path`.
    private static func openTemporary(_ path: String) throws -> (temporary: String?, descriptor: Int32) {
        switch FileStatus(of: path)?.kind {
        case nil, .regular, .link: break
        case .folder: throw FileAccessError(path, .create, code: EISDIR)
        case .pipe, .other: throw FileAccessError(path, .create, code: EEXIST)
        }
        return try makeTemporary(beside: path, path)
    }

    private static func open(_ target: String, _ path: String) throws -> (temporary: String?, descriptor: Int32) {
        guard let status = FileStatus(ofTarget: path) else {
            let made = try makeTemporary(beside: target, path)
            // `mkstemps` creates a file that only the current user can read. A new snapshot must be readable for other
            // users.
            fchmod(made.descriptor, 0o666 & ~mask)
            return made
        }
        switch status.kind {
        case .regular:
            let made = try makeTemporary(beside: target, path)
            fchmod(made.descriptor, mode_t(status.permissions & 0o777))
            return made
        case .folder: throw FileAccessError(path, .create, code: EISDIR)
        case .pipe, .link, .other: return (nil, try openStream(path))
        }
    }

    /// Opens a pipe or a device. Waits at most two seconds until a process reads from the pipe.
    private static func openStream(_ path: String) throws -> Int32 {
        let deadline = Platform.monotonicNanoseconds() + 2_000_000_000
        while true {
            // Without `O_NONBLOCK`, the system would wait forever for a process that reads from the pipe.
            let descriptor = openForWriting(path)
            if descriptor >= 0 {
                _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
                return descriptor
            }
            guard errno == ENXIO, Platform.monotonicNanoseconds() < deadline else { break }
            // The system does not report when a process begins to read.
            usleep(10_000)
        }
        if errno != ENXIO { throw FileAccessError(path, .create) }
        throw FileAccessError(path, .create, code: ENXIO, message: "no process is reading from this pipe")
    }

    private static func makeTemporary(beside target: String, _ path: String) throws -> (
        temporary: String?, descriptor: Int32
    ) {
        let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? ""
        do throws(FileAccessError) { try Folder.make(folder) } catch {
            throw FileAccessError(path, .create, code: error.code)
        }
        // The temporary name does not contain the target's name, because the target's name can have the maximum length.
        var template = (folder + ".trackproof-XXXXXX.tmp").cPath
        let descriptor = mkstemps(&template, 4)
        guard descriptor >= 0 else { throw FileAccessError(path, .create) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return (String(path: template), descriptor)
    }

    deinit {
        close(descriptor)
        if let temporary { _ = temporary.withPath(unlink) }
    }

    /// Writes bytes, in as many calls of the system as necessary.
    public func write(_ bytes: some Collection<UInt8>) throws {
        try Array(bytes).withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let part = UnsafeRawBufferPointer(rebasing: rest)
                let count = part.baseAddress.map { Platform.writeBytes(descriptor, $0, part.count) } ?? 0
                guard count >= 0 else { throw FileAccessError(path, .write) }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Renames the temporary file to its final path.
    ///
    /// - Parameter replaces: Whether to replace a file that is already there.
    /// - Throws: ``/TrackproofJSON/FileAccessError``. Its code is `EEXIST` if there is a file that must not be replaced.
    public mutating func commit(replaces: Bool = true) throws {
        guard let name = temporary else { return }
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw FileAccessError(path, .write) }
        if !replaces {
            // The link is a second name of the file. `deinit` removes the first name.
            if name.withPath({ old in target.withPath { link(old, $0) } }) == 0 { return }
            // Some file systems have no links.
            if errno == EEXIST { throw FileAccessError(path, .create) }
        }
        guard name.withPath({ old in target.withPath { rename(old, $0) } }) == 0 else {
            throw FileAccessError(path, .write)
        }
        temporary = nil
    }

    /// Writes `bytes` to a file. Creates missing folders.
    ///
    /// - Parameter replaces: Whether to replace a file that is already there.
    /// - Throws: ``/TrackproofJSON/FileAccessError`` if the file cannot be created or written.
    public static func write(
        _ bytes: some Collection<UInt8>, to path: String, naming: Naming = .given, replaces: Bool = true
    ) throws {
        var file = try AtomicFile(path: path, naming: naming)
        try file.write(bytes)
        try file.commit(replaces: replaces)
    }

    /// Returns the path that the symbolic links in `path` lead to, even if there is no file at that path yet.
    public static func target(of path: String) -> String {
        if let real = path.realPath { return real }
        var path = path
        var buffer = [CChar](repeating: 0, count: 4_096)
        // The limit ends the loop if the links form a cycle. Operating systems follow at most this number of links too.
        for _ in 0..<40 {
            let count = path.withPath { readlink($0, &buffer, buffer.count) }
            guard count > 0 else { break }
            let pointee = String(pathBytes: buffer[..<count].map(UInt8.init(bitPattern:)))
            let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
            path = pointee.hasPrefix("/") ? pointee : folder + pointee
        }
        return path
    }

    /// The process's `umask`: the permissions that new files do not get.
    ///
    /// To read the `umask`, a process must change it for a moment. So this property reads it only once.
    private static let mask: mode_t = {
        let mask = umask(0o022)
        umask(mask)
        return mask
    }()
}

/// Calls the system function `open`. In ``AtomicFile``, a static method with the same name hides this function.
private func openForWriting(_ path: String) -> Int32 {
    path.withPath { open($0, O_WRONLY | O_CLOEXEC | O_NONBLOCK) }
}
