@_spi(Tooling) internal import TrackproofJSON
internal import TrackproofPlatform

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// Functions that read the file of a tracking plan.
@_spi(Tooling) public enum PlanFile {
    /// Returns the contents of a regular file.
    ///
    /// If the file is larger than ``PlanNode/sizeLimit``, this method reads only a little more than the limit allows.
    /// The initializers of ``PlanNode`` then reject the bytes as too large.
    ///
    /// - Throws: ``/TrackproofJSON/FileAccessError`` if the file does not exist, is not a regular file or cannot be
    ///   read.
    public static func bytes(path: String) throws -> [UInt8] {
        // Without `O_NONBLOCK`, `open` would wait if the path names a pipe and no process writes to the pipe.
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

    /// Reads a plan from a JSON file.
    ///
    /// - Throws: ``PlanErrors`` if the plan has errors; ``/TrackproofJSON/FileAccessError`` if the file cannot be read.
    public static func plan(path: String) throws -> TrackingPlan {
        try TrackingPlan(json: bytes(path: path), file: path)
    }
}
