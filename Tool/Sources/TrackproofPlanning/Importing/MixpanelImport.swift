import TrackproofPlans

/// An importer of Mixpanel's Lexicon: its CSV export, or the JSON of the Lexicon Schemas API.
///
/// The documentation of Mixpanel defines both: "Export and Import Lexicon Data" and "Lexicon Schemas API".
struct MixpanelImport: PlanImporter {
    private let run: ImportRun
    private var plan = ImportedPlan()

    init(_ run: ImportRun) { self.run = run }

    enum Column: String, ImportColumn {
        case entityType = "Entity Type"
        case entityName = "Entity Name"
        case displayName = "Entity Display Name"
        case description = "Entity Description"
        case tags = "Event Tags"
        case eventHidden = "Event Hidden"
        case eventDropped = "Event Dropped"
        case property = "Property Name"
        case propertyDisplayName = "Property Display Name"
        case propertyDescription = "Property Description"
        case propertyType = "Property Type"
        case samples = "Property Example Values"
        case propertyHidden = "Property Hidden"
        case propertyDropped = "Property Dropped"
        case required = "Property Required"
        case sensitive = "Property Sensitive"

        var otherNames: [String] {
            switch self {
            case .tags: ["Entity Tags"]
            case .eventHidden: ["Entity Hidden"]
            case .eventDropped: ["Entity Dropped"]
            case .samples: ["Property Example Value"]
            default: []
            }
        }
    }

    private typealias Table = ImportTable<Column>

    /// The types that Mixpanel writes, and the types of JSON Schema.
    private static let types = [
        "bool": ["boolean"], "list": ["array"], "float": ["number"], "int": ["integer"], "numeric": ["number"],
        "datetime": ["string"], "date": ["string"], "any": [], "unknown": [], "list of objects": ["array"],
        "object list": ["array"],
    ]

    /// Imports a file, or the CSV and JSON files in a folder.
    ///
    /// - Throws: ``PlanErrors`` if a file is neither a table of the Lexicon nor an answer of the Lexicon Schemas API.
    func plan(_ files: ImportFiles) throws -> ImportedPlan {
        var copy = self
        try files.forEach([".csv", ".json"], run) { file in
            let bytes = try PlanFile.bytes(path: file.path)
            let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
            if file.name.hasSuffix(".json") || first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
                try copy.add(PlanNode(json: bytes, file: file.path))
            } else {
                let table = try Table(bytes, file: file.path, run)
                try table.require([.entityType, .entityName, .property])
                for entity in table.entities([.entityType, .entityName], properties: [.property], run) {
                    try copy.add(entity)
                }
            }
        }
        if copy.plan.events.isEmpty, copy.plan.user == nil { throw files.error("the Lexicon has no events") }
        return copy.plan
    }

    // MARK: Entities

    /// Adds the schema of an event or of the user.
    private mutating func add(
        _ type: String, _ name: String, at place: PlanPlace, _ schema: PlanNode, _ description: String?,
        _ others: [PlanMember]
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
        let document = SchemaDocument(schema, name: path.event ?? "")
        let event = try EventSchema(schema, path, SchemaConverter(run, document))
        let own = description.map { [PlanMember("description", .string($0), at: place)] } ?? event.description
        let items = own + others + event.members(isClosedByDefault: plan.isClosed)
        plan.add(isUser ? nil : name, items, at: place, run)
    }

    // MARK: JSON

    private mutating func add(_ root: PlanNode) throws(PlanErrors) {
        let list = root["entries"] ?? root["results"] ?? root
        let entries = list["schemaJson"] == nil ? list.elements : [list]
        if entries.isEmpty {
            let message = "expected a list of schemas, with the members \"entityType\", \"name\" and \"schemaJson\""
            throw PlanErrors([PlanError(at: list.place, message)])
        }
        for entry in entries {
            let name = entry["name"]?.string ?? ""
            guard let schema = entry["schemaJson"] else {
                run.lose("entry without a schema", name, at: entry.place, ConversionPath(event: name), isWhole: true)
                continue
            }
            for member in entry.members where !["entityType", "name", "schemaJson"].contains(member.name) {
                run.lose(
                    "member \(member.name) of an entry", member.value.summary, at: member.place,
                    ConversionPath(event: name), .leftOut, .information)
            }
            try add(entry["entityType"]?.string ?? "event", name, at: entry.place, schema, nil, [])
        }
    }

    // MARK: CSV

    private mutating func add(_ entity: Table.Entity) throws(PlanErrors) {
        let row = entity.row
        let type = row[.entityType]?.word ?? "event"
        let path = ConversionPath(event: type == "event" ? row.text(.entityName) : "user")
        var object = ImportedObject(place: row.place)
        for property in entity.properties {
            guard let cell = property[.property] else { continue }
            let inner = path.property(cell.text)
            object.add(
                cell.text, schema(property, inner),
                isRequired: run.flag(property[.required], Column.required.rawValue, inner), at: cell.place)
        }
        var others = run.other("display-name", row[.displayName], path)
        others += run.other("tags", row[.tags], isList: true, path)
        for (column, name) in [(Column.eventHidden, "hidden"), (.eventDropped, "dropped")]
        where run.flag(row[column], column.rawValue, path) {
            others += run.other(name, row[column], path)
        }
        let place = row[.entityName]?.place ?? row.place
        try add(type, row.text(.entityName), at: place, object.node, row[.description]?.text, others)
    }

    private func schema(_ row: Table.Row, _ path: ConversionPath) -> PlanNode {
        var schema = CellSchema(at: row.place)
        if let cell = row[.propertyType] {
            let word = cell.word
            if word.hasPrefix("date") {
                run.lose("type \(word)", cell.text, at: cell.place, path, .changed(to: "a text"))
            }
            schema.add(types: Self.types, cell)
            if word.hasSuffix("objects") || word == "object list" {
                schema.add(
                    "items",
                    CellSchema.object([("type", PlanNode(.string("object"), at: cell.place))], at: cell.place)
                        .content, at: cell.place)
            }
        }
        schema.add(text: "description", row[.propertyDescription])
        // Mixpanel calls personal data sensitive.
        if let cell = row[.sensitive], run.flag(cell, Column.sensitive.rawValue, path) {
            schema.add("pii", .string("sensitive"), at: cell.place)
        }
        schema.add(text: "display-name", row[.propertyDisplayName])
        schema.add(text: "example-values", row[.samples])
        for (column, name) in [(Column.propertyHidden, "hidden"), (.propertyDropped, "dropped")] {
            if let cell = row[column], run.flag(cell, column.rawValue, path) {
                schema.add(name, .bool(true), at: cell.place)
            }
        }
        return schema.node
    }
}
