import TrackproofPlans

extension TableColumn {
    /// The CSV file of Segment Protocols.
    ///
    /// The documentation of Segment names the columns for values ("Download a Tracking Plan"). The documentation of Avo,
    /// which reads such files, names the other columns ("Segment Protocols Tracking Plan CSV").
    static let segment = [
        TableColumn("Version", of: .event, .key(.version)),
        TableColumn("Event Type", "Rule Type", of: .event, .key(.type)),
        TableColumn("Event Name", of: .event, .key(.name), isNeeded: true),
        TableColumn("Property Name", of: .parameter, .key(.property), isNeeded: true),
        TableColumn("Description", of: .both, .description),
        TableColumn("Labels", "Label", of: .both, .other("x-labels")),
        TableColumn(
            "Property Data Type", "Property Type", "Data Type", of: .parameter,
            .cell(
                read: { cell, schema in
                    schema.add(types: cell, in: types)
                    if cell.word.hasPrefix("date") { schema.add("format", .string("date-time"), cell) }
                },
                write: { schema in
                    var types = schema.takeTypes()
                    // Segment names the format in place of the type `string`.
                    if types.contains("string"), schema.take("format", where: { $0.string == "date-time" }) != nil {
                        types = types.map { $0 == "string" ? "date-time" : $0 }
                    }
                    return types.isEmpty ? "any" : types.joined(separator: ",")
                }), isNeeded: true),
        // Permitted values of a text are a regular expression.
        TableColumn("Allowed Property Values", "Permitted Values", of: .parameter, .rule(.pattern)),
        TableColumn("Enum Values", of: .parameter, .rule(.enum)),
        TableColumn(
            "Required", "Property Required", "Is Required", "Property Status", of: .parameter,
            .required(yes: "true", no: "false")),
    ]

    /// The types that Segment and Avo write, and the types of JSON Schema. An enum has no type.
    private static let types = [
        "int": ["integer"], "long": ["integer"], "float": ["number"], "double": ["number"], "bool": ["boolean"],
        "list": ["array"], "enum": [], "any": [], "date-time": ["string"], "datetime": ["string"],
    ]
}
