import Trackproof
import TrackproofPlans

/// An exporter of the CSV files that Amplitude Data imports: one of events and property groups, and one of user
/// properties.
///
/// Amplitude needs all columns that its documentation lists, so the tables also have columns that are always empty.
struct AmplitudeExport {
    private typealias Column = AmplitudeColumn

    private let source: ExportedPlan
    private var table = ExportTable(Self.columns)

    init(_ source: ExportedPlan) { self.source = source }

    private static let columns = [
        "Action", "Object Type", "Object Name", "Event Display Name", "Object Owner", "Object Description",
        "Event Category", "Tags", "Event Activity", "Event Hidden From Dropdowns", "Event Hidden From Persona Results",
        "Event Hidden From Pathfinder", "Event Hidden From Timeline", "Event Source", "Property Type",
        "Property Group Names", "Event Property Name", "Property Description", "Property Value Type",
        "Property Required", "Property Visibility", "Property Is Array", "String Property Value Min Length",
        "String Property Value Max Length", "Number Is Integer", "Number Property Value Min",
        "Number Property Value Max", "Array Unique Items", "Array Min Items", "Array Max Items", "Enum Values",
        "Const Value", "Property Regex",
    ]

    private static let userColumns = [
        "Action", "Property Type", "Property Name", "Property Description", "Property Value Type",
        "Property Visibility", "Property Is Array", "String Property Value Min Length",
        "String Property Value Max Length", "Number Is Integer", "Number Property Value Min",
        "Number Property Value Max", "Array Unique Items", "Array Min Items", "Array Max Items", "Enum Values",
        "Const Value", "Property Regex",
    ]

    /// Returns the files.
    func files() -> [PlanExport.File] {
        var copy = self
        source.loseRest(except: ["owners"], isAlwaysOpen: true)
        let plan = source.plan
        let used = plan.defaults + plan.events.flatMap(\.includes)
        for group in plan.shared where used.contains(where: { $0.name == group.name }) { copy.add(group) }
        for event in plan.events { copy.add(event) }
        var files = [copy.table.file("events.csv")]
        if let user = plan.user { files.append(self.user(user).file("user-properties.csv")) }
        return files
    }

    // MARK: Events

    private mutating func add(_ group: ParameterGroup) {
        table.add([Column.objectType: "Property Group", .objectName: group.name])
        add(source.presented(group.parameters, in: nil), ConversionPath().property("shared." + group.name))
    }

    private mutating func add(_ event: PlannedEvent) {
        source.loseRest(
            of: event,
            except: ["description", "owner", "x-display-name", "x-category", "x-tags", "x-sources"])
        source.count(event)
        let path = ConversionPath(event: event.name)
        for owner in event.owners.dropFirst() {
            source.run.lose("second owner", owner.name, at: owner.place, path, .leftOut, .information)
        }
        func cell(_ name: String) -> String? { source.member("x-" + name, of: event)?.eventValue.cell }
        table.add([
            Column.objectType: "Event", .objectName: event.name, .owner: event.owners.first?.name,
            .objectDescription: event.description, .displayName: cell("display-name"), .category: cell("category"),
            .tags: cell("tags"), .source: cell("sources"),
        ])
        // An identity event includes only the groups that it names itself.
        let groups = (event.kind.isIdentity ? [] : source.plan.defaults) + event.includes
        for group in groups {
            table.add([Column.propertyType: "Event Property Group", .groups: group.name])
        }
        add(source.presented(event.parameters, in: event), path)
    }

    private mutating func add(_ parameters: [PlanProperty], _ path: ConversionPath) {
        for (parameter, path) in source.sent(parameters, path) {
            var schema = FlatSchema(parameter, source)
            var row = row(&schema, path)
            row[.propertyType] = "Event Property"
            row[.property] = schema.name
            row[.required] = schema.isRequired ? "TRUE" : "FALSE"
            schema.loseRest(path)
            table.add(row)
        }
    }

    private func user(_ user: PlannedEvent) -> ExportTable {
        source.loseRest(of: user, except: [])
        source.count(user)
        var table = ExportTable(Self.userColumns)
        for (parameter, path) in source.sent(source.parameters(of: user), ConversionPath(event: "user")) {
            var schema = FlatSchema(parameter, source)
            var cells = ExportTable.named(row(&schema, path))
            cells["Property Type"] = "User Property"
            cells["Property Name"] = schema.name
            if schema.isRequired {
                source.run.lose("required user property", schema.name, at: parameter.place, path)
            }
            schema.loseRest(path)
            table.add(cells)
        }
        return table
    }

    // MARK: Properties

    /// Returns the cells that describe the values of a property.
    private func row(_ schema: inout FlatSchema, _ path: ConversionPath) -> [Column: String] {
        var row: [Column: String] = [:]
        row[.propertyDescription] = schema.description
        schema.enterElements { schema in
            row[.isArray] = "TRUE"
            row[.minItems] = schema.takeText(.minItems)
            row[.maxItems] = schema.takeText(.maxItems)
            if schema.takeFlag(.uniqueItems) { row[.uniqueItems] = "TRUE" }
        }
        row[.valueType] = valueType(&schema, &row, path)
        row[.minLength] = schema.takeText(.minLength)
        row[.maxLength] = schema.takeText(.maxLength)
        row[.minimum] = schema.takeText(.minimum)
        row[.maximum] = schema.takeText(.maximum)
        row[.pattern] = schema.takeText(.pattern)
        return row
    }

    private func valueType(
        _ schema: inout FlatSchema, _ row: inout [Column: String], _ path: ConversionPath
    ) -> String {
        if let constant = schema.take(.const) {
            _ = schema.takeTypes()
            row[.constant] = constant.constants?.first?.eventValue.cell
            return "const"
        }
        if let rule = schema.take(.enum) {
            let words = rule.constants?.compactMap(\.string).filter(\.isWordOfList) ?? []
            if words.count == rule.constants?.count {
                _ = schema.takeTypes()
                row[.values] = words.joined(separator: ",")
                return "enum"
            }
            // Amplitude separates values by commas, and all values are texts.
            schema.putBack(rule)
        }
        let types = schema.takeTypes()
        switch types {
        case ["string"], ["number"], ["boolean"]: return types[0]
        case ["integer"]:
            row[.isInteger] = "TRUE"
            return "number"
        case []: return "any"
        default:
            source.run.lose(
                "type that Amplitude does not have", types.joined(separator: ", "), at: schema.place, path,
                .changed(to: "any"))
            return "any"
        }
    }
}
