/// The limits of what GitHub shows.
enum GitHubLimits {
    /// The maximum number of annotations of each level that GitHub shows for a step of a job.
    static let annotations = 10
    /// The maximum length of a report without its last line, in UTF-16 code units.
    ///
    /// GitHub rejects a comment of more than 65,536 characters. The last line, which counts the omitted rows, is
    /// shorter than the remaining 536 characters.
    static let reportLength = 65_000
}

extension String {
    /// Appends rows while the text fits in a GitHub comment. If rows are omitted, appends a line with their number.
    ///
    /// - Parameters:
    ///   - rows: The rows. Each row ends with a line break.
    ///   - limit: The maximum number of rows.
    mutating func append(rows: some Collection<String>, limit: Int) {
        var length = utf16.count
        var shown = 0
        for row in rows.prefix(limit) {
            length += row.utf16.count
            if length > GitHubLimits.reportLength { break }
            self += row
            shown += 1
        }
        if rows.count > shown { self += "\n… and \(rows.count - shown) more.\n" }
    }
}
