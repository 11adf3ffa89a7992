import TrackproofPlans

/// An importer of the CSV files of Amplitude Data: events with their properties, property groups, and user properties.
///
/// The importer also reads the older template of the taxonomy, in which each row of a property repeats the name of the
/// event.
struct AmplitudeImport: PlanImporter {
    let run: ImportRun
    /// The parameters of each property group.
    private var groups: [String: Set<String>] = [:]

    init(run: ImportRun) { self.run = run }

    /// Imports a file, or the files of events and of user properties in a folder.
    ///
    /// - Throws: ``PlanErrors`` if a file is not a table with the columns of Amplitude.
    mutating func read(_ files: ImportFiles) throws {
        var entities: [ImportTable.Entity] = []
        try files.forEach([".csv"], run) { file in
            let table = try ImportTable(TableColumn.amplitude, PlanFile.bytes(path: file.path), file: file.path, run)
            if !table.has(.name), table.has(.property), table.has(.propertyType) {
                for row in table.rows { addUserProperty(row, setBy: nil) }
            } else {
                entities += try table.entities(run)
            }
        }
        let planned = entities.filter { entity in
            let name = entity.row.text(.name)
            return isPlanned(entity.row, ConversionPath(event: Self.isGroup(entity) ? nil : name), name)
        }
        for entity in planned where Self.isGroup(entity) { try addGroup(entity) }
        for entity in planned where !Self.isGroup(entity) { try addEvent(entity) }
        if entities.isEmpty, run.plan.traitSchemas.isEmpty { throw files.error("the tracking plan has no events") }
    }

    private static func isGroup(_ entity: ImportTable.Entity) -> Bool { entity.row[.type]?.word == "property group" }

    /// Returns whether the plan has an event, a group or a property. The export also lists what is not in the plan.
    private func isPlanned(_ row: ImportTable.Row, _ path: ConversionPath, _ name: String) -> Bool {
        let words: Set<String> = ["ignore", "remove", "unexpected", "deleted", "blocked"]
        let status = row[path.parameter == nil ? .status : .propertyStatus]
        guard let cell = [status, row[.action]].compactMap(\.self).first(where: { words.contains($0.word) }) else {
            return true
        }
        let kind = "\(path.parameter == nil ? "entry" : "property") that is not in the plan (\(cell.word))"
        run.note(kind, name, at: cell.place, path)
        return false
    }

    // MARK: Entities

    private mutating func addGroup(_ entity: ImportTable.Entity) throws(PlanErrors) {
        let name = entity.row.text(.name)
        let path = ConversionPath().property("shared." + name)
        guard run.plan.shared.accepts("property group", name, at: entity.row.place, path, run) else { return }
        for cell in entity.properties.compactMap({ $0[.groups] }) {
            run.lose("property group in a property group", cell.text, at: cell.place, path)
        }
        let schema = object(entity, path).node
        let converter = SchemaConverter(run, SchemaDocument(schema, name: name))
        let parameters = try EventSchema(schema, path, converter).parameters.items
        run.plan.shared.append(PlanMember(name, .object(parameters), at: entity.row.place))
        groups[name] = Set(parameters.map(\.name))
        entity.row.loseInformation(of: "a property group", path, run)
    }

    private func addEvent(_ entity: ImportTable.Entity) throws(PlanErrors) {
        let row = entity.row
        let name = row.text(.name)
        let path = ConversionPath(event: name)
        let type = row[.type]?.word ?? "event"
        guard type == "event" else {
            return run.lose("object of the type \(type)", name, at: row.place, path, isWhole: true)
        }
        let place = row[.name]?.place ?? row.place
        guard run.accepts(event: name, at: place) else { return }
        let members = row.schema(of: .event, path, run).members
        var object = object(entity, path)
        object.others = members
        let included = entity.properties.flatMap { groupNames($0, path) }
        let shared = included.reduce(into: Set<String>()) { $0.formUnion(groups[$1] ?? []) }
        for property in object.properties where shared.contains(property.name) {
            run.lose(
                "parameter that a property group also declares", property.name, at: property.place,
                path.property(property.name), .changed(to: "the parameter of the event"))
        }
        let owner = row[.owner].map { cell in
            run.plan.owner([cell.text], haveAddresses: cell.text.contains("@"), at: cell.place)
        }
        let include = included.isEmpty ? [] : [PlanMember("include", .texts(included, at: row.place), at: row.place)]
        run.add(name, try run.members(of: path, (owner ?? []) + include, object.node), at: place)
    }

    /// Returns the names of the property groups in a row of an event.
    private func groupNames(_ row: ImportTable.Row, _ path: ConversionPath) -> [String] {
        guard let cell = row[.groups] else { return [] }
        let names = groups[cell.text] == nil ? cell.list.compactMap(\.string) : [cell.text]
        return names.filter { name in
            if groups[name] != nil { return true }
            run.lose("property group that the file does not contain", name, at: cell.place, path)
            return false
        }
    }

    // MARK: Properties

    /// Returns the properties of an event or of a group. User properties that an event sets become traits.
    private func object(_ entity: ImportTable.Entity, _ path: ConversionPath) -> ImportedObject {
        entity.object(path, run) { row, inner in
            guard isPlanned(row, inner, row.text(.property)) else { return false }
            guard row[.propertyType]?.word.hasPrefix("user") == true else { return true }
            addUserProperty(row, setBy: path)
            return false
        }
    }

    /// Adds a trait.
    ///
    /// - Parameter event: The path of the event that sets the trait, or `nil` for a row of the file of user properties.
    private func addUserProperty(_ row: ImportTable.Row, setBy event: ConversionPath?) {
        let name = row.text(.property)
        let path = ConversionPath(event: "user").property(name)
        guard let type = row[.propertyType], type.word.hasPrefix("user") else {
            return run.lose("property without an event", name, at: row.place, path, isWhole: true)
        }
        guard event != nil || isPlanned(row, path, name) else { return }
        let value = row.schema(of: .parameter, path, run.forDefinition(ofTrait: name)).node
        run.add(trait: name, value, at: row[.property]?.place ?? row.place, event)
    }
}
