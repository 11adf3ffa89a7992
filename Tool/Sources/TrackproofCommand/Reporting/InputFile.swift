import TrackproofFiles
import TrackproofConsole

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
        let bytes = try OpenFile(path: path, .input).bytes(limit: limit)
        if bytes.count <= limit { return bytes }
        throw CommandError("\(path): is larger than \(limit >> 20) MiB, so it is not \(kind)", .notUnderstood)
    }
}
