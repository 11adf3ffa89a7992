import Foundation
import TrackproofPlans

/// The JSON Schema of a parameter or an event that cells of a table describe. ``SchemaConverter`` converts it.
struct CellSchema {
    private let place: PlanPlace
    private let path: ConversionPath
    private let run: ImportRun
    private(set) var members: [PlanMember] = []
    var isRequired = false
    /// Whether the value is a list. The cells then describe the elements, except for the number of elements.
    var isList = false

    init(at place: PlanPlace, _ path: ConversionPath, _ run: ImportRun) {
        (self.place, self.path, self.run) = (place, path, run)
    }

    var node: PlanNode {
        guard isList else { return PlanNode(.object(members), at: place) }
        let isOfElements = { (member: PlanMember) in
            SchemaKeyword(rawValue: member.name).map { $0.types != .array } ?? false
        }
        let list = PlanNode(
            ["type": .string("array"), "items": .filled(members.filter(isOfElements))], at: place
        ).members
        return PlanNode(.object(list + members.filter { !isOfElements($0) }), at: place)
    }

    /// The types of the value that the cells have named so far.
    var types: [String] { members.first { $0.name == "type" }?.value.typeNames ?? [] }

    mutating func add(_ name: String, _ content: PlanNode.Content, _ cell: CSVTable.Cell) {
        members.append(PlanMember(name, content, at: cell.place))
    }

    /// Adds and reports information without a meaning for Trackproof.
    mutating func add(other name: String, _ content: PlanNode.Content, _ cell: CSVTable.Cell) {
        let kind = "\(name.wordsOfMember) of \(path.parameter == nil ? "an event" : "a parameter")"
        members += run.keep(PlanMember(name, content, at: cell.place), kind, found: cell.text, path)
    }

    /// Adds the types that a cell names. The converter reports names that are no types.
    ///
    /// - Parameter hasFormat: Whether the schema has the format of a date, so that a text in place of the date is no loss.
    mutating func add(types cell: CSVTable.Cell, hasFormat: Bool = false) {
        if !hasFormat, cell.word.hasPrefix("date") { lose("type \(cell.word)", cell, .changed(to: "a text")) }
        let names = cell.list.compactMap { $0.string?.lowercased() }
        set(types: names.flatMap { Self.words[$0] ?? [$0] }, cell)
    }

    /// The types that tools write, and the types of JSON Schema. An enum has no type.
    private static let words = [
        "int": ["integer"], "long": ["integer"], "float": ["number"], "double": ["number"], "numeric": ["number"],
        "bool": ["boolean"], "list": ["array"], "list of objects": ["array"], "object list": ["array"],
        "date": ["string"], "datetime": ["string"], "date-time": ["string"], "enum": [], "any": [], "unknown": [],
    ]

    /// Adds types in place of the types so far.
    mutating func set(types names: [String], _ cell: CSVTable.Cell) {
        if names.isEmpty { return }
        members.removeAll { $0.name == "type" }
        add("type", .texts(names, at: cell.place), cell)
    }

    /// Returns whether a cell says yes. Reports a text that is neither yes nor no.
    func flag(_ cell: CSVTable.Cell, _ column: String) -> Bool {
        switch cell.word {
        case "true", "yes", "y", "1", "required": return true
        case "false", "no", "n", "0", "optional", "": return false
        default:
            lose("value of \(column) that is neither true nor false", cell, .leftOut)
            return false
        }
    }

    func lose(_ kind: String, _ cell: CSVTable.Cell, _ outcome: ConversionLoss.Outcome) {
        run.lose(kind, cell.text, at: cell.place, path, outcome)
    }
}

extension String {
    /// The name of a member of an event, without `x-` and hyphens, for losses.
    var wordsOfMember: String { (hasPrefix("x-") ? String(dropFirst(2)) : self).replacing("-", with: " ") }
}

extension CSVTable.Cell {
    var trimmed: String { text.trimmingCharacters(in: .whitespacesAndNewlines) }

    /// The text in lower case and without spaces at its ends, for cells with one of several words.
    var word: String { trimmed.lowercased() }

    /// The elements of a list in the cell: the elements of a JSON array, or the texts between commas.
    var list: [PlanNode] {
        if text.hasPrefix("["), let elements = jsonElements { return elements.map { PlanNode($0.content, at: place) } }
        return text.split(separator: ",").map { CSVTable.Cell(text: String($0), place: place).trimmed }
            .filter { !$0.isEmpty }.map { PlanNode(.string($0), at: place) }
    }

    /// The elements of the array in the cell, or `nil` if the cell has another format.
    private var jsonElements: [PlanNode]? {
        do throws(PlanErrors) {
            let node = try PlanNode(json: Array(text.utf8), file: place.file)
            return if case .array(let elements) = node.content { elements } else { nil }
        } catch {
            return nil
        }
    }

    /// The values that the cell allows, with the types that a schema demands.
    ///
    /// A text becomes a number, a boolean or null only if all texts of the list are such values.
    func values(of types: [String]) -> [PlanNode] {
        let list = list
        if types.isEmpty { return list }
        let found = list.compactMap { node in
            node.string.map { Self.value($0, of: types).map { PlanNode($0, at: place) } } ?? node
        }
        return found.count == list.count ? found : list
    }

    private static func value(_ text: String, of types: [String]) -> PlanNode.Content? {
        let word = text.lowercased()
        if types.contains("null"), word == "null" { return .null }
        for type in types {
            switch type {
            case "number", "integer": if let number = PlanNumber(text) { return .number(number) }
            case "boolean": if ["true", "false"].contains(word) { return .bool(word == "true") }
            case "null", "array", "object": break
            default: return .string(text)
            }
        }
        return nil
    }
}
