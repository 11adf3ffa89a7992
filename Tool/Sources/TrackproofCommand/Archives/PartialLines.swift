import Trackproof
import TrackproofArchives
import TrackproofJSON

/// A reader of a file with partial results, one result on each line.
final class PartialLines {
    /// The maximum size of a line, in bytes. Results are smaller, because the numbers of their findings and days are
    /// limited.
    static let lineLimit = 256 << 20

    private let lines: LineReader
    private let path: String

    /// Opens a file with partial results.
    ///
    /// - Parameter path: The path of the file; `-` is standard input.
    init(path: String) throws {
        lines = try LineReader(path: path, limit: Self.lineLimit)
        self.path = path
    }

    /// The number of bytes after the last line break. Read it after ``next()`` has returned `nil`.
    var restCount: Int { lines.restCount }

    /// Returns the next result, or `nil` after the last complete line. Skips blank lines.
    ///
    /// - Throws: ``DocumentError`` or ``EventFormatError``, with the file and the line, if a line is not a result.
    func next() throws -> PartialResult? {
        while let line = try lines.next() {
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { continue }
            return try PartialResult(Self.value(line, path, lines.lineNumber), at: "\(path):\(lines.lineNumber):")
        }
        return nil
    }

    /// Parses a line as JSON. `number` is the number of the line in the file, for error messages.
    static func value(_ line: some Sequence<UInt8>, _ path: String, _ number: Int) throws -> EventValue {
        do {
            return try EventValue(json: Array(line), of: path)
        } catch {
            throw EventFormatError(
                file: path, line: number, column: error.column,
                message: "this is not the result of `plan audit --partial`: \(error.message)")
        }
    }
}
