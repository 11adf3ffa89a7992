import TrackproofPlans

/// A column of another tool's table: its name, and what its cells say about an event or a parameter.
///
/// An importer reads the cells, and an exporter writes them. Both report what no column takes.
struct TableColumn: Sendable {
    /// What the cells of a column say.
    enum Meaning: Sendable {
        /// The importer and the exporter of the format have their own code for the cells.
        case key(Key)
        /// Nothing that a plan can contain. The tool needs the column, so an exporter leaves its cells empty.
        case nothing
        case description
        /// Information without a meaning for Trackproof: the member with this name, which begins with `x-`.
        case other(String, Form = .text)
        /// Whether each event must have the parameter. An exporter writes one of the two words.
        case required(yes: String, no: String)
        /// Whether the value is a list. The columns of rules for other types then describe the elements.
        case isList
        /// The rule with a keyword, if the value of the rule fits the format.
        case rule(SchemaKeyword, where: @Sendable (PlanNode) -> Bool = { _ in true })
        case cell(
            read: @Sendable (CSVTable.Cell, inout CellSchema) -> Void, write: @Sendable (inout FlatSchema) -> String?)
    }

    enum Form: Sendable { case text, list, flag }

    /// The columns for which importers and exporters have their own code.
    enum Key: Sendable {
        /// The columns that identify an event or another entity.
        case type, name, version
        /// The columns that only the rows of parameters have.
        case property, groups
        case action, status, owner, propertyType, propertyStatus
    }

    enum Subject: Sendable { case event, parameter, both }

    var name: String
    /// Other names of the column, such as its name in an older version of the format.
    let otherNames: [String]
    let subject: Subject
    let meaning: Meaning
    /// Whether each table of the format has the column.
    let isNeeded: Bool
    let isWritten: Bool

    /// Creates a column.
    ///
    /// - Parameter names: The name of the column, and its other names.
    init(
        _ names: String..., of subject: Subject, _ meaning: Meaning, isNeeded: Bool = false, isWritten: Bool = true
    ) {
        (name, otherNames, self.subject, self.meaning) = (names[0], Array(names.dropFirst()), subject, meaning)
        (self.isNeeded, self.isWritten) = (isNeeded, isWritten)
    }

    /// The key if importers and exporters have their own code for the cells, and otherwise `nil`.
    var key: Key? { if case .key(let key) = meaning { key } else { nil } }

    /// The member of an event that the cells describe, or `nil` if there is no such member.
    var eventMember: String? {
        switch meaning {
        case .description where subject != .parameter: "description"
        case .other(let member, _) where subject != .parameter: member
        default: nil
        }
    }

    /// Adds to the schema of a parameter or an event what a cell says. Reports information without a meaning.
    func read(_ cell: CSVTable.Cell, _ schema: inout CellSchema) {
        switch meaning {
        case .key, .nothing: break
        case .description: schema.add("description", .string(cell.text), cell)
        case .other(let member, .text): schema.add(other: member, .string(cell.text), cell)
        case .other(let member, .list): schema.add(other: member, .array(cell.list), cell)
        case .other(let member, .flag): if schema.flag(cell, name) { schema.add(other: member, .bool(true), cell) }
        case .required: schema.isRequired = schema.flag(cell, name)
        case .isList: schema.isList = schema.flag(cell, name)
        case .cell(let read, _): read(cell, &schema)
        case .rule(let keyword, _):
            switch keyword.form {
            case .flag: if schema.flag(cell, name) { schema.add(keyword.rawValue, .bool(true), cell) }
            case .constants: schema.add(keyword.rawValue, .array(cell.values(of: schema.types)), cell)
            // The converter reports a text that is not a number.
            case .number, .count:
                if cell.word.isEmpty { break }
                schema.add(keyword.rawValue, PlanNumber(cell.trimmed).map { .number($0) } ?? .string(cell.text), cell)
            default: schema.add(keyword.rawValue, .string(cell.text), cell)
            }
        }
    }

    /// Takes from the schema of a parameter what the column can say, and returns the text of the cell.
    func write(_ schema: inout FlatSchema) -> String? {
        switch meaning {
        case .key, .nothing: nil
        case .description: schema.description
        case .other(let member, _): schema.take(member)?.cell
        case .required(let yes, let no): schema.isRequired ? yes : no
        case .isList: schema.list == nil ? nil : "TRUE"
        case .rule(let keyword, _) where keyword.types == .array:
            schema.takeOfList(keyword.rawValue).map { $0.bool == nil ? $0.cell : "TRUE" }
        case .rule(let keyword, let fits): schema.take(keyword.rawValue, where: fits)?.cell
        case .cell(_, let write): write(&schema)
        }
    }
}
