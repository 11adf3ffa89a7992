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
                    let isTime = cell.word.hasPrefix("date-time") || cell.word.hasPrefix("datetime")
                    schema.add(types: cell, hasFormat: isTime)
                    if isTime { schema.add("format", .string("date-time"), cell) }
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
}
