internal import Foundation
internal import Trackproof
@_spi(Tooling) internal import TrackproofArchives
@_spi(Tooling) internal import TrackproofJSON
internal import TrackproofFiles

/// The file of `--resume`: the results of the parts that were checked, one a line.
///
/// A line is `{"modified": "…", "result": {…}}`, with the time at which the checked file was last modified. A result is
/// written as soon as its part was checked. If the process is killed while it writes, only the last line is damaged, and
/// the next check drops it.
final class ResumeFile {
    /// The maximum size of a line, in bytes.
    private static let lineLimit = 256 << 20

    private let path: String
    private let file: FileHandle

    /// Opens the file, or creates it. Call ``read(_:)`` next.
    ///
    /// - Throws: ``CommandError`` if this is not a regular file, or if another process uses it.
    init(path: String) throws {
        self.path = path
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o644)
        guard descriptor >= 0 else { throw FileAccessError(path, .create, code: errno) }
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard FileStatus(of: descriptor)?.kind == .regular else {
            throw CommandError("\(path): this is not a regular file, so it cannot keep results", .cannotCreate)
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw CommandError("\(path): another check uses this file", .cannotCreate)
        }
    }

    /// Calls a closure with each result in the file, and with the time at which the checked file was last modified, in
    /// nanoseconds since 1970. Then removes a damaged last line.
    ///
    /// - Throws: ``CommandError`` if the file has other content than results; the error of the closure.
    func read(_ body: (PartialResult, _ modified: Int64) throws -> Void) throws {
        let lines = LineReader(file.fileDescriptor, name: path, limit: Self.lineLimit, isOwner: false)
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
        try file.truncate(atOffset: lines.offset)
        try file.seek(toOffset: lines.offset)
    }

    private static let start = Array(#"{"modified":"#.utf8)

    /// Checks the first bytes, so that the command never overwrites a file with other content.
    private func check(_ first: ArraySlice<UInt8>) throws {
        if Self.start.starts(with: first) { return }
        throw CommandError("\(path): this is not a file that --resume created; name another file", .notUnderstood)
    }

    /// Appends a result.
    ///
    /// - Parameter modified: The time at which the checked file was last modified, in nanoseconds since 1970.
    func add(_ result: PartialResult, modified: Int64) throws {
        let code = writeAll(#"{"modified":"\#(modified)","result":\#(result.json)}"# + "\n", to: file.fileDescriptor)
        guard code == 0 else { throw FileAccessError(path, .write, code: code) }
    }
}
