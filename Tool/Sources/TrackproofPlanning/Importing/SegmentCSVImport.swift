import TrackproofPlans

/// An importer of the CSV files that Segment Protocols exports and imports.
///
/// The importer turns the rows into JSON Schemas, which ``SegmentImport`` imports.
struct SegmentCSVImport: PlanImporter {
    let run: ImportRun

    /// Imports the plan in a file.
    ///
    /// - Throws: ``PlanErrors`` if the file is not a table with the columns of Segment.
    func read(_ files: ImportFiles) throws {
        let file = try files.onlyFile([".csv"], run)
        let table = try ImportTable(TableColumn.segment, PlanFile.bytes(path: file.path), file: file.path, run)
        let rules = try table.entities(run).map(rule)
        if rules.isEmpty { throw files.error("the tracking plan has no events") }
        var segment = SegmentImport(run: run)
        try segment.add(rules)
    }

    private func rule(_ entity: ImportTable.Entity) -> SegmentImport.Rule {
        let row = entity.row
        let kind = row[.type]?.trimmed.uppercased() ?? "TRACK"
        let path = ConversionPath(event: row.text(.name).isEmpty ? kind.lowercased() : row.text(.name))
        for name in entity.properties.compactMap({ $0[.property] }) where name.text.contains(".") {
            run.note(
                "name with a dot, which can be a path", name.text, at: name.place, path.property(name.text),
                changedTo: "a parameter with this name")
        }
        var object = entity.object(path, run)
        // The row of a property can be the first row of a rule.
        if row[.property] == nil, kind == "COMMON" {
            row.loseInformation(of: "the common schema", ConversionPath(), run)
        } else if row[.property] == nil {
            object.others = row.schema(of: .event, path, run).members
        }
        let version = row[.version].flatMap { cell in
            let number = PlanNumber(cell.trimmed)
            if number == nil { run.lose("version that is not a number", cell.text, at: cell.place, path) }
            return number
        }
        let member = kind == "IDENTIFY" || kind == "GROUP" ? "traits" : "properties"
        let call = PlanNode([member: object.node.content], at: row.place)
        let schema = PlanNode(["properties": call.content], at: row.place)
        let place = (row[.name] ?? row[.type])?.place ?? row.place
        return SegmentImport.Rule(name: row.text(.name), kind: kind, version: version, schema: schema, place: place)
    }
}
