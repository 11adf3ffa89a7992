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
        text = Self.line(columns)
    }

    /// Adds a row.
    ///
    /// - Parameter cells: The texts of the cells, by the names of their columns. Other cells are empty.
    mutating func add(_ cells: [String: String]) {
        text += Self.line(columns.map { cells[$0] ?? "" })
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

    private static func line(_ cells: [String]) -> String { cells.map(quoted).joined(separator: ",") + "\r\n" }

    private static func quoted(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { ["\"", ",", "\r", "\n"].contains($0) }) else { return text }
        // A quotation mark and a combining character after it are one character, so the loop reads bytes.
        let mark = UInt8(ascii: "\"")
        let bytes = text.utf8.flatMap { $0 == mark ? [mark, mark] : [$0] }
        return "\"" + String(decoding: bytes, as: UTF8.self) + "\""
    }
}

extension String {
    /// The characters that begin a formula. Some spreadsheets also accept the full-width forms of these characters.
    private static let formulaMarks: Set<Unicode.Scalar> = ["=", "+", "-", "@", "＝", "＋", "－", "＠"]

    /// Whether a spreadsheet could run the text of a cell as a formula.
    ///
    /// Some spreadsheets also find a formula after invisible characters, combining characters and quotation marks.
    package var beginsFormula: Bool {
        guard let first = unicodeScalars.first else { return false }
        if first == "\t" || first == "\r" || first == "\n" { return true }
        let start = unicodeScalars.first(where: { scalar in
            let isInvisible =
                scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
                || scalar.properties.isGraphemeExtend
                || [.control, .format].contains(scalar.properties.generalCategory)
            return !isInvisible && scalar != "\"" && scalar != "'"
        })
        return start.map(Self.formulaMarks.contains) ?? false
    }
}
