import TrackproofPlans
import TrackproofText

/// A table in the format CSV, as RFC 4180 defines it, with the place of each cell.
///
/// The first row is the header. A line ends with a line feed, or with a carriage return and a line feed. The column of a
/// place counts bytes, as in a JSON file.
struct CSVTable {
    struct Cell {
        let text: String
        let place: PlanPlace
    }

    struct Row {
        let place: PlanPlace
        /// The cells that are not empty, with the numbers of their columns from 0.
        let cells: [(column: Int, cell: Cell)]
    }

    /// The names of the columns.
    let header: [Cell]
    /// The rows after the header that have a cell with a text.
    let rows: [Row]

    /// The maximum number of columns. The exports of all tools have fewer than 50.
    private static let columnLimit = 1_000

    /// Parses a table.
    ///
    /// - Throws: ``PlanErrors`` if the text is not CSV in UTF-8, is too large, or has a row that is longer or shorter than
    ///   the header.
    init(_ bytes: [UInt8], file: String) throws(PlanErrors) {
        let start = PlanPlace(file: file, line: 1, column: 1)
        func fail(_ message: String, at place: PlanPlace) -> PlanErrors { PlanErrors([PlanError(at: place, message)]) }
        guard bytes.count <= PlanNode.sizeLimit else {
            throw fail("the file is larger than \(PlanNode.sizeLimit >> 20) MiB", at: start)
        }
        guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]) else {
            throw fail("expected a file in UTF-8, found UTF-16", at: start)
        }
        let begin = bytes.lazy.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }.prefix(2)
        if ["{", "[{", "[[", "[\""].contains(where: { begin.starts(with: Array($0.utf8)) }) {
            throw fail("expected a table in CSV, found JSON", at: start)
        }
        var reader = CSVReader(bytes, file: file)
        guard let first = try reader.row(), !first.cells.allSatisfy(\.text.isEmpty) else {
            throw fail("expected a header with the names of the columns", at: start)
        }
        guard first.cells.count > 1 || !first.cells[0].text.contains(where: { $0 == ";" || $0 == "\t" }) else {
            throw fail("expected commas between the cells, found semicolons or tabs", at: start)
        }
        guard first.cells.count <= Self.columnLimit else {
            throw fail("the header has more than \(Self.columnLimit) columns", at: start)
        }
        header = first.cells
        var rows: [Row] = []
        var count = 0
        while let row = try reader.row() {
            let filled = row.cells.enumerated().filter { !$0.element.text.isEmpty }
            // Editors add empty lines at the end of a file.
            if filled.isEmpty { continue }
            guard row.cells.count == header.count else {
                let found = "found \(row.cells.count.counted("cell"))"
                throw fail("expected \(header.count) cells, as in the header, \(found)", at: row.place)
            }
            count += filled.count
            guard count <= PlanNode.countLimit else {
                throw fail("the file has more than \(PlanNode.countLimit) cells with a text", at: row.place)
            }
            rows.append(Row(place: row.place, cells: filled.map { ($0.offset, $0.element) }))
        }
        self.rows = rows
    }
}

/// A reader of the rows of a CSV file.
private struct CSVReader {
    private let bytes: [UInt8]
    private let file: String
    private var position = 0
    private var line = 1
    private var lineStart = 0

    private static let quote = UInt8(ascii: "\"")
    private static let comma = UInt8(ascii: ",")
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let lineFeed = UInt8(ascii: "\n")
    /// The maximum number of cells of a row. A larger row cannot fit the header.
    private static let rowLimit = 10_000

    init(_ bytes: [UInt8], file: String) {
        (self.bytes, self.file) = (bytes, file)
        // Spreadsheets write a byte order mark.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { (position, lineStart) = (3, 3) }
    }

    private var place: PlanPlace { PlanPlace(file: file, line: line, column: position - lineStart + 1) }

    private func fail(_ message: String, at place: PlanPlace) -> PlanErrors {
        PlanErrors([PlanError(at: place, message)])
    }

    /// Returns the next row, or `nil` at the end of the file.
    mutating func row() throws(PlanErrors) -> (place: PlanPlace, cells: [CSVTable.Cell])? {
        if position == bytes.count { return nil }
        let start = place
        var cells: [CSVTable.Cell] = []
        while true {
            cells.append(try cell())
            guard cells.count <= Self.rowLimit else {
                throw fail("the row has more than \(Self.rowLimit) cells", at: start)
            }
            guard position < bytes.count else { return (start, cells) }
            if bytes[position] == Self.comma {
                position += 1
                continue
            }
            try skipLineBreak()
            return (start, cells)
        }
    }

    private mutating func skipLineBreak() throws(PlanErrors) {
        if bytes[position] == Self.carriageReturn {
            guard position + 1 < bytes.count, bytes[position + 1] == Self.lineFeed else {
                throw fail("expected a line feed after the carriage return", at: place)
            }
            position += 1
        }
        advance()
    }

    /// Moves over a byte inside a cell or over a line feed.
    private mutating func advance() {
        let isBreak = bytes[position] == Self.lineFeed
        position += 1
        if isBreak { (line, lineStart) = (line + 1, position) }
    }

    private mutating func cell() throws(PlanErrors) -> CSVTable.Cell {
        let start = place
        guard position < bytes.count, bytes[position] == Self.quote else {
            let first = position
            while position < bytes.count, !isEnd(bytes[position]) {
                guard bytes[position] != Self.quote else {
                    throw fail("a quotation mark inside of a cell that does not begin with one", at: place)
                }
                position += 1
            }
            return try cell(bytes[first..<position], start)
        }
        position += 1
        var content: [UInt8] = []
        while position < bytes.count {
            guard bytes[position] == Self.quote else {
                content.append(bytes[position])
                advance()
                continue
            }
            position += 1
            if position < bytes.count, bytes[position] == Self.quote {
                content.append(Self.quote)
                position += 1
                continue
            }
            guard position == bytes.count || isEnd(bytes[position]) else {
                throw fail("expected a comma or the end of the line after the closing quotation mark", at: place)
            }
            return try cell(content[...], start)
        }
        throw fail("the quotation mark is not closed", at: start)
    }

    private func isEnd(_ byte: UInt8) -> Bool {
        byte == Self.comma || byte == Self.carriageReturn || byte == Self.lineFeed
    }

    private func cell(_ content: ArraySlice<UInt8>, _ place: PlanPlace) throws(PlanErrors) -> CSVTable.Cell {
        guard let text = String(validating: content, as: UTF8.self) else {
            throw fail("the cell is not UTF-8", at: place)
        }
        guard !content.contains(0) else { throw fail("the cell contains the character NUL", at: place) }
        return CSVTable.Cell(text: text, place: place)
    }
}
