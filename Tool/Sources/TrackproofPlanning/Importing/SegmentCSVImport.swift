import TrackproofPlans

/// An importer of the CSV files that Segment Protocols exports and imports.
///
/// The documentation of Segment names the columns for values ("Download a Tracking Plan"). The documentation of Avo,
/// which reads such files, names the other columns ("Segment Protocols Tracking Plan CSV"). The importer turns the rows
/// into JSON Schemas, which ``SegmentImport`` imports.
struct SegmentCSVImport: PlanImporter {
    private let run: ImportRun

    init(_ run: ImportRun) { self.run = run }

    enum Column: String, ImportColumn {
        case version = "Version"
        case type = "Event Type"
        case event = "Event Name"
        case property = "Property Name"
        case description = "Description"
        case labels = "Labels"
        case dataType = "Property Data Type"
        case pattern = "Allowed Property Values"
        case values = "Enum Values"
        case required = "Required"

        var otherNames: [String] {
            switch self {
            case .type: ["Rule Type"]
            case .dataType: ["Property Type", "Data Type"]
            case .pattern: ["Permitted Values"]
            case .labels: ["Label"]
            case .required: ["Property Required", "Is Required", "Property Status"]
            default: []
            }
        }
    }

    /// The types that Segment and Avo write, and the types of JSON Schema. An enum has no type.
    private static let types = [
        "int": ["integer"], "long": ["integer"], "float": ["number"], "double": ["number"], "bool": ["boolean"],
        "list": ["array"], "enum": [], "any": [], "date-time": ["string"], "datetime": ["string"],
    ]

    /// Imports the plan in a file.
    ///
    /// - Throws: ``PlanErrors`` if the file is not a table with the columns of Segment.
    func plan(_ files: ImportFiles) throws -> ImportedPlan {
        let table = try ImportTable<Column>(files.onlyFile([".csv"], run), run)
        try table.require([.event, .property, .dataType])
        let rules = table.entities([.type, .event, .version], properties: [.property], run).map(rule)
        if rules.isEmpty { throw files.error("the tracking plan has no events") }
        var segment = SegmentImport(run)
        return try segment.plan(rules)
    }

    private func rule(_ entity: ImportTable<Column>.Entity) -> SegmentImport.Rule {
        let row = entity.row
        let kind = row[.type]?.trimmed.uppercased() ?? "TRACK"
        let path = ConversionPath(event: row.text(.event).isEmpty ? kind.lowercased() : row.text(.event))
        var object = ImportedObject(place: row.place)
        for property in entity.properties {
            guard let name = property[.property] else { continue }
            let inner = path.property(name.text)
            if name.text.contains(".") {
                run.lose(
                    "name with a dot, which can be a path", name.text, at: name.place, inner,
                    .changed(to: "a parameter with this name"), .information)
            }
            object.add(
                name.text, schema(property), isRequired: run.flag(property[.required], "Required", inner),
                at: name.place)
        }
        let isIdentity = kind == "IDENTIFY" || kind == "GROUP"
        let values = CellSchema.object([(isIdentity ? "traits" : "properties", object.node)], at: row.place)
        var call = CellSchema(at: row.place)
        call.add("properties", values.content, at: row.place)
        let isOwn = row[.property] == nil
        if isOwn { call.add(text: "labels", row[.labels]) }
        var version: PlanNumber?
        if let cell = row[.version] {
            version = PlanNumber(cell.trimmed)
            if version == nil { run.lose("version that is not a number", cell.text, at: cell.place, path) }
        }
        let description = row[.description].map { [PlanMember("description", .string($0.text), at: $0.place)] } ?? []
        return SegmentImport.Rule(
            name: row.text(.event), kind: kind, version: version, schema: call.node,
            description: isOwn ? description : [], place: (row[.event] ?? row[.type])?.place ?? row.place)
    }

    private func schema(_ row: ImportTable<Column>.Row) -> PlanNode {
        var schema = CellSchema(at: row.place)
        schema.add(types: Self.types, row[.dataType])
        if let cell = row[.dataType], cell.word.hasPrefix("date") {
            schema.add("format", .string("date-time"), at: cell.place)
        }
        let types = schema.members.first?.value.elements.compactMap(\.string) ?? []
        if let cell = row[.values] { schema.add("enum", .array(cell.values(of: types)), at: cell.place) }
        // Permitted values of a text are a regular expression.
        schema.add(text: "pattern", row[.pattern])
        schema.add(text: "description", row[.description])
        schema.add(text: "labels", row[.labels])
        return schema.node
    }
}
