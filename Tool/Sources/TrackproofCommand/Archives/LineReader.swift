import TrackproofFiles
import TrackproofConsole

/// A reader that returns the lines of a file one by one.
///
/// Files of results and splits can be large. So the reader needs memory for the longest line, and not for the file.
final class LineReader {
    /// The path of the file, or "standard input", for error messages.
    let name: String
    /// The number of the line that ``next()`` returned last: 1 for the first line, 0 before the first line.
    private(set) var lineNumber = 0
    /// The offset in the file after the line that ``next()`` returned last, in bytes.
    private(set) var offset: UInt64 = 0

    private let file: OpenFile
    private let limit: Int
    private var buffer: [UInt8] = []
    /// The offset of the next line in `buffer`.
    private var start = 0
    private var isAtEnd = false

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file; `-` is standard input.
    ///   - limit: The maximum size of a line, in bytes.
    /// - Throws: ``FileAccessError`` if the file cannot be opened.
    convenience init(path: String, limit: Int) throws {
        self.init(try OpenFile(path: path, .any), limit: limit)
    }

    /// Creates a reader of an open file.
    init(_ file: OpenFile, limit: Int) {
        (self.file, self.limit) = (file, limit)
        name = file.path == "-" ? "standard input" : file.path
    }

    /// Returns the next line without its line break, or `nil` after the last complete line.
    ///
    /// After the last line, ``restCount`` is the number of bytes that follow the last line break.
    ///
    /// - Throws: ``FileAccessError`` if the file cannot be read; ``CommandError`` if a line is larger than the limit.
    func next() throws -> ArraySlice<UInt8>? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: 0x0A) {
                let line = buffer[start..<end]
                offset += UInt64(line.count) + 1
                start = end + 1
                lineNumber += 1
                return line
            }
            if isAtEnd { return nil }
            if buffer.count - start > limit {
                throw CommandError(
                    "\(name):\(lineNumber + 1): this line is larger than \(limit >> 20) MiB", .notUnderstood)
            }
            searched = buffer.count - start
            try fill()
        }
    }

    /// The number of bytes after the last line break. Read it after ``next()`` has returned `nil`.
    var restCount: Int { buffer.count - start }

    /// Returns the bytes after the last line break, up to `count` bytes. Call this after ``next()`` has returned `nil`.
    func rest(_ count: Int) -> ArraySlice<UInt8> { buffer[start...].prefix(count) }

    private func fill() throws {
        buffer.removeFirst(start)
        start = 0
        let size = 1 << 16
        let known = buffer.count
        buffer.append(contentsOf: repeatElement(0, count: size))
        let count = try buffer.withUnsafeMutableBytes { bytes in
            try file.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[known...]))
        }
        buffer.removeLast(size - count)
        isAtEnd = count == 0
    }
}
