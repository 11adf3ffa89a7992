import Trackproof
import TrackproofPlans

/// An exporter of the CSV file that Mixpanel's Lexicon imports.
struct MixpanelExport {
    private typealias Column = MixpanelImport.Column

    private let source: ExportedPlan
    private var table = ExportTable(Column.allCases.map(\.rawValue))

    init(_ source: ExportedPlan) { self.source = source }

    /// Returns the file.
    func file() -> PlanExport.File {
        var copy = self
        source.loseRest(isAlwaysOpen: true)
        for event in source.plan.events { copy.add(event, type: "event", name: event.name) }
        if let user = source.plan.user { copy.add(user, type: "profile", name: "$user") }
        return copy.table.file("lexicon.csv")
    }

    private mutating func add(_ event: PlannedEvent, type: String, name: String) {
        source.loseRest(of: event, except: ["description", "x-display-name", "x-tags", "x-hidden", "x-dropped"])
        source.count(event)
        func cell(_ name: String) -> String? { source.member("x-" + name, of: event)?.eventValue.cell }
        let key: [Column: String] = [.entityType: type, .entityName: name]
        table.add(
            key.merging([
                .description: event.description, .displayName: cell("display-name"), .tags: cell("tags"),
                .eventHidden: cell("hidden"), .eventDropped: cell("dropped"),
            ]))
        let path = ConversionPath(event: event.name)
        for (parameter, path) in source.sent(source.parameters(of: event), path) {
            table.add(key.merging(row(parameter, path)))
        }
    }

    private func row(_ parameter: PlanProperty, _ path: ConversionPath) -> [Column: String?] {
        var schema = FlatSchema(parameter, source)
        var row: [Column: String?] = [
            .property: schema.name, .propertyDescription: schema.description, .propertyType: type(&schema, path),
            .required: schema.isRequired ? "true" : "false",
        ]
        if let kind = schema.takeInformation("pii")?.string {
            row[.sensitive] = "true"
            if kind != "sensitive" {
                source.run.lose("pii", kind, at: parameter.place, path, .changed(to: "sensitive"), .information)
            }
        }
        let cells: [(Column, String)] = [
            (.propertyDisplayName, "display-name"), (.samples, "example-values"), (.propertyHidden, "hidden"),
            (.propertyDropped, "dropped"),
        ]
        for (column, name) in cells { row[column] = schema.takeInformation("x-" + name)?.cell }
        schema.loseRest(path)
        return row
    }

    private func type(_ schema: inout FlatSchema, _ path: ConversionPath) -> String? {
        let types = schema.takeTypes()
        switch types {
        case []: return nil
        case ["array"]: return schema.takeObjectItems() ? "list of objects" : "list"
        case ["integer"]:
            source.run.lose("type integer", "", at: schema.place, path, .changed(to: "numeric"))
            return "numeric"
        case ["number"]: return "numeric"
        case ["boolean"]: return "bool"
        case ["string"], ["object"]: return types[0]
        default:
            source.run.lose(
                "several types", types.joined(separator: ", "), at: schema.place, path, .changed(to: "any type"))
            return nil
        }
    }
}

extension [MixpanelImport.Column: String] {
    fileprivate func merging(_ others: [MixpanelImport.Column: String?]) -> Self {
        merging(others.compactMapValues(\.self)) { $1 }
    }
}
