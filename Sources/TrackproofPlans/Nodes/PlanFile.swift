@_spi(Tooling) internal import TrackproofJSON
internal import TrackproofPlatform

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The file of a tracking plan.
@_spi(Tooling) public enum PlanFile {
    /// Reads a regular file.
    ///
    /// A file that is larger than ``PlanNode/sizeLimit`` is read up to one byte more, so that the reader of nodes can
    /// reject it.
    ///
    /// - Throws: ``/TrackproofJSON/FileAccessError`` if the file does not exist, is not a regular file or cannot be
    ///   read.
    public static func bytes(path: String) throws -> [UInt8] {
        // Non-blocking, because opening a pipe would otherwise wait until a process writes to it.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw FileAccessError(path, .open) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw FileAccessError(path, .open) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw FileAccessError(
                path, .open, code: EINVAL,
                message: status.st_mode & S_IFMT == S_IFDIR ? "it is a folder" : "it is not a regular file")
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= PlanNode.sizeLimit {
            let count = Platform.readBytes(file, &buffer, buffer.count)
            guard count >= 0 else { throw FileAccessError(path, .read) }
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return bytes
    }

    /// Reads a plan in its JSON form.
    ///
    /// - Throws: ``PlanErrors`` with the places of mistakes; ``/TrackproofJSON/FileAccessError`` if the file cannot be
    ///   read.
    public static func plan(path: String) throws -> TrackingPlan {
        try TrackingPlan(json: bytes(path: path), file: path)
    }
}
