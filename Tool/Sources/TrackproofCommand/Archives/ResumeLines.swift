import Foundation
import TrackproofFiles
import TrackproofJSON
import TrackproofConsole

/// The lines of a file that the user names with `--resume`.
///
/// A command writes a line as soon as it knows a result. If the process is killed while it writes, only the last line is
/// damaged. The next start removes the damaged line.
final class ResumeLines {
    let path: String
    private let file: OpenFile
    /// The beginning of the first line, so that a command never changes a different file.
    private let start: [UInt8]

    /// Opens the file, or creates it. Call ``read(limit:_:)`` before ``add(_:)``.
    ///
    /// - Throws: ``FileAccessError`` if the file cannot be created or is not regular; ``CommandError`` if another
    ///   process uses the file.
    init(path: String, beginningWith start: String) throws {
        (self.path, self.start) = (path, Array(start.utf8))
        file = try OpenFile(writing: path, flags: O_RDWR)
        guard flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw CommandError("\(path): another check uses this file", .cannotCreate)
        }
    }

    /// Calls `body` with each line and its number, and then removes a damaged last line.
    ///
    /// - Parameter limit: The maximum size of a line, in bytes.
    /// - Returns: Whether the file has no lines.
    /// - Throws: ``CommandError`` if `--resume` has not created the file; the error that `body` throws.
    @discardableResult
    func read(limit: Int, _ body: (ArraySlice<UInt8>, Int) throws -> Void) throws -> Bool {
        let lines = LineReader(file, limit: limit)
        while let line = try lines.next() {
            if lines.lineNumber == 1 { try check(line.prefix(start.count)) }
            try body(line, lines.lineNumber)
        }
        if lines.lineNumber == 0 { try check(lines.rest(start.count)) }
        let end = off_t(lines.offset)
        guard ftruncate(file.descriptor, end) == 0, lseek(file.descriptor, end, SEEK_SET) == end else {
            throw FileAccessError(path, .write, code: errno)
        }
        return lines.lineNumber == 0
    }

    /// - Parameter first: The first bytes of the file.
    private func check(_ first: ArraySlice<UInt8>) throws {
        if start.starts(with: first) { return }
        throw CommandError("\(path): this is not a file that --resume created; name another file", .notUnderstood)
    }

    /// Appends lines, with their line breaks.
    func add(_ lines: String) throws {
        let code = writeAll(lines, to: file.descriptor)
        guard code == 0 else { throw FileAccessError(path, .write, code: code) }
    }
}
