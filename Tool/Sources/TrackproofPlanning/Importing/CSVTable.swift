import TrackproofCSV
import TrackproofPlans
import TrackproofPlatform

/// A table in the format CSV, as RFC 4180 defines it, with the place of each cell.
///
/// The first row is the header. A comma, a semicolon or a tab separates cells. The column of a place counts bytes, as in
/// a JSON file.
struct CSVTable {
    struct Cell {
        let text: String
        let place: PlanPlace
    }

    struct Row {
        let place: PlanPlace
        /// The cells that are not empty, by the numbers of their columns from 0.
        let cells: [Int: Cell]
    }

    /// The names of the columns.
    let header: [Cell]
    /// The rows after the header that have a cell with a text.
    let rows: [Row]

    /// Parses a table.
    ///
    /// - Throws: ``PlanErrors`` if the text is not CSV in UTF-8, is too large, or has a row that is longer or shorter than
    ///   the header.
    init(_ bytes: [UInt8], file: String) throws(PlanErrors) {
        let start = PlanPlace(file: file, line: 1, column: 1)
        guard bytes.count <= PlanNode.sizeLimit else {
            throw PlanErrors(at: start, "the file is larger than \(PlanNode.sizeLimit >> 20) MiB")
        }
        guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]) else {
            throw PlanErrors(at: start, "expected a file in UTF-8, found UTF-16")
        }
        if bytes.beginsJSON { throw PlanErrors(at: start, "expected a table in CSV, found JSON") }
        var reader = CSVRows(bytes)
        func row() throws(PlanErrors) -> [Cell]? {
            func place(_ line: Int, _ column: Int) -> PlanPlace { PlanPlace(file: file, line: line, column: column) }
            do throws(CSVError) {
                return try reader.next()?.map { Cell(text: $0.text, place: place($0.line, $0.column)) }
            } catch {
                throw PlanErrors(at: place(error.line, error.column), error.message)
            }
        }
        header = try row() ?? []
        guard !header.allSatisfy(\.text.isEmpty) else {
            throw PlanErrors(at: start, "expected a header with the names of the columns")
        }
        var rows: [Row] = []
        var count = 0
        while let cells = try row() {
            let filled = cells.enumerated().filter { !$0.element.text.isEmpty }
            // Editors add empty lines at the end of a file.
            if filled.isEmpty { continue }
            guard cells.count == header.count else {
                let found = "found \(cells.count.counted("cell"))"
                throw PlanErrors(at: cells[0].place, "expected \(header.count) cells, as in the header, \(found)")
            }
            count += filled.count
            guard count <= PlanNode.countLimit else {
                throw PlanErrors(at: cells[0].place, "the file has more than \(PlanNode.countLimit) cells with a text")
            }
            let places = filled.map { ($0.offset, $0.element) }
            rows.append(Row(place: cells[0].place, cells: Dictionary(uniqueKeysWithValues: places)))
        }
        self.rows = rows
    }
}
