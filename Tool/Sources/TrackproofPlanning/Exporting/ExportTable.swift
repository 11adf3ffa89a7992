import TrackproofCSV
import TrackproofJSON
import TrackproofPlans

/// A CSV table that an exporter writes, in the form of RFC 4180.
struct ExportTable {
    /// The file with the table. Cells that a spreadsheet could run as formulas stay as they are, because an import needs
    /// the exact texts.
    private(set) var file: PlanExport.File
    private let source: ExportedPlan
    private let columns: [TableColumn]
    private let describesElements: Bool

    init(_ path: String, _ columns: [TableColumn], _ source: ExportedPlan) {
        self.source = source
        self.columns = columns.filter(\.isWritten)
        describesElements = columns.contains { if case .isList = $0.meaning { true } else { false } }
        file = PlanExport.File(path: path, text: self.columns.map(\.name).csvRow)
    }

    /// The members of an event that the columns can contain.
    var eventMembers: Set<String> { Set(columns.compactMap(\.eventMember)) }

    /// Adds the row of an event or of another entity.
    ///
    /// - Parameter keys: The cells for which the exporter has its own code.
    mutating func add(_ keys: [TableColumn.Key: String?], _ event: PlannedEvent? = nil) {
        add(keys) { [source] column in
            event.flatMap { event in column.eventMember.flatMap { source.member($0, of: event)?.cell } }
        }
    }

    /// Adds a row for each parameter, and reports what no column takes.
    mutating func add(_ keys: [TableColumn.Key: String?], _ parameters: [PlanProperty], _ path: ConversionPath) {
        for (parameter, path) in source.sent(parameters, path) {
            var schema = FlatSchema(parameter.schema, at: parameter.place, source, path)
            if describesElements { schema.enterElements() }
            add(keys.merging([.property: parameter.name]) { $1 }) { column in
                column.subject == .event ? nil : column.write(&schema)
            }
            schema.loseRest()
        }
    }

    private mutating func add(_ keys: [TableColumn.Key: String?], _ cell: (TableColumn) -> String?) {
        let cells = columns.map { column in
            if let key = column.key { return (keys[key] ?? nil) ?? "" }
            return cell(column) ?? ""
        }
        file.text += cells.csvRow
        file.formulas += cells.count(where: \.beginsFormula)
    }
}

extension PlanNode {
    /// The value as the text of a cell: a list of words with commas between them, or JSON.
    var cell: String {
        switch content {
        case .string(let text): text
        case .number(let number): number.text
        case .array(let elements) where isListOfWords: elements.compactMap(\.string).joined(separator: ",")
        default: eventValue.json
        }
    }

    /// Whether the value is a list whose elements can be written with commas between them.
    var isListOfWords: Bool { !elements.isEmpty && elements.allSatisfy { $0.string?.isWordOfList == true } }
}

extension String {
    /// Whether the text can be an element of a list with commas.
    fileprivate var isWordOfList: Bool {
        !isEmpty && !contains(",") && !hasPrefix("[") && first?.isWhitespace == false && last?.isWhitespace == false
    }
}
