import TrackproofPlans

/// An importer of the CSV files of Amplitude Data: events with their properties, property groups, and user properties.
///
/// The importer also reads the older template of the taxonomy, in which each row of a property repeats the name of the
/// event.
struct AmplitudeImport: PlanImporter {
    private let run: ImportRun
    private var plan = ImportedPlan()
    private var user = ImportedObject(place: PlanPlace(file: "", line: 1, column: 1))
    private var traits: [String: PlanNode] = [:]
    /// The parameters of each property group.
    private var groups: [String: Set<String>] = [:]

    init(_ run: ImportRun) { self.run = run }

    /// Imports a file, or the files of events and of user properties in a folder.
    ///
    /// - Throws: ``PlanErrors`` if a file is not a table with the columns of Amplitude.
    mutating func plan(_ files: ImportFiles) throws -> ImportedPlan {
        var entities: [ImportTable.Entity] = []
        try files.forEach([".csv"], run) { file in
            let table = try ImportTable(TableColumn.amplitude, PlanFile.bytes(path: file.path), file: file.path, run)
            if !table.has(.name), table.has(.property), table.has(.propertyType) {
                for row in table.rows { addUserProperty(row) }
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
        try plan.addUser(user, run)
        if entities.isEmpty, plan.user == nil { throw files.error("the tracking plan has no events") }
        return plan
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
        guard plan.shared.accepts("property group", name, at: entity.row.place, path, run) else { return }
        for cell in entity.properties.compactMap({ $0[.groups] }) {
            run.lose("property group in a property group", cell.text, at: cell.place, path)
        }
        let schema = object(entity, path).node
        let converter = SchemaConverter(run, SchemaDocument(schema, name: name))
        let parameters = try EventSchema(schema, path, converter).parameters.items
        plan.shared.append(PlanMember(name, .object(parameters), at: entity.row.place))
        groups[name] = Set(parameters.map(\.name))
        entity.row.loseInformation(of: "a property group", path, run)
    }

    private mutating func addEvent(_ entity: ImportTable.Entity) throws(PlanErrors) {
        let row = entity.row
        let name = row.text(.name)
        let path = ConversionPath(event: name)
        let type = row[.type]?.word ?? "event"
        guard type == "event" else {
            return run.lose("object of the type \(type)", name, at: row.place, path, isWhole: true)
        }
        let place = row[.name]?.place ?? row.place
        guard plan.events.accepts("event", name, at: place, path, run) else { return }
        let members = row.schema(of: .event, path, run).members
        var object = object(entity, path)
        let included = entity.properties.flatMap { groupNames($0, path) }
        let shared = included.reduce(into: Set<String>()) { $0.formUnion(groups[$1] ?? []) }
        for property in object.properties where shared.contains(property.name) {
            run.lose(
                "parameter that a property group also declares", property.name, at: property.place,
                path.property(property.name), .changed(to: "the parameter of the event"))
        }
        object.members += members
        let owner = row[.owner].map { cell in
            plan.owner([cell.text], haveAddresses: cell.text.contains("@"), at: cell.place)
        }
        try plan.add(name, owner: owner ?? [], including: included, schema: object.node, at: place, run)
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
    private mutating func object(_ entity: ImportTable.Entity, _ path: ConversionPath) -> ImportedObject {
        entity.object(path, run) { row, inner in
            let name = row.text(.property)
            guard isPlanned(row, inner, name) else { return false }
            guard row[.propertyType]?.word.hasPrefix("user") == true else { return true }
            guard let known = traits[name] else {
                addUserProperty(row)
                return false
            }
            let own = row.schema(of: .parameter, inner, run).node
            if !own.isBlank, CanonicalValue(own) != CanonicalValue(known) {
                let place = row[.property]?.place ?? row.place
                run.lose("user property with two definitions", at: place, inner, first: known.place)
            }
            return false
        }
    }

    private mutating func addUserProperty(_ row: ImportTable.Row) {
        let name = row.text(.property)
        let path = ConversionPath(event: "user").property(name)
        guard let type = row[.propertyType], type.word.hasPrefix("user") else {
            return run.lose("property without an event", name, at: row.place, path, isWhole: true)
        }
        guard isPlanned(row, path, name) else { return }
        let value = row.schema(of: .parameter, path, run).node
        traits[name] = value
        user.add(name, value, isRequired: false, at: row[.property]?.place ?? row.place)
    }
}
