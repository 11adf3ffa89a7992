import TrackproofPlans
import TrackproofSnapshots

/// The rows of a CSV file, whose cells are found by the columns of a format.
///
/// Neither the order of the columns nor the case of their names matters.
struct ImportTable {
    struct Row {
        let place: PlanPlace
        fileprivate let format: [TableColumn]
        /// The cells that are not empty, with the numbers of their columns, in the order of the format.
        fileprivate let cells: [(column: Int, cell: CSVTable.Cell)]

        subscript(key: TableColumn.Key) -> CSVTable.Cell? { cells.first { format[$0.column].key == key }?.cell }

        func text(_ key: TableColumn.Key) -> String { self[key]?.text ?? "" }
    }

    /// A thing that one row declares, such as an event, with the rows that describe its properties.
    struct Entity {
        let row: Row
        fileprivate(set) var properties: [Row] = []
    }

    let rows: [Row]
    private let header: [CSVTable.Cell]
    /// The columns of the format, each with its position in the table, or `nil` if the table lacks the column.
    private let columns: [(column: TableColumn, position: Int?)]

    /// Reads a table. Adds a loss for each column that the format does not have.
    ///
    /// - Throws: ``PlanErrors`` if the bytes are not CSV.
    init(_ format: [TableColumn], _ bytes: [UInt8], file: String, _ run: ImportRun) throws(PlanErrors) {
        let table = try CSVTable(bytes, file: file)
        let keys = table.header.map { Self.key($0.text) }
        let names = format.map { column -> [String] in
            if case .nothing = column.meaning { return [] }
            return ([column.name] + column.otherNames).map(Self.key)
        }
        // The first of several columns with the same name counts.
        let positions = names.map { names in keys.firstIndex(where: names.contains) }
        (header, columns) = (table.header, zip(format, positions).map { (column: $0, position: $1) })
        rows = table.rows.map { row in
            let cells = positions.enumerated().compactMap { column, position in
                position.flatMap { row.cells[$0] }.map { (column: column, cell: $0) }
            }
            return Row(place: row.place, format: format, cells: cells)
        }
        for (index, name) in header.enumerated() where !positions.contains(index) {
            let first = names.firstIndex { $0.contains(keys[index]) }.flatMap { positions[$0] }
            let rows = table.rows.filter { $0.cells[index] != nil }
            if rows.isEmpty { continue }
            let differs = first.map { first in rows.contains { $0.cells[index]?.text != $0.cells[first]?.text } }
            run.lose(
                "\(first == nil ? "" : "second ")column \(name.text)",
                rows.count == 1 ? "1 cell with a text" : "\(rows.count) cells with a text", at: name.place,
                ConversionPath(), .leftOut, differs == true ? .rule : .information)
        }
    }

    func has(_ key: TableColumn.Key) -> Bool { columns.contains { $0.column.key == key && $0.position != nil } }

    /// The columns that each table of the format has, and that this table lacks.
    var missing: [TableColumn] { columns.filter { $0.column.isNeeded && $0.position == nil }.map(\.column) }

    private static func key(_ name: String) -> String {
        name.lowercased().split(whereSeparator: { $0.isWhitespace || $0 == "_" }).joined(separator: " ")
    }
}

extension ImportTable {
    /// Returns the things that the rows declare, each with the rows of its properties.
    ///
    /// Some tools write the name of an event only once, and other tools write it in each row of a property.
    ///
    /// - Throws: ``PlanErrors`` if a column is missing.
    func entities(_ run: ImportRun) throws(PlanErrors) -> [Entity] {
        let errors = missing.map { column in
            let hint = NameSimilarity.question(about: column.name, among: header.map(\.text))
            return PlanError(
                at: header[0].place, "expected a column \(column.name.quotedForMessages) in the header\(hint)")
        }
        if !errors.isEmpty { throw PlanErrors(errors) }
        let keys: [TableColumn.Key] = [.type, .name, .version]
        var entities: [Entity] = []
        var indices: [[String]: Int] = [:]
        for row in rows {
            let property = row[.property] ?? row[.groups]
            let names = keys.map(row.text)
            let continues = entities.last.map { last in
                zip(keys, names).allSatisfy { $1.isEmpty || $1 == last.row.text($0) }
            }
            if property != nil, let index = continues == true ? entities.indices.last : indices[names] {
                entities[index].properties.append(row)
            } else if names.allSatisfy(\.isEmpty) {
                let kind = property == nil ? "row without a name" : "property without an event"
                run.lose(kind, property?.text ?? "", at: row.place, ConversionPath())
            } else {
                if indices[names] == nil { indices[names] = entities.count }
                entities.append(Entity(row: row, properties: property == nil ? [] : [row]))
            }
        }
        return entities
    }
}

extension ImportTable.Row {
    /// The cells that describe an event or a parameter, in the order of the columns of the format.
    private func cells(of subject: TableColumn.Subject) -> [(TableColumn, CSVTable.Cell)] {
        cells.map { (format[$0.column], $0.cell) }.filter { [subject, .both].contains($0.0.subject) }
    }

    /// Returns the schema of the parameter or the event that the row describes.
    func schema(of subject: TableColumn.Subject, _ path: ConversionPath, _ run: ImportRun) -> CellSchema {
        var schema = CellSchema(at: place, path, run)
        for (column, cell) in cells(of: subject) { column.read(cell, &schema) }
        return schema
    }

    /// Reports the description and other information of a row for something that can have no information in a plan.
    func loseInformation(of owner: String, _ path: ConversionPath, _ run: ImportRun) {
        for (column, cell) in cells(of: .event) {
            guard let member = column.eventMember else { continue }
            run.note("\(member.wordsOfMember) of \(owner)", cell.text, at: cell.place, path)
        }
    }
}

extension ImportTable.Entity {
    /// Returns the JSON Schema of an object with the properties in the rows.
    ///
    /// - Parameter isOwn: A closure that says whether the row with a path describes a property of the object.
    func object(
        _ path: ConversionPath, _ run: ImportRun,
        where isOwn: (ImportTable.Row, ConversionPath) -> Bool = { _, _ in true }
    ) -> ImportedObject {
        var object = ImportedObject(at: row.place)
        for row in properties {
            guard let cell = row[.property], isOwn(row, path.property(cell.text)) else { continue }
            let schema = row.schema(of: .parameter, path.property(cell.text), run)
            object.add(cell.text, schema.node, isRequired: schema.isRequired, at: cell.place)
        }
        return object
    }
}
