import Foundation
import Trackproof
import TrackproofArchives
import TrackproofJSON
import TrackproofFiles
import TrackproofConsole

/// The file that the user names with `--resume`. Each line has the result of one checked part.
///
/// A line is `{"modified": "…", "result": {…}}`. `modified` is the time at which the checked file was last modified.
/// The check writes a line as soon as it has checked a part. If the process is killed while it writes, only the last
/// line is damaged. The next check removes the damaged line.
final class ResumeFile {
    private let path: String
    private let file: OpenFile

    /// Opens the file, or creates it. Call ``read(_:)`` before ``add(_:modified:)``.
    ///
    /// - Throws: ``FileAccessError`` if the file cannot be created or is not regular; ``CommandError`` if another
    ///   process uses the file.
    init(path: String) throws {
        self.path = path
        file = try OpenFile(writing: path, flags: O_RDWR)
        guard flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw CommandError("\(path): another check uses this file", .cannotCreate)
        }
    }

    /// Calls `body` with each result in the file, and then removes a damaged last line.
    ///
    /// - Parameter body: The second argument is the time at which the checked file was last modified, in nanoseconds
    ///   since 1970.
    ///
    /// - Throws: ``CommandError`` if `--resume` has not created the file; ``DocumentError`` or ``EventFormatError`` if
    ///   a line is not a result; the error that `body` throws.
    func read(_ body: (PartialResult, _ modified: Int64) throws -> Void) throws {
        let lines = LineReader(file, limit: PartialLines.lineLimit)
        while let line = try lines.next() {
            if lines.lineNumber == 1 { try check(line.prefix(Self.start.count)) }
            let place = "\(path):\(lines.lineNumber):"
            let object = try DocumentObject(PartialLines.value(line, path, lines.lineNumber), at: place)
            guard let modified = Int64(try object.text("modified")), let value = object.value("result") else {
                throw DocumentError(place: place, message: "expected the members `modified` and `result`")
            }
            try body(try PartialResult(value, at: place), modified)
        }
        if lines.lineNumber == 0 { try check(lines.rest(Self.start.count)) }
        let end = off_t(lines.offset)
        guard ftruncate(file.descriptor, end) == 0, lseek(file.descriptor, end, SEEK_SET) == end else {
            throw FileAccessError(path, .write, code: errno)
        }
    }

    private static let start = Array(#"{"modified":"#.utf8)

    /// Checks that `--resume` has created the file, so that the command never overwrites a different file.
    ///
    /// - Parameter first: The first bytes of the file.
    private func check(_ first: ArraySlice<UInt8>) throws {
        if Self.start.starts(with: first) { return }
        throw CommandError("\(path): this is not a file that --resume created; name another file", .notUnderstood)
    }

    /// Appends a result to the file.
    ///
    /// - Parameter modified: The time at which the checked file was last modified, in nanoseconds since 1970.
    func add(_ result: PartialResult, modified: Int64) throws {
        let code = writeAll(#"{"modified":"\#(modified)","result":\#(result.json)}"# + "\n", to: file.descriptor)
        guard code == 0 else { throw FileAccessError(path, .write, code: code) }
    }
}
