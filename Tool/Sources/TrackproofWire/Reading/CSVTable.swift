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
        var reader = Reader(rest: bytes[...])
        if reader.rest.starts(with: [0xEF, 0xBB, 0xBF]) { reader.rest = reader.rest.dropFirst(3) }
        guard let header = try reader.row() else { throw WireRejection("the table has no header") }
        self.header = header
        var rows: [[String]] = []
        while rows.count <= limit, let row = try reader.row() { rows.append(row) }
        self.rows = rows
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>
        var line = 1

        /// Reads the next row that is not blank, or returns `nil` at the end.
        mutating func row() throws(WireRejection) -> [String]? {
            while rest.first == 0x0A || rest.first == 0x0D { skipLineEnd() }
            guard !rest.isEmpty else { return nil }
            var fields = [try field()]
            while rest.first == UInt8(ascii: ",") {
                rest = rest.dropFirst()
                fields.append(try field())
            }
            guard rest.isEmpty || rest.first == 0x0A || rest.first == 0x0D else {
                throw WireRejection("line \(line): expected ',' or a line end after the closing quote")
            }
            skipLineEnd()
            return fields
        }

        private mutating func skipLineEnd() {
            if rest.first == 0x0D { rest = rest.dropFirst() }
            if rest.first == 0x0A {
                rest = rest.dropFirst()
                line += 1
            }
        }

        private mutating func field() throws(WireRejection) -> String {
            guard rest.first == UInt8(ascii: "\"") else {
                let plain = rest.prefix { $0 != UInt8(ascii: ",") && $0 != 0x0A && $0 != 0x0D }
                rest = rest[plain.endIndex...]
                return try text(plain)
            }
            let start = line
            rest = rest.dropFirst()
            var bytes: [UInt8] = []
            while let byte = rest.popFirst() {
                if byte == 0x0A { line += 1 }
                if byte == UInt8(ascii: "\"") {
                    if rest.first != byte { return try text(bytes[...]) }
                    rest = rest.dropFirst()
                }
                bytes.append(byte)
            }
            throw WireRejection("line \(start): the text ends inside quotes")
        }

        private func text(_ bytes: ArraySlice<UInt8>) throws(WireRejection) -> String {
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw WireRejection("line \(line): a field is not UTF-8")
            }
            return text
        }
    }
}
