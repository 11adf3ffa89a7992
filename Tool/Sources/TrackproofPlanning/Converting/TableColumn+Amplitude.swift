import TrackproofPlans

extension TableColumn {
    /// The CSV files of Amplitude Data, with events, property groups and user properties.
    ///
    /// The documentation of Amplitude ("CSV file schema reference") defines the columns. Amplitude needs all of them, so
    /// some are always empty in an export. The other names are those of the file of user properties and of the older
    /// template of the taxonomy.
    static let amplitude = [
        TableColumn("Action", of: .both, .key(.action)),
        TableColumn("Object Type", of: .event, .key(.type)),
        TableColumn("Object Name", "Event Name", of: .event, .key(.name), isNeeded: true),
        TableColumn("Event Display Name", of: .event, .other("x-display-name")),
        TableColumn("Object Owner", of: .event, .key(.owner)),
        TableColumn("Object Description", "Trigger + Event Description", of: .event, .description),
        TableColumn("Event Category", of: .event, .other("x-category")),
        TableColumn("Tags", of: .event, .other("x-tags", .list)),
        TableColumn("Event Activity", of: .event, .nothing),
        TableColumn("Event Hidden From Dropdowns", of: .event, .nothing),
        TableColumn("Event Hidden From Persona Results", of: .event, .nothing),
        TableColumn("Event Hidden From Pathfinder", of: .event, .nothing),
        TableColumn("Event Hidden From Timeline", of: .event, .nothing),
        TableColumn("Event Schema Status", of: .event, .key(.status), isWritten: false),
        TableColumn("Event Source", "Platform", of: .event, .other("x-sources", .list)),
        TableColumn("Property Type", of: .parameter, .key(.propertyType)),
        TableColumn("Property Group Names", of: .event, .key(.groups)),
        TableColumn("Event Property Name", "Property Name", of: .parameter, .key(.property), isNeeded: true),
        TableColumn("Property Description", of: .parameter, .description),
        TableColumn("Property Value Type", of: .parameter, .cell(read: readType, write: writeType)),
        TableColumn("Property Schema Status", of: .parameter, .key(.propertyStatus), isWritten: false),
        TableColumn("Property Required", of: .parameter, .required(yes: "TRUE", no: "FALSE")),
        TableColumn("Property Visibility", of: .parameter, .nothing),
        TableColumn("Property Is Array", of: .parameter, .isList),
        TableColumn("String Property Value Min Length", of: .parameter, .rule(.minLength)),
        TableColumn("String Property Value Max Length", of: .parameter, .rule(.maxLength)),
        TableColumn(
            "Number Is Integer", of: .parameter,
            .cell(
                read: { cell, schema in
                    guard schema.types == ["number"], schema.flag(cell, "Number Is Integer") else { return }
                    schema.set(types: ["integer"], cell)
                },
                write: { $0.take("type") { $0.typeNames == ["integer"] }.map { _ in "TRUE" } })),
        TableColumn("Number Property Value Min", of: .parameter, .rule(.minimum)),
        TableColumn("Number Property Value Max", of: .parameter, .rule(.maximum)),
        TableColumn("Array Unique Items", of: .parameter, .rule(.uniqueItems)),
        TableColumn("Array Min Items", of: .parameter, .rule(.minItems)),
        TableColumn("Array Max Items", of: .parameter, .rule(.maxItems)),
        // Commas separate the values, and all values are texts.
        TableColumn("Enum Values", of: .parameter, .rule(.enum, where: \.isListOfWords)),
        TableColumn("Const Value", of: .parameter, .cell(read: readConstant) { $0.take("const")?.cell }),
        TableColumn("Property Regex", of: .parameter, .rule(.pattern)),
        TableColumn("Sample Values", of: .parameter, .other("x-sample-values"), isWritten: false),
    ]

    /// The columns of the file of user properties.
    static let amplitudeUser = amplitude.compactMap { column -> TableColumn? in
        var own = column
        if case .required = column.meaning { return nil }
        if column.key == .property { own.name = "Property Name" }
        return column.subject == .event ? nil : own
    }

    private static func readType(_ cell: CSVTable.Cell, _ schema: inout CellSchema) {
        switch cell.word {
        case "enum": schema.set(types: ["string"], cell)
        case "const": break
        default: schema.add(types: cell)
        }
    }

    private static func writeType(_ schema: inout FlatSchema) -> String? {
        // The values in the two columns say which types they have.
        let isConstant = schema["const"] != nil
        if isConstant || schema["enum"]?.isListOfWords == true {
            _ = schema.takeTypes()
            return isConstant ? "const" : "enum"
        }
        // The next column takes the type.
        if schema["type"]?.typeNames == ["integer"] { return "number" }
        let types = schema.takeTypes()
        if let type = types.first, types.count == 1, ["string", "number", "boolean"].contains(type) { return type }
        if !types.isEmpty { schema.lose("type that Amplitude does not have", types, to: "any") }
        return "any"
    }

    /// Reads a constant. The file does not say whether `5` and `true` are texts.
    private static func readConstant(_ cell: CSVTable.Cell, _ schema: inout CellSchema) {
        let text = PlanNode(.string(cell.text), at: cell.place)
        let values = ["number", "boolean"].flatMap { cell.values(of: [$0]) }
        guard let other = values.first(where: { $0.string == nil }) else {
            return schema.add("const", text.content, cell)
        }
        schema.lose("constant whose type the file does not say", cell, .changed(to: "the text or the value"))
        schema.add("enum", .array([other, text]), cell)
    }
}
