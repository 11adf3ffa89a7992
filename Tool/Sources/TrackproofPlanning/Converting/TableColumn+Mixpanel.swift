import TrackproofPlans

extension TableColumn {
    /// The CSV file of Mixpanel's Lexicon, as the documentation of Mixpanel ("Export and Import Lexicon Data") defines it.
    static let mixpanel = [
        TableColumn("Entity Type", of: .event, .key(.type), isNeeded: true),
        TableColumn("Entity Name", of: .event, .key(.name), isNeeded: true),
        TableColumn("Entity Display Name", of: .event, .other("x-display-name")),
        TableColumn("Entity Description", of: .event, .description),
        TableColumn("Event Tags", "Entity Tags", of: .event, .other("x-tags", .list)),
        TableColumn("Event Hidden", "Entity Hidden", of: .event, .other("x-hidden", .flag)),
        TableColumn("Event Dropped", "Entity Dropped", of: .event, .other("x-dropped", .flag)),
        TableColumn("Property Name", of: .parameter, .key(.property), isNeeded: true),
        TableColumn("Property Display Name", of: .parameter, .other("x-display-name")),
        TableColumn("Property Description", of: .parameter, .description),
        TableColumn("Property Type", of: .parameter, .cell(read: readType, write: writeType)),
        TableColumn(
            "Property Example Values", "Property Example Value", of: .parameter, .other("x-example-values")),
        TableColumn("Property Hidden", of: .parameter, .other("x-hidden", .flag)),
        TableColumn("Property Dropped", of: .parameter, .other("x-dropped", .flag)),
        TableColumn("Property Required", of: .parameter, .required(yes: "true", no: "false")),
        // Mixpanel calls personal data sensitive.
        TableColumn(
            "Property Sensitive", of: .parameter,
            .cell(
                read: { cell, schema in
                    if schema.flag(cell, "Property Sensitive") { schema.add("pii", .string("sensitive"), cell) }
                },
                write: { schema in
                    guard let kind = schema.take("pii")?.string else { return nil }
                    if kind != "sensitive" { schema.lose("pii", [kind], to: "sensitive", .information) }
                    return "true"
                })),
    ]

    private static func readType(_ cell: CSVTable.Cell, _ schema: inout CellSchema) {
        let word = cell.word
        schema.add(types: cell)
        if word.hasSuffix("objects") || word == "object list" {
            schema.add("items", PlanNode(["type": .string("object")], at: cell.place).content, cell)
        }
    }

    private static func writeType(_ schema: inout FlatSchema) -> String? {
        let types = schema.takeTypes()
        switch types {
        case []: return nil
        case ["array"]: return schema.take("items", where: \.isTypeObject) == nil ? "list" : "list of objects"
        case ["integer"]: schema.lose("type integer", [], to: "numeric")
        case ["number"]: break
        case ["boolean"]: return "bool"
        case ["string"], ["object"]: return types[0]
        default:
            schema.lose("several types", types, to: "any type")
            return nil
        }
        return "numeric"
    }
}

extension PlanNode {
    /// Whether the schema says that a value is an object, and nothing else.
    fileprivate var isTypeObject: Bool {
        string == "object" || members.map(\.name) == ["type"] && self["type"]?.typeNames == ["object"]
    }
}
