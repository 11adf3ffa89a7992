import Trackproof
import TrackproofJSON
import TrackproofPlans

/// An exporter of a CSV file for Segment Protocols, with the columns that ``SegmentCSVImport`` reads.
struct SegmentCSVExport {
    private typealias Column = SegmentCSVImport.Column

    private let source: ExportedPlan
    private var table = ExportTable(Column.allCases.map(\.rawValue))

    init(_ source: ExportedPlan) { self.source = source }

    /// Returns the file.
    func file() -> PlanExport.File {
        var copy = self
        source.loseRest(isAlwaysOpen: true)
        let rules = SegmentRules(source)
        if !rules.common.isEmpty { copy.add([.type: "COMMON"], rules.common, ConversionPath()) }
        for event in source.plan.eventsAndUser {
            for rule in rules.rules(of: event, ["description", "x-labels"]) { copy.add(rule) }
        }
        return copy.table.file("plan.csv")
    }

    private mutating func add(_ rule: SegmentRules.Rule) {
        var cells: [Column: String] = [.type: rule.type, .version: "\(rule.version)"]
        cells[.event] = rule.key
        cells[.description] = rule.event.description
        cells[.labels] = source.member("x-labels", of: rule.event)?.eventValue.cell
        add(cells, rule.parameters, ConversionPath(event: rule.event.name))
    }

    private mutating func add(_ cells: [Column: String], _ parameters: [PlanProperty], _ path: ConversionPath) {
        table.add(cells)
        for (parameter, inner) in source.sent(parameters, path) {
            var row = self.row(parameter, inner)
            for key in [Column.type, .event, .version] { row[key] = cells[key] }
            table.add(row)
        }
    }

    private func row(_ parameter: PlanProperty, _ path: ConversionPath) -> [Column: String] {
        var schema = FlatSchema(parameter, source)
        var row: [Column: String] = [.property: schema.name]
        var types = schema.takeTypes()
        // Segment names the format in place of the type `string`.
        if types.contains("string"), schema.takeFormat("date-time") {
            types = types.map { $0 == "string" ? "date-time" : $0 }
        }
        row[.dataType] = types.isEmpty ? "any" : types.joined(separator: ",")
        if let values = schema.takeValues() { row[.values] = EventValue.array(values.map(\.eventValue)).cell }
        row[.pattern] = schema.takeText(.pattern)
        row[.description] = schema.description
        row[.labels] = schema.takeInformation("x-labels")?.cell
        row[.required] = schema.isRequired ? "true" : "false"
        schema.loseRest(path)
        return row
    }
}

extension EventValue {
    /// The value as the text of a cell: a list of words with commas between them, or JSON.
    var cell: String {
        switch self {
        case .string(let text): return text
        case .array(let elements):
            let words = elements.compactMap(\.string).filter(\.isWordOfList)
            return words.count == elements.count && !words.isEmpty ? words.joined(separator: ",") : json
        default: return json
        }
    }
}

extension String {
    /// Whether the text can be an element of a list with commas.
    var isWordOfList: Bool {
        !isEmpty && !contains(",") && !hasPrefix("[") && first?.isWhitespace == false && last?.isWhitespace == false
    }
}
