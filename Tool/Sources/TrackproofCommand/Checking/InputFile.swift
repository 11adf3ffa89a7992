internal import Foundation
@_spi(Tooling) internal import TrackproofJSON

/// A function that reads a complete file, with a limit for its size.
enum InputFile {
    /// Reads all bytes of a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file; `-` is standard input.
    ///   - limit: The maximum size in bytes. The files for which this function is used are much smaller.
    ///   - kind: The kind of file for the error message, with its article, such as "a report".
    /// - Throws: ``FileAccessError`` if the file cannot be opened or read; ``CommandError`` if it is larger than
    ///   `limit`.
    static func bytes(path: String, limit: Int = 256 << 20, kind: String) throws -> [UInt8] {
        let file = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw FileAccessError(path, .open, code: errno) }
        defer { if file != STDIN_FILENO { close(file) } }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(file, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileAccessError(path, .read, code: errno) }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
            if bytes.count > limit {
                throw CommandError("\(path): is larger than \(limit >> 20) MiB, so it is not \(kind)", .notUnderstood)
            }
        }
    }
}
