import TrackproofPlans
import TrackproofSnapshots

/// A column of a table that an importer uses. Its raw value is its name.
protocol ImportColumn: Hashable, CaseIterable, Sendable, RawRepresentable where RawValue == String {
    /// Other names of the column, such as its name in an older version of the format.
    var otherNames: [String] { get }
}

/// The rows of a CSV file, whose cells are found by the names of their columns.
///
/// Neither the order of the columns nor the case of their names matters.
struct ImportTable<Column: ImportColumn> {
    struct Row {
        let place: PlanPlace
        /// The cells that are not empty.
        fileprivate(set) var cells: [Column: CSVTable.Cell] = [:]

        subscript(column: Column) -> CSVTable.Cell? { cells[column] }

        func text(_ column: Column) -> String { cells[column]?.text ?? "" }
    }

    /// A thing that one row declares, such as an event, with the rows that describe its properties.
    struct Entity {
        let row: Row
        fileprivate(set) var properties: [Row] = []
    }

    let rows: [Row]
    private let header: [CSVTable.Cell]
    private let columns: Set<Column>
    private let file: String

    /// Reads a table. Adds a loss for each column that the importer does not use.
    ///
    /// - Throws: ``PlanErrors`` if the file is not CSV; ``FileAccessError`` if the file cannot be read.
    init(_ file: ImportFiles.File, _ run: ImportRun) throws {
        try self.init(PlanFile.bytes(path: file.path), file: file.path, run)
    }

    /// Reads a table from the bytes of a file.
    ///
    /// - Throws: ``PlanErrors`` if the bytes are not CSV.
    init(_ bytes: [UInt8], file: String, _ run: ImportRun) throws(PlanErrors) {
        let table = try CSVTable(bytes, file: file)
        var names: [String: Column] = [:]
        for column in Column.allCases {
            for name in [column.rawValue] + column.otherNames { names[Self.key(name)] = column }
        }
        var columns: [Column?] = []
        for cell in table.header { columns.append(names[Self.key(cell.text)]) }
        // The first of several columns with the same name counts.
        for (index, column) in columns.enumerated() where column != nil && columns[..<index].contains(column) {
            columns[index] = nil
        }
        var unused: [Int: Int] = [:]
        rows = table.rows.map { row in
            var result = Row(place: row.place)
            for (index, cell) in row.cells {
                if let column = columns[index] { result.cells[column] = cell } else { unused[index, default: 0] += 1 }
            }
            return result
        }
        header = table.header
        self.columns = Set(columns.compactMap(\.self))
        self.file = file
        for (index, count) in unused.sorted(by: { $0.key < $1.key }) {
            let cell = header[index]
            let isSecond = names[Self.key(cell.text)] != nil
            let kind = isSecond ? "second column \(cell.text)" : "column \(cell.text)"
            run.lose(
                kind, count == 1 ? "1 cell with a text" : "\(count) cells with a text", at: cell.place,
                ConversionPath(),
                .leftOut, isSecond && differs(index, table, names) ? .rule : .information)
        }
    }

    func has(_ column: Column) -> Bool { columns.contains(column) }

    /// Checks that the table has columns.
    ///
    /// - Throws: ``PlanErrors`` if a column is missing.
    func require(_ required: [Column]) throws(PlanErrors) {
        let errors = required.filter { !columns.contains($0) }.map { column in
            let hint = NameSimilarity.question(about: column.rawValue, among: header.map(\.text))
            return PlanError(
                at: PlanPlace(file: file, line: 1, column: 1),
                "expected a column \(column.rawValue.quotedForMessages) in the header\(hint)")
        }
        if !errors.isEmpty { throw PlanErrors(errors) }
    }

    /// Returns whether a cell of a second column with a name differs from the cell of the first column.
    private func differs(_ index: Int, _ table: CSVTable, _ names: [String: Column]) -> Bool {
        guard let column = names[Self.key(header[index].text)] else { return false }
        return zip(rows, table.rows).contains { row, source in
            source.cells.contains { $0.column == index && $0.cell.text != row.text(column) }
        }
    }

    private static func key(_ name: String) -> String {
        name.lowercased().split(whereSeparator: { $0.isWhitespace || $0 == "_" }).joined(separator: " ")
    }
}

extension ImportTable {
    /// Returns the things that the rows declare, each with the rows of its properties.
    ///
    /// Some tools write the name of an event only once, and other tools write it in each row of a property.
    ///
    /// - Parameters:
    ///   - keys: The columns that identify a thing. The key cells of a property's row are empty, or they repeat those of
    ///     the thing.
    ///   - properties: The columns of properties. The row of a property has a text in at least one of them.
    func entities(_ keys: [Column], properties: [Column], _ run: ImportRun) -> [Entity] {
        var entities: [Entity] = []
        var indices: [[String]: Int] = [:]
        for row in rows {
            let isProperty = properties.contains { row[$0] != nil }
            let names = keys.map(row.text)
            if isProperty, let last = entities.indices.last,
                zip(keys, names).allSatisfy({ $1.isEmpty || $1 == entities[last].row.text($0) })
            {
                entities[last].properties.append(row)
            } else if isProperty, let index = indices[names] {
                entities[index].properties.append(row)
            } else if names.allSatisfy(\.isEmpty) {
                let name = properties.compactMap { row[$0]?.text }.first ?? ""
                run.lose(
                    isProperty ? "property without an event" : "row without a name", name, at: row.place,
                    ConversionPath())
            } else {
                if indices[names] == nil { indices[names] = entities.count }
                entities.append(Entity(row: row, properties: isProperty ? [row] : []))
            }
        }
        return entities
    }
}
