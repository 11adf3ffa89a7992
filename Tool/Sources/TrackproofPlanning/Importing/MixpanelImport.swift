import TrackproofPlans

/// An importer of Mixpanel's Lexicon: its CSV export, or the JSON of the Lexicon Schemas API.
///
/// The documentation of Mixpanel ("Lexicon Schemas API") defines the JSON.
struct MixpanelImport: PlanImporter {
    private let run: ImportRun
    private var plan = ImportedPlan()

    init(_ run: ImportRun) { self.run = run }

    /// Imports a file, or the CSV and JSON files in a folder.
    ///
    /// - Throws: ``PlanErrors`` if a file is neither a table of the Lexicon nor an answer of the Lexicon Schemas API.
    mutating func plan(_ files: ImportFiles) throws -> ImportedPlan {
        try files.forEach([".csv", ".json"], run) { file in
            let bytes = try PlanFile.bytes(path: file.path)
            let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
            if file.name.hasSuffix(".json") || first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
                try add(PlanNode(json: bytes, file: file.path))
            } else {
                for entity in try ImportTable(TableColumn.mixpanel, bytes, file: file.path, run).entities(run) {
                    try add(entity)
                }
            }
        }
        if plan.events.isEmpty, plan.user == nil { throw files.error("the Lexicon has no events") }
        return plan
    }

    /// Adds the schema of an event or of the user.
    private mutating func add(
        _ type: String, _ name: String, at place: PlanPlace, _ schema: PlanNode
    ) throws(PlanErrors) {
        let isUser = ["profile", "user", "user profile"].contains(type)
        let path = ConversionPath(event: isUser ? "user" : name)
        guard isUser || type == "event" else {
            return run.lose("entity of the type \(type)", name, at: place, path, isWhole: true)
        }
        if isUser, plan.user != nil {
            return run.lose("second schema of profiles", name, at: place, path, isWhole: true)
        }
        guard isUser || plan.events.accepts("event", name, at: place, path, run) else { return }
        try plan.add(isUser ? nil : name, schema: schema, at: place, run)
    }

    private mutating func add(_ root: PlanNode) throws(PlanErrors) {
        let list = root["entries"] ?? root["results"] ?? root
        let entries = list["schemaJson"] == nil ? list.elements : [list]
        if entries.isEmpty {
            let message = "expected a list of schemas, with the members \"entityType\", \"name\" and \"schemaJson\""
            throw PlanErrors([PlanError(at: list.place, message)])
        }
        for entry in entries {
            let name = entry["name"]?.string ?? ""
            let path = ConversionPath(event: name)
            guard let schema = entry["schemaJson"] else {
                run.lose("entry without a schema", name, at: entry.place, path, isWhole: true)
                continue
            }
            run.loseRest(of: entry, "an entry", except: ["entityType", "name", "schemaJson"], path)
            try add(entry["entityType"]?.string ?? "event", name, at: entry.place, schema)
        }
    }

    private mutating func add(_ entity: ImportTable.Entity) throws(PlanErrors) {
        let row = entity.row
        let type = row[.type]?.word ?? "event"
        let path = ConversionPath(event: type == "event" ? row.text(.name) : "user")
        var object = entity.object(path, run)
        object.members += row.schema(of: .event, path, run).members
        try add(type, row.text(.name), at: row[.name]?.place ?? row.place, object.node)
    }
}
