import TrackproofCSV

/// A CSV table that an exporter writes, in the form of RFC 4180.
struct ExportTable {
    private let columns: [String]
    private var text: String
    /// The number of cells that a spreadsheet could run as formulas. They stay as they are, because an import needs the
    /// exact texts.
    private var formulas = 0

    /// Creates a table.
    ///
    /// - Parameter columns: The names of the columns, in their order.
    init(_ columns: [String]) {
        self.columns = columns
        text = columns.csvRow
    }

    /// Adds a row.
    ///
    /// - Parameter cells: The texts of the cells, by the names of their columns. Other cells are empty.
    mutating func add(_ cells: [String: String]) {
        text += columns.map { cells[$0] ?? "" }.csvRow
        formulas += cells.values.count(where: \.beginsFormula)
    }

    /// Returns the file with the table.
    func file(_ path: String) -> PlanExport.File { PlanExport.File(path: path, text: text, formulas: formulas) }

    /// Adds a row.
    ///
    /// - Parameter cells: The texts of the cells, by their columns. Other cells are empty.
    mutating func add<Column: RawRepresentable<String>>(_ cells: [Column: String?]) { add(Self.named(cells)) }

    /// Returns the texts of cells by the names of their columns.
    static func named<Column: RawRepresentable<String>>(_ cells: [Column: String?]) -> [String: String] {
        Dictionary(uniqueKeysWithValues: cells.compactMap { key, value in value.map { (key.rawValue, $0) } })
    }
}
