internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A file that appears whole or not at all: written beside its place under another name, then put there in one step.
///
/// What is no regular file (a terminal, a pipe, `/dev/null`) is written to as it stands: it must not be replaced.
@_spi(Tooling) public struct AtomicFile: ~Copyable {
    private let path: String
    /// Where the file is to stand; a link stays a link.
    private let target: String
    /// The name until then; nil where there is nothing to be put in its place.
    private var temporary: String?
    private let descriptor: Int32

    /// How a file came by its name.
    public enum Naming: Sendable {
        /// Somebody gave it. Links are followed, and the file has the rights of any other.
        case given
        /// It was made up from another name. What already has it may be a trap: a link is not followed, but replaced.
        case derived
        /// As ``derived``, and the file has events of which nobody asked for a copy: only this user can read it.
        case `private`
    }

    /// Starts a file that is to stand at `path`; missing folders are made.
    init(path: String, naming: Naming = .given) throws {
        let isGiven = naming == .given
        let target = isGiven ? Self.resolved(path) : path
        let opened = try isGiven ? Self.open(target, path) : Self.openBeside(path)
        if naming == .derived { fchmod(opened.descriptor, 0o666 & ~Self.mask) }
        (self.path, self.target) = (path, target)
        (temporary, descriptor) = opened
    }

    /// Opens a file that replaces whatever regular file or link has its name.
    private static func openBeside(_ path: String) throws -> (temporary: String?, descriptor: Int32) {
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
            // mkstemp's files are private; a snapshot is a file like any other.
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
        // Not the target's own name with something added: it may be as long as names can be.
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

    /// Puts the file in its place.
    mutating func commit() throws {
        guard let name = temporary else { return }
        guard fsync(descriptor) == 0 || errno == EINVAL, rename(name, target) == 0 else {
            throw FileAccessError(path, .write)
        }
        temporary = nil
    }

    /// Writes a whole file, replacing what stands there; missing folders are made.
    ///
    /// - Throws: ``/TrackproofJSON/FileAccessError`` where the file cannot be made or written.
    public static func write(
        _ bytes: some Collection<UInt8>, to path: String, naming: Naming = .given
    ) throws {
        var file = try AtomicFile(path: path, naming: naming)
        try file.write(bytes)
        try file.commit()
    }

    /// The path behind symbolic links, also where the last of them points to nothing yet.
    private static func resolved(_ path: String) -> String {
        if let real = realpath(path, nil) {
            defer { free(real) }
            return String(cString: real)
        }
        var path = path
        var buffer = [CChar](repeating: 0, count: 4_096)
        // As many links as systems follow, so that a circle of them ends.
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

    /// The permissions that new files do not get. Only setting the mask tells it, so it is asked once.
    private static let mask: mode_t = {
        let mask = umask(0o022)
        umask(mask)
        return mask
    }()
}

/// `open(2)`, by a name that no method hides.
private func openForWriting(_ path: String) -> Int32 { open(path, O_WRONLY | O_CLOEXEC) }
