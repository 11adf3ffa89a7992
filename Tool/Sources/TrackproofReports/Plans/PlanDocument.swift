import Trackproof
package import TrackproofPlans
package import TrackproofSnapshots
import TrackproofPlanning

/// A tracking plan as a document for people.
package struct PlanDocument: Sendable {
    let plan: TrackingPlan
    let events: [PlannedEvent]

    /// Creates a document about events of a plan.
    ///
    /// - Parameter events: The events to show.
    package init(_ plan: TrackingPlan, events: [PlannedEvent]) {
        self.plan = plan
        self.events = events
    }

    /// A parameter, a type or a property of a type, as a row of a table.
    struct Row {
        var name: String
        let isRequired: Bool
        let summary: String
        let description: String
        /// The condition of the variant that has the parameter, or `nil` if the parameter has no condition.
        let condition: String?
    }

    func rows(_ event: PlannedEvent) -> [Row] {
        let own = plan.parameters(of: event).map { row($0, nil) }
        return own
            + event.variants.flatMap { variant in
                variant.parameters.map { row($0, variant.conditionWords) }
            }
    }

    /// The types that the events use: a row for each type, and a row for each property of a type.
    var typeRows: [Row] {
        plan.types(of: events).flatMap { type in
            [row(type, nil)]
                + type.schema.properties.map { property in
                    var row = row(property, nil)
                    row.name = type.name + "." + property.name
                    return row
                }
        }
    }

    private func row(_ parameter: PlanProperty, _ condition: String?) -> Row {
        Row(
            name: parameter.name, isRequired: parameter.schema.isRequired, summary: parameter.schema.summary,
            description: parameter.schema.description ?? "", condition: condition)
    }

    /// Returns facts about an event, such as its owner, each with a title.
    func facts(_ event: PlannedEvent) -> [(title: String, text: String)] {
        var facts: [(String, String)] = [("kind", event.kind.rawValue)]
        if let owner = event.owner { facts.append(("owner", owner.name)) }
        if !event.platforms.isEmpty {
            facts.append(("platforms", event.platforms.map(\.name).joined(separator: ", ")))
        }
        if !event.since.isEmpty {
            facts.append(("since", event.since.map { "\($0.platform.name) \($0.version)" }.joined(separator: ", ")))
        }
        for (destination, name) in event.names { facts.append(("name for \(destination.name)", name)) }
        if let expires = event.expires { facts.append(("expires", expires.name)) }
        if let replacement = event.replacedBy {
            facts.append(("replaced by", replacement.name))
        } else if event.isDeprecated {
            facts.append(("deprecated", "yes"))
        }
        return facts
    }
}

extension PlanDocument {
    /// Returns the events as a table. If there is only one event, returns this event with its parameters.
    package func text(style: TextStyle = TextStyle()) -> String {
        if events.count == 1, let event = events.first { return text(event, style) }
        let rows = events.map { event in
            [
                event.name, event.kind.rawValue, event.owner?.name ?? "", "\(self.rows(event).count)",
                event.description ?? "",
            ]
        }
        return Self.table([["event", "kind", "owner", "parameters", "description"]] + rows, style)
    }

    private func text(_ event: PlannedEvent, _ style: TextStyle) -> String {
        var text = style.heading(event.name.displayable) + "\n"
        if let description = event.description { text += description.displayable + "\n" }
        text += "\n"
        for (title, value) in facts(event) { text += "\(title.displayable): \(value.displayable)\n" }
        let rows = rows(event)
        if rows.isEmpty { return text + "\nno parameters\n" }
        text += "\n" + Self.table("parameter", rows, style)
        let types = typeRows
        return types.isEmpty ? text : text + "\n" + Self.table("type", types, style)
    }

    private static func table(_ title: String, _ rows: [Row], _ style: TextStyle) -> String {
        let cells = rows.map { row in
            [
                row.name + (row.condition.map { " (if \($0))" } ?? ""), row.isRequired ? "required" : "", row.summary,
                row.description,
            ]
        }
        return table([[title, "", "value", "description"]] + cells, style)
    }

    /// Returns a table. The first element of `rows` is the heading.
    private static func table(_ rows: [[String]], _ style: TextStyle) -> String {
        let rows = rows.map { $0.map(\.displayable) }
        var widths = [Int](repeating: 0, count: rows.first?.count ?? 0)
        for row in rows {
            for (column, cell) in row.enumerated() {
                widths[column] = max(widths[column], min(cell.unicodeScalars.count, 60))
            }
        }
        let lines = rows.enumerated().map { index, row in
            let cells = row.enumerated().map { column, cell in
                let padding = widths[column] - cell.unicodeScalars.count
                return column == row.count - 1 || padding <= 0 ? cell : cell + String(repeating: " ", count: padding)
            }
            let line = cells.joined(separator: "  ")
            let end = line.lastIndex { $0 != " " }.map { line.index(after: $0) } ?? line.startIndex
            return index == 0 ? style.heading(String(line[..<end])) : String(line[..<end])
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension PlannedEvent.Variant {
    /// The condition in words: `method is "card"`.
    var conditionWords: String {
        when.map { name, values in
            name.name + " is " + values.map(\.eventValue.description).joined(separator: " or ")
        }.joined(separator: " and ")
    }
}
