internal import Foundation
internal import Trackproof
@_spi(Tooling) internal import TrackproofArchives
@_spi(Tooling) internal import TrackproofJSON

/// The file of `--resume`: the results of the parts that were checked, one a line.
///
/// A result is written as soon as its part was checked. If the process is killed while it writes, only the last line is
/// damaged, and the next check drops it.
final class ResumeFile {
    private let path: String
    private let file: FileHandle
    /// The results in the file, in the order of its lines.
    let results: [PartialResult]

    /// Opens the file, or creates it.
    ///
    /// - Throws: ``CommandError`` if the file is not a file of results, or if another process uses it.
    init(path: String) throws {
        self.path = path
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw FileAccessError(path, .create, code: errno) }
        file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw CommandError("\(path): another check uses this file", .cannotCreate)
        }
        let bytes = try file.readToEnd() ?? Data()
        let end = bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        if end == 0, !bytes.isEmpty, !bytes.starts(with: Data(#"{"partial":"#.utf8).prefix(bytes.count)) {
            throw CommandError("\(path): this is not a file that --resume created; name another file", .notUnderstood)
        }
        results = try PartialLines.results(bytes.prefix(end), path: path)
        try file.truncate(atOffset: UInt64(end))
        try file.seek(toOffset: UInt64(end))
    }

    /// Appends a result.
    func add(_ result: PartialResult) throws {
        do {
            try file.write(contentsOf: Data((result.json + "\n").utf8))
        } catch {
            throw FileAccessError(path, .write, code: errno)
        }
    }
}

/// Lines of partial results.
enum PartialLines {
    /// Reads the results of a text. Blank lines are skipped.
    ///
    /// - Throws: ``DocumentError`` or ``EventFormatError`` with the place of the mistake.
    static func results(_ bytes: Data, path: String) throws -> [PartialResult] {
        var results: [PartialResult] = []
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { continue }
            let value: EventValue
            do {
                value = try EventValue(json: Array(line), of: path)
            } catch {
                throw EventFormatError(
                    file: path, line: index + 1, column: error.column,
                    message: "this is not the result of `plan check --partial`: \(error.message)")
            }
            results.append(try PartialResult(value, at: "\(path):\(index + 1):"))
        }
        return results
    }
}
