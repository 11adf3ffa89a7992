/// What GitHub shows at most.
enum GitHubLimits {
    /// The maximum number of annotations of each level for a step.
    static let annotations = 10
    /// The maximum length of a report without its last line, in UTF-16 code units.
    ///
    /// GitHub rejects a comment of more than 65,536 characters. The rest is reserved for the last line.
    static let reportLength = 65_000
}

extension String {
    /// Appends rows as long as the report fits in a GitHub comment, and a line with the number of the other rows.
    ///
    /// - Parameters:
    ///   - rows: The rows. Each one ends with a line break.
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
