import TrackproofPlans

/// A JSON Schema that an importer builds from cells of a table. ``SchemaConverter`` converts it.
struct CellSchema {
    private(set) var members: [PlanMember] = []
    private let place: PlanPlace

    init(at place: PlanPlace) { self.place = place }

    var node: PlanNode { PlanNode(.object(members), at: place) }

    mutating func add(_ keyword: String, _ content: PlanNode.Content, at place: PlanPlace) {
        members.append(PlanMember(keyword, at: place, PlanNode(content, at: place)))
    }

    /// Adds the text of a cell if there is one.
    mutating func add(text keyword: String, _ cell: CSVTable.Cell?) {
        if let cell { add(keyword, .string(cell.text), at: cell.place) }
    }

    /// Adds the number in a cell if there is one. The converter reports a text that is not a number.
    mutating func add(number keyword: String, _ cell: CSVTable.Cell?) {
        guard let cell, !cell.word.isEmpty else { return }
        add(keyword, PlanNumber(cell.trimmed).map { .number($0) } ?? .string(cell.text), at: cell.place)
    }

    /// Adds the type that a cell names, with the format that belongs to it.
    ///
    /// - Parameter words: The names of types that the tool writes, and the types of JSON Schema. The converter reports
    ///   names that are neither.
    mutating func add(types words: [String: [String]], _ cell: CSVTable.Cell?) {
        guard let cell else { return }
        var names: [String] = []
        for word in cell.list.compactMap(\.string) {
            names += words[word.lowercased()] ?? [word.lowercased()]
        }
        if names.isEmpty { return }
        add("type", .array(names.map { PlanNode(.string($0), at: cell.place) }), at: cell.place)
    }

    /// Returns the schema of a list whose elements the schema describes.
    func asItems(at place: PlanPlace) -> CellSchema {
        var list = CellSchema(at: place)
        list.add("type", .string("array"), at: place)
        if !members.isEmpty { list.add("items", .object(members), at: place) }
        return list
    }
}

extension CSVTable.Cell {
    var trimmed: String {
        String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }

    /// The text in lower case and without spaces at its ends, for cells with one of several words.
    var word: String { trimmed.lowercased() }

    /// The elements of a list in the cell: the elements of a JSON array, or the texts between commas.
    var list: [PlanNode] {
        if text.hasPrefix("["), case .array(let elements)? = jsonContent {
            return elements.map { PlanNode($0.content, at: place) }
        }
        return text.split(separator: ",").map { CSVTable.Cell(text: String($0), place: place).trimmed }
            .filter { !$0.isEmpty }.map { PlanNode(.string($0), at: place) }
    }

    /// The content of the cell if it is JSON.
    private var jsonContent: PlanNode.Content? {
        do throws(PlanErrors) {
            return try PlanNode(json: Array(text.utf8), file: place.file).content
        } catch {
            // The cell has another format.
            return nil
        }
    }

    /// The values that the cell allows, with the types that a schema demands.
    ///
    /// A text becomes a number, a boolean or null only if all texts of the list are such values.
    func values(of types: [String]) -> [PlanNode] {
        let list = list
        let contents = list.map { node -> PlanNode.Content? in
            guard let text = node.string else { return node.content }
            if types.contains("null"), text.lowercased() == "null" { return .null }
            for type in types {
                switch type {
                case "number", "integer": if let number = PlanNumber(text) { return .number(number) }
                case "boolean": if let flag = ["true": true, "false": false][text.lowercased()] { return .bool(flag) }
                case "null", "array", "object": break
                default: return node.content
                }
            }
            return types.isEmpty ? node.content : nil
        }
        let found = contents.compactMap(\.self)
        return found.count == list.count ? found.map { PlanNode($0, at: place) } : list
    }
}

extension ImportRun {
    /// Returns whether a cell says yes. Reports a text that is neither yes nor no.
    func flag(_ cell: CSVTable.Cell?, _ name: String, _ path: ConversionPath) -> Bool {
        guard let cell else { return false }
        switch cell.word {
        case "true", "yes", "y", "1", "required": return true
        case "false", "no", "n", "0", "optional", "": return false
        default:
            lose("value of \(name) that is neither true nor false", cell.text, at: cell.place, path)
            return false
        }
    }

    /// Returns the member of an event for a cell without a meaning for Trackproof, and reports it.
    ///
    /// - Parameter name: The name of the member, without `x-`.
    func other(_ name: String, _ cell: CSVTable.Cell?, isList: Bool = false, _ path: ConversionPath) -> [PlanMember] {
        guard let cell else { return [] }
        let member = PlanMember(name, isList ? .array(cell.list) : .string(cell.text), at: cell.place)
        return keep(member, "\(name.replacing("-", with: " ")) of an event", found: cell.text, path)
    }
}

extension CellSchema {
    /// Returns an object with members that do not come from cells of their own.
    static func object(_ members: [(String, PlanNode)], at place: PlanPlace) -> PlanNode {
        PlanNode(.object(members.map { PlanMember($0.0, at: place, $0.1) }), at: place)
    }
}
