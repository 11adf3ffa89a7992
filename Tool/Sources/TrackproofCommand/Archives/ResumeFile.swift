import Trackproof
import TrackproofArchives
import TrackproofJSON

/// The file that the user names with `--resume`. Each line has the result of one checked part.
///
/// A line is `{"modified": "…", "result": {…}}`. `modified` is the time at which the checked file was last modified.
final class ResumeFile {
    private let lines: ResumeLines

    /// Opens the file, or creates it. Call ``read(_:)`` before ``add(_:modified:)``.
    ///
    /// - Throws: ``FileAccessError`` if the file cannot be created or is not regular; ``CommandError`` if another
    ///   process uses the file.
    init(path: String) throws { lines = try ResumeLines(path: path, beginningWith: #"{"modified":"#) }

    /// Calls `body` with each result in the file, and then removes a damaged last line.
    ///
    /// - Parameter body: The second argument is the time at which the checked file was last modified, in nanoseconds
    ///   since 1970.
    ///
    /// - Throws: ``CommandError`` if `--resume` has not created the file; ``DocumentError`` or ``EventFormatError`` if
    ///   a line is not a result; the error that `body` throws.
    func read(_ body: (PartialResult, _ modified: Int64) throws -> Void) throws {
        try lines.read(limit: PartialLines.lineLimit) { line, number in
            let place = "\(lines.path):\(number):"
            let object = try DocumentObject(PartialLines.value(line, lines.path, number), at: place)
            guard let modified = Int64(try object.text("modified")), let value = object.value("result") else {
                throw DocumentError(place: place, message: "expected the members `modified` and `result`")
            }
            try body(try PartialResult(value, at: place), modified)
        }
    }

    /// Appends a result to the file.
    ///
    /// - Parameter modified: The time at which the checked file was last modified, in nanoseconds since 1970.
    func add(_ result: PartialResult, modified: Int64) throws {
        try lines.add(#"{"modified":"\#(modified)","result":\#(result.json)}"# + "\n")
    }
}
