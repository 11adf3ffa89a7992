import TrackproofPlans
import TrackproofSnapshots

/// The rows of a CSV file, whose cells are found by the columns of a format.
///
/// Neither the order of the columns nor the case of their names matters.
struct ImportTable {
    struct Row {
        let place: PlanPlace
        fileprivate let format: [TableColumn]
        /// The cells that are not empty, by the numbers of their columns in the format.
        fileprivate var cells: [Int: CSVTable.Cell] = [:]

        subscript(key: TableColumn.Key) -> CSVTable.Cell? {
            format.firstIndex { $0.key == key }.flatMap { cells[$0] }
        }

        func text(_ key: TableColumn.Key) -> String { self[key]?.text ?? "" }
    }

    /// A thing that one row declares, such as an event, with the rows that describe its properties.
    struct Entity {
        let row: Row
        fileprivate(set) var properties: [Row] = []
    }

    let rows: [Row]
    private let format: [TableColumn]
    private let header: [CSVTable.Cell]
    /// The columns of the format that the table has, by their numbers in the format.
    private let columns: Set<Int>

    /// Reads a table. Adds a loss for each column that the format does not have.
    ///
    /// - Throws: ``PlanErrors`` if the bytes are not CSV.
    init(_ format: [TableColumn], _ bytes: [UInt8], file: String, _ run: ImportRun) throws(PlanErrors) {
        let table = try CSVTable(bytes, file: file)
        (self.format, header) = (format, table.header)
        let names = format.map { column -> [String] in
            if case .nothing = column.meaning { return [] }
            return ([column.name] + column.otherNames).map(Self.key)
        }
        let found = header.map { cell in names.firstIndex { $0.contains(Self.key(cell.text)) } }
        columns = Set(found.compactMap(\.self))
        // The first of several columns with the same name counts.
        let used = columns.compactMap { column in found.firstIndex(of: column).map { ($0, column) } }
        rows = table.rows.map { row in
            let cells = used.compactMap { index, column in row.cells[index].map { (column, $0) } }
            return Row(place: row.place, format: format, cells: Dictionary(uniqueKeysWithValues: cells))
        }
        for (index, name) in header.enumerated() {
            let first = found[index].flatMap { found.firstIndex(of: $0) }
            let rows = first == index ? [] : table.rows.filter { $0.cells[index] != nil }
            if rows.isEmpty { continue }
            let differs =
                first.map { first in rows.contains { $0.cells[index]?.text != $0.cells[first]?.text } } ?? false
            run.lose(
                "\(first == nil ? "" : "second ")column \(name.text)",
                rows.count == 1 ? "1 cell with a text" : "\(rows.count) cells with a text", at: name.place,
                ConversionPath(), .leftOut, differs ? .rule : .information)
        }
    }

    func has(_ key: TableColumn.Key) -> Bool { columns.contains { format[$0].key == key } }

    /// The columns that each table of the format has, and that this table lacks.
    var missing: [TableColumn] {
        format.indices.filter { format[$0].isNeeded && !columns.contains($0) }.map { format[$0] }
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
    /// - Throws: ``PlanErrors`` if a column is missing.
    func entities(_ run: ImportRun) throws(PlanErrors) -> [Entity] {
        let errors = missing.map { column in
            let hint = NameSimilarity.question(about: column.name, among: header.map(\.text))
            let place = PlanPlace(file: header[0].place.file, line: 1, column: 1)
            return PlanError(at: place, "expected a column \(column.name.quotedForMessages) in the header\(hint)")
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
        cells.sorted { $0.key < $1.key }.map { (format[$0.key], $0.value) }
            .filter { [subject, .both].contains($0.0.subject) }
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
        var object = ImportedObject(place: row.place)
        for row in properties {
            guard let cell = row[.property], isOwn(row, path.property(cell.text)) else { continue }
            let schema = row.schema(of: .parameter, path.property(cell.text), run)
            object.add(cell.text, schema.node, isRequired: schema.isRequired, at: cell.place)
        }
        return object
    }
}
