@_spi(Tooling) internal import TrackproofArchives

/// A list of splits, one a line, as `plan split` prints it.
enum SplitList {
    /// The maximum size of a list in bytes. A million splits have about 100 MB.
    private static let limit = 1 << 30

    /// Reads a list. Empty lines are allowed.
    ///
    /// - Parameter path: The path of the list; `-` is standard input.
    /// - Throws: ``CommandError`` with the line of the mistake.
    static func read(_ path: String) throws -> [ArchiveSplit] {
        let name = path == "-" ? "standard input" : path
        let bytes = try InputFile.bytes(path: path, limit: limit, kind: "a list of splits")
        // Without a line break at the end, the last split can be cut short and still look complete.
        if let last = bytes.last, last != 0x0A {
            throw CommandError("\(name): the last line is cut short", .notUnderstood)
        }
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        return try lines.enumerated().compactMap { index, line in
            if line.isEmpty { return nil }
            guard let split = ArchiveSplit(String(decoding: line, as: UTF8.self)) else {
                throw CommandError("\(name):\(index + 1): expected PATH:START:LENGTH", .notUnderstood)
            }
            return split
        }
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
