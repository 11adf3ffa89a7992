import TrackproofPlans

/// An importer of the CSV files that Amplitude Data exports and imports: events with their properties, property groups,
/// and user properties.
///
/// The documentation of Amplitude ("CSV file schema reference") defines the columns. The importer also reads the older
/// template of the taxonomy, in which each row of a property repeats the name of the event.
struct AmplitudeImport: PlanImporter {
    private let run: ImportRun
    private var plan = ImportedPlan()
    private var user = ImportedObject(place: PlanPlace(file: "", line: 1, column: 1))
    private var traits: [String: PlanNode] = [:]
    /// The parameters of each property group.
    private var groups: [String: Set<String>] = [:]

    init(_ run: ImportRun) { self.run = run }

    private typealias Column = AmplitudeColumn
    private typealias Table = ImportTable<AmplitudeColumn>

    /// Imports a file, or the files of events and of user properties in a folder.
    ///
    /// - Throws: ``PlanErrors`` if a file is not a table with the columns of Amplitude.
    func plan(_ files: ImportFiles) throws -> ImportedPlan {
        var copy = self
        var entities: [Table.Entity] = []
        try files.forEach([".csv"], run) { file in
            let table = try Table(file, run)
            if !table.has(.objectName), table.has(.property), table.has(.propertyType) {
                for row in table.rows { copy.addUserProperty(row) }
                return
            }
            try table.require([.objectName, .property])
            entities += table.entities([.objectType, .objectName], properties: [.property, .groups], run)
        }
        let planned = entities.filter(copy.isPlanned)
        for entity in planned where Self.isGroup(entity) { try copy.addGroup(entity) }
        for entity in planned where !Self.isGroup(entity) { try copy.addEvent(entity) }
        try copy.plan.addUser(copy.user, run)
        if entities.isEmpty, copy.plan.user == nil { throw files.error("the tracking plan has no events") }
        return copy.plan
    }

    private static func isGroup(_ entity: Table.Entity) -> Bool { entity.row[.objectType]?.word == "property group" }

    /// Returns whether the plan has the event or the group. The export also lists what is not in the plan.
    private func isPlanned(_ entity: Table.Entity) -> Bool {
        let name = entity.row.text(.objectName)
        return isPlanned(
            entity.row, Self.isGroup(entity) ? ConversionPath() : ConversionPath(event: name), .eventStatus, name)
    }

    private func isPlanned(_ row: Table.Row, _ path: ConversionPath, _ status: Column, _ name: String) -> Bool {
        let cells = [row[.action], row[status]].compactMap(\.self)
        let words: Set<String> = ["ignore", "remove", "unexpected", "deleted", "blocked"]
        guard let cell = cells.last(where: { words.contains($0.word) }) else { return true }
        let what = path.parameter == nil ? "entry" : "property"
        run.lose(
            "\(what) that is not in the plan (\(cell.word))", name, at: cell.place, path, .leftOut, .information)
        return false
    }

    // MARK: Entities

    private mutating func addGroup(_ entity: Table.Entity) throws(PlanErrors) {
        let name = entity.row.text(.objectName)
        let path = ConversionPath().property("shared." + name)
        guard plan.shared.accepts("property group", name, at: entity.row.place, path, run) else { return }
        for cell in entity.properties.compactMap({ $0[.groups] }) {
            run.lose("property group in a property group", cell.text, at: cell.place, path)
        }
        let schema = try EventSchema(object(entity, path).node, path, SchemaConverter(run, document(entity)))
        plan.shared.append(PlanMember(name, .object(schema.parameters.items), at: entity.row.place))
        groups[name] = Set(schema.parameters.items.map(\.name))
        if let cell = entity.row[.objectDescription] {
            run.lose("description of a property group", cell.text, at: cell.place, path, .leftOut, .information)
        }
    }

    private mutating func addEvent(_ entity: Table.Entity) throws(PlanErrors) {
        let row = entity.row
        let name = row.text(.objectName)
        let path = ConversionPath(event: name)
        let type = row[.objectType]?.word ?? "event"
        guard type == "event" else {
            return run.lose("object of the type \(type)", name, at: row.place, path, isWhole: true)
        }
        let place = row[.objectName]?.place ?? row.place
        guard plan.events.accepts("event", name, at: place, path, run) else { return }
        var items: [PlanMember] = []
        if let cell = row[.objectDescription] {
            items.append(PlanMember("description", .string(cell.text), at: cell.place))
        }
        if let cell = row[.owner] {
            items += plan.owner([cell.text], haveAddresses: cell.text.contains("@"), at: cell.place)
        }
        items += run.other("display-name", row[.displayName], path)
        items += run.other("category", row[.category], path)
        items += run.other("tags", row[.tags], isList: true, path)
        items += run.other("sources", row[.source], isList: true, path)
        let object = object(entity, path)
        let included = entity.properties.flatMap { groupNames($0, path) }
        if !included.isEmpty { items.append(PlanMember("include", .texts(included, at: row.place), at: row.place)) }
        let shared = included.reduce(into: Set<String>()) { $0.formUnion(groups[$1] ?? []) }
        for property in object.properties where shared.contains(property.name) {
            run.lose(
                "parameter that a property group also declares", property.name, at: property.place,
                path.property(property.name), .changed(to: "the parameter of the event"))
        }
        let schema = try EventSchema(object.node, path, SchemaConverter(run, document(entity)))
        items += schema.members(isClosedByDefault: plan.isClosed)
        plan.add(name, items, at: place, run)
    }

    private func document(_ entity: Table.Entity) -> SchemaDocument {
        SchemaDocument(PlanNode(.object([]), at: entity.row.place), name: entity.row.text(.objectName))
    }

    /// Returns the names of the property groups in a row of an event.
    private func groupNames(_ row: Table.Row, _ path: ConversionPath) -> [String] {
        guard let cell = row[.groups] else { return [] }
        let names = groups[cell.text] == nil ? cell.list.compactMap(\.string) : [cell.text]
        return names.filter { name in
            if groups[name] != nil { return true }
            run.lose("property group that the file does not contain", name, at: cell.place, path)
            return false
        }
    }

    private mutating func addUserProperty(_ row: Table.Row) {
        let name = row.text(.property)
        let path = ConversionPath(event: "user").property(name)
        guard let type = row[.propertyType], type.word.hasPrefix("user") else {
            return run.lose("property without an event", name, at: row.place, path, isWhole: true)
        }
        guard isPlanned(row, path, .propertyStatus, name) else { return }
        let value = schema(row, path)
        traits[name] = value
        user.add(name, value, isRequired: false, at: row[.property]?.place ?? row.place)
    }

    // MARK: Properties

    /// Returns the properties of an event or of a group. User properties that an event sets become traits.
    private mutating func object(_ entity: Table.Entity, _ path: ConversionPath) -> ImportedObject {
        var object = ImportedObject(place: entity.row.place)
        for row in entity.properties {
            guard let cell = row[.property] else { continue }
            let inner = path.property(cell.text)
            guard isPlanned(row, inner, .propertyStatus, cell.text) else { continue }
            if row[.propertyType]?.word.hasPrefix("user") == true {
                guard let known = traits[cell.text] else {
                    addUserProperty(row)
                    continue
                }
                let own = schema(row, inner)
                if !own.isBlank, CanonicalValue(own) != CanonicalValue(known) {
                    run.lose("user property with two definitions", at: cell.place, inner, first: known.place)
                }
                continue
            }
            object.add(
                cell.text, schema(row, inner), isRequired: run.flag(row[.required], Column.required.rawValue, inner),
                at: cell.place)
        }
        return object
    }

    private func schema(_ row: Table.Row, _ path: ConversionPath) -> PlanNode {
        var schema = CellSchema(at: row.place)
        let type = row[.valueType]
        switch type?.word {
        case "enum": schema.add("type", .string("string"), at: type?.place ?? row.place)
        case "number" where run.flag(row[.isInteger], Column.isInteger.rawValue, path):
            schema.add("type", .string("integer"), at: type?.place ?? row.place)
        case "any", "const", "", nil: break
        default: schema.add(types: [:], type)
        }
        if let cell = row[.values] { schema.add("enum", .array(cell.values(of: [type?.word ?? ""])), at: cell.place) }
        if let cell = row[.constant] { addConstant(cell, to: &schema, path) }
        schema.add(text: "pattern", row[.pattern])
        schema.add(number: "minLength", row[.minLength])
        schema.add(number: "maxLength", row[.maxLength])
        schema.add(number: "minimum", row[.minimum])
        schema.add(number: "maximum", row[.maximum])
        let minItems = row[.minItems] ?? row[.maxItems] ?? row[.uniqueItems]
        let isArray = run.flag(row[.isArray], Column.isArray.rawValue, path)
        if isArray { schema = schema.asItems(at: row[.isArray]?.place ?? row.place) }
        if isArray || minItems != nil {
            schema.add(number: "minItems", row[.minItems])
            schema.add(number: "maxItems", row[.maxItems])
            if let cell = row[.uniqueItems], run.flag(cell, Column.uniqueItems.rawValue, path) {
                schema.add("uniqueItems", .bool(true), at: cell.place)
            }
        }
        schema.add(text: "description", row[.propertyDescription])
        schema.add(text: "sample-values", row[.samples])
        return schema.node
    }

    /// Adds a constant. The file does not say whether `5` and `true` are texts.
    private func addConstant(_ cell: CSVTable.Cell, to schema: inout CellSchema, _ path: ConversionPath) {
        let text = PlanNode(.string(cell.text), at: cell.place)
        let kinds = ["number", "boolean"]
        guard let other = kinds.flatMap({ cell.values(of: [$0]) }).first(where: { $0.string == nil }) else {
            return schema.add("const", text.content, at: cell.place)
        }
        run.lose(
            "constant whose type the file does not say", cell.text, at: cell.place, path,
            .changed(to: "the text or the value"))
        schema.add("enum", .array([other, text]), at: cell.place)
    }
}
