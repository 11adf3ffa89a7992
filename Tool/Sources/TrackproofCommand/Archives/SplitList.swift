import TrackproofArchives
import TrackproofFiles
import TrackproofConsole

/// The file format of lists of splits, with one split on each line. `plan split` prints such a list.
enum SplitList {
    /// The maximum size of a line, in bytes. The longest path on Linux and two numbers fit into this size.
    private static let lineLimit = 1 << 16

    /// Reads the splits in a list. Skips empty lines.
    ///
    /// - Parameters:
    ///   - path: The path of the list; `-` is standard input.
    ///   - job: The job whose splits are returned, or `nil` to return all splits.
    /// - Throws: ``CommandError`` with the number of the line that is not a split, or if the list has no splits.
    static func read(_ path: String, of job: JobNumber? = nil) throws -> [ArchiveSplit] {
        let lines = try LineReader(path: path, limit: lineLimit)
        var splits: [ArchiveSplit] = []
        var count = 0
        while let line = try lines.next() {
            if line.isEmpty { continue }
            guard let split = ArchiveSplit(String(pathBytes: line)) else {
                throw CommandError("\(lines.name):\(lines.lineNumber): expected PATH:START:LENGTH", .notUnderstood)
            }
            if job?.hasSplit(count) ?? true { splits.append(split) }
            count += 1
        }
        // A split without a line break at its end can be cut short. For example, `a:0:64` could be the beginning of
        // `a:0:6400`.
        guard lines.restCount == 0 else {
            throw CommandError("\(lines.name): the last line is cut short", .notUnderstood)
        }
        guard count > 0 else { throw CommandError("\(lines.name): the list has no splits", .notUnderstood) }
        return splits
    }

    /// Returns the line of a list with the split.
    ///
    /// - Throws: ``CommandError`` if the path of the file contains a line break.
    static func line(_ split: ArchiveSplit) throws -> [UInt8] { try "\(checked(split))\n".pathBytes }

    /// Returns `split` if a line of a list can contain it.
    ///
    /// - Throws: ``CommandError`` if the path of the file contains a line break.
    static func checked(_ split: ArchiveSplit) throws -> ArchiveSplit {
        guard !split.file.utf8.contains(0x0A) else {
            throw CommandError("\(split.file): a list of splits cannot contain a path with a line break", .usage)
        }
        return split
    }
}
