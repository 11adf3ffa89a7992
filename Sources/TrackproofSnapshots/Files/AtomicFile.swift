internal import Trackproof
internal import TrackproofJSON

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// A file that appears whole or not at all: written beside its place under another name, then put there in one step.
struct AtomicFile: ~Copyable {
    private let path: String
    private let temporary: String
    private let descriptor: Int32
    private var isCommitted = false

    /// Starts a file that is to stand at `path`; missing folders are made.
    init(path: String) throws {
        // A link stays a link: what it points to is replaced.
        let target = Self.resolved(path)
        let (temporary, descriptor) = try Self.open(beside: target, path)
        self.path = path
        self.temporary = temporary
        self.descriptor = descriptor
        // mkstemp's files are private; a snapshot is a file like any other.
        var status = stat()
        let mode = stat(target, &status) == 0 ? status.st_mode & 0o777 : 0o666 & ~Self.mask
        fchmod(descriptor, mode)
    }

    private static func open(beside target: String, _ path: String) throws -> (name: String, descriptor: Int32) {
        try makeFolders(for: target)
        var template = Array((target + ".XXXXXX.tmp").utf8CString)
        let descriptor = mkstemps(&template, 4)
        guard descriptor >= 0 else { throw FileAccessError(path, .create) }
        return (String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self), descriptor)
    }

    deinit {
        close(descriptor)
        if !isCommitted { unlink(temporary) }
    }

    func write(_ bytes: some Collection<UInt8>) throws {
        try TrackproofSnapshots.write(all: bytes, to: descriptor, path)
    }

    /// Puts the file in its place.
    mutating func commit() throws {
        guard fsync(descriptor) == 0 || errno == EINVAL, rename(temporary, Self.resolved(path)) == 0 else {
            throw FileAccessError(path, .write)
        }
        isCommitted = true
    }

    /// Writes a whole file.
    static func write(_ bytes: some Collection<UInt8>, to path: String) throws {
        var file = try AtomicFile(path: path)
        try file.write(bytes)
        try file.commit()
    }

    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    private static func makeFolders(for path: String) throws {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        var folder = ""
        for (index, part) in parts.enumerated() {
            folder += (index == 0 ? "" : "/") + part
            if folder.isEmpty || mkdir(folder, 0o777) == 0 || errno == EEXIST || errno == EISDIR { continue }
            throw FileAccessError(folder, .create)
        }
    }

    /// The permissions that new files do not get. Only setting the mask tells it, so it is asked once.
    private static let mask: mode_t = {
        let mask = umask(0o022)
        umask(mask)
        return mask
    }()
}
