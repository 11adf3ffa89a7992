@_spi(Tooling) internal import TrackproofArchives

/// A list of splits, one a line, as `plan split` prints it.
enum SplitList {
    /// The maximum size of a line: the longest path of Linux and two numbers.
    private static let lineLimit = 1 << 16

    /// Reads a list. Empty lines are allowed.
    ///
    /// - Parameters:
    ///   - path: The path of the list; `-` is standard input.
    ///   - job: The job whose splits are read, or `nil` to read all splits.
    /// - Throws: ``CommandError`` with the line of the mistake.
    static func read(_ path: String, of job: JobNumber? = nil) throws -> [ArchiveSplit] {
        let lines = try LineReader(path: path, limit: lineLimit)
        var splits: [ArchiveSplit] = []
        var count = 0
        while let line = try lines.next() {
            if line.isEmpty { continue }
            guard let split = ArchiveSplit(String(decoding: line, as: UTF8.self)) else {
                throw CommandError("\(lines.name):\(lines.lineNumber): expected PATH:START:LENGTH", .notUnderstood)
            }
            if job?.hasSplit(count) ?? true { splits.append(split) }
            count += 1
        }
        // Without a line break at the end, the last split can be cut short and still look complete.
        guard lines.restCount == 0 else {
            throw CommandError("\(lines.name): the last line is cut short", .notUnderstood)
        }
        return splits
    }

    /// Returns the split if a list can contain it.
    ///
    /// - Throws: ``CommandError`` if the path has a line break.
    static func checked(_ split: ArchiveSplit) throws -> ArchiveSplit {
        guard !split.file.utf8.contains(0x0A) else {
            throw CommandError("\(split.file): a list of splits cannot contain a path with a line break", .usage)
        }
        return split
    }
}
