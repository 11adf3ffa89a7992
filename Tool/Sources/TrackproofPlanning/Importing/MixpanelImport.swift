import TrackproofPlans

/// An importer of Mixpanel's Lexicon: its CSV export, or the JSON of the Lexicon Schemas API.
///
/// The documentation of Mixpanel ("Lexicon Schemas API") defines the JSON.
struct MixpanelImport: PlanImporter {
    let run: ImportRun

    /// Imports a file, or the CSV and JSON files in a folder.
    ///
    /// - Throws: ``PlanErrors`` if a file is neither a table of the Lexicon nor an answer of the Lexicon Schemas API.
    func read(_ files: ImportFiles) throws {
        try files.forEach([".csv", ".json"], run) { file in
            let bytes = try PlanFile.bytes(path: file.path)
            if file.name.hasSuffix(".json") || bytes.beginsJSON {
                try add(PlanNode(json: bytes, file: file.path))
            } else {
                for entity in try ImportTable(TableColumn.mixpanel, bytes, file: file.path, run).entities(run) {
                    try add(entity)
                }
            }
        }
        if run.plan.events.isEmpty, run.plan.user == nil { throw files.error("the Lexicon has no events") }
    }

    /// Adds the schema of an event or of the user.
    private func add(_ type: String, _ name: String, at place: PlanPlace, _ schema: PlanNode) throws(PlanErrors) {
        let isUser = ["profile", "user", "user profile"].contains(type)
        let path = ConversionPath(event: isUser ? "user" : name)
        guard isUser || type == "event" else {
            return run.lose("entity of the type \(type)", name, at: place, path, isWhole: true)
        }
        if isUser, run.plan.user != nil {
            return run.lose("second schema of profiles", name, at: place, path, isWhole: true)
        }
        guard isUser || run.accepts(event: name, at: place) else { return }
        run.add(isUser ? nil : name, try run.members(of: path, [], schema), at: place)
    }

    private func add(_ root: PlanNode) throws(PlanErrors) {
        let list = root["entries"] ?? root["results"] ?? root
        let entries = list["schemaJson"] == nil ? list.elements : [list]
        if entries.isEmpty {
            let message = "expected a list of schemas, with the members \"entityType\", \"name\" and \"schemaJson\""
            throw PlanErrors(at: list.place, message)
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

    private func add(_ entity: ImportTable.Entity) throws(PlanErrors) {
        let row = entity.row
        let type = row[.type]?.word ?? "event"
        let path = ConversionPath(event: type == "event" ? row.text(.name) : "user")
        var object = entity.object(path, run)
        object.others = row.schema(of: .event, path, run).members
        try add(type, row.text(.name), at: row[.name]?.place ?? row.place, object.node)
    }
}
