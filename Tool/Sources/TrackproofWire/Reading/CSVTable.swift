import TrackproofCSV

/// A table of comma-separated values (RFC 4180): a header and rows. Inside a quoted field, `""` is an escaped quote.
struct CSVTable {
    /// The names of the columns.
    let header: [String]
    /// The rows after the header. A row may have fewer or more fields than the header.
    let rows: [[String]]

    /// Reads a table. If the table has more than `limit` rows, the reader stops after `limit` + 1 rows.
    ///
    /// - Parameters:
    ///   - bytes: The table as UTF-8, with or without a byte order mark.
    ///   - limit: The maximum number of rows, not counting the header.
    /// - Throws: A rejection if the text is not a valid table, or if it has no header.
    init(_ bytes: [UInt8], limit: Int) throws(WireRejection) {
        var reader = CSVRows(bytes, .comma)
        var rows: [[String]] = []
        do throws(CSVError) {
            while rows.count <= limit + 1, let cells = try reader.next() {
                let isBlank = cells.count == 1 && cells[0].text.isEmpty
                if !isBlank { rows.append(cells.map(\.text)) }
            }
        } catch {
            throw WireRejection("line \(error.line): \(error.message)")
        }
        guard let header = rows.first else { throw WireRejection("the table has no header") }
        self.header = header
        self.rows = Array(rows.dropFirst())
    }
}
