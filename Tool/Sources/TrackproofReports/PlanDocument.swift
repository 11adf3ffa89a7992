import Trackproof
package import TrackproofPlanning
package import TrackproofPlans
package import TrackproofSnapshots

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
        /// Whether the parameter is required, such as `required` or `never on web`. Empty if it is optional.
        let presence: String
        let summary: String
        let description: String
        /// The condition of the variant that has the parameter, or `nil` if the parameter has no condition.
        let condition: String?
    }

    func rows(_ event: PlannedEvent) -> [Row] {
        let own = plan.parameters(of: event).map { row($0, nil) }
        return own
            + zip(event.variants, VariantCondition.conditions(of: event.variants)).flatMap { variant, condition in
                variant.parameters.map { row($0, condition.words) }
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
            name: parameter.name, presence: parameter.schema.presenceWords, summary: parameter.schema.summary,
            description: parameter.schema.description ?? "", condition: condition)
    }

    /// Returns facts about an event, such as its owner, each with a title.
    func facts(_ event: PlannedEvent) -> [(title: String, text: String)] {
        var facts: [(String, String)] = [("kind", event.kind.rawValue)]
        if let owner = event.owner { facts.append((event.owners.count == 1 ? "owner" : "owners", owner)) }
        if !event.platforms.isEmpty {
            facts.append(("platforms", event.platforms.map(\.name).joined(separator: ", ")))
        }
        if !event.since.isEmpty {
            facts.append(("since", event.since.map { "\($0.platform.name) \($0.version)" }.joined(separator: ", ")))
        }
        for (destination, name) in event.names { facts.append(("name for \(destination.name)", name)) }
        if !event.ends.isEmpty {
            let ends = event.ends.map { "\($0.platform.name) \($0.version)" }
            facts.append(("expires", ends.joined(separator: ", ")))
        }
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
                event.name, event.kind.rawValue, event.owner ?? "", "\(self.rows(event).count)",
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
                row.name + (row.condition.map { " (if \($0))" } ?? ""), row.presence, row.summary,
                row.description,
            ]
        }
        return table([[title, "", "value", "description"]] + cells, style)
    }

    /// Returns a table. The first element of `rows` is the heading.
    private static func table(_ rows: [[String]], _ style: TextStyle) -> String {
        let lines = String.table(rows)
        return ([style.heading(lines[0])] + lines.dropFirst()).joined(separator: "\n") + "\n"
    }
}

extension PlanDocument {
    /// The plan in Markdown, with a section for each event.
    package var markdown: String {
        var text = "# \(Markdown.plain(plan.name ?? "Tracking plan"))\n"
        for event in events {
            text += "\n## \(Markdown.code(event.name))\n\n"
            if let description = event.description { text += Markdown.plain(description) + "\n\n" }
            text +=
                facts(event).map { "\(Markdown.plain($0.title)): \(Markdown.code($0.text))" }.joined(separator: ", ")
                + "\n"
            let rows = rows(event)
            if !rows.isEmpty { text += "\n" + Self.markdown("parameter", rows) }
        }
        let types = typeRows
        if !types.isEmpty { text += "\n## Types\n\n" + Self.markdown("type", types) }
        return text
    }

    private static func markdown(_ title: String, _ rows: [Row]) -> String {
        "| \(title) | | value | description |\n|---|---|---|---|\n"
            + rows.map { row in
                let condition = row.condition.map { " if \(Markdown.code($0))" } ?? ""
                return "| \(Markdown.code(row.name))\(condition) | \(Markdown.plain(row.presence)) "
                    + "| \(Markdown.code(row.summary)) | \(Markdown.plain(row.description)) |\n"
            }.joined()
    }

    /// The plan as an HTML page, which loads nothing from other servers.
    package var html: String {
        let anchors = anchors
        let contents = zip(events, anchors).map { event, anchor -> HTML in
            "<li><a href=\"#\(whole: anchor)\">\(name: event.name)</a></li>\n"
        }
        let rows = typeRows
        let types: HTML =
            rows.isEmpty ? "" : "<section>\n<h2 id=\"types\">Types</h2>\n\(Self.table("Type", rows))</section>\n"
        let content: HTML = """
            <nav><ul>
            \(.joined(contents))</ul></nav>
            \(.joined(zip(events, anchors).map(section)))\(types)
            """
        return HTML.document(plan.name ?? "Tracking plan", content).markup
    }

    /// The anchors of the events: the letters and digits of their names, and `-` for other characters.
    private var anchors: [String] {
        var counts: [String: Int] = ["types": 1]
        return events.map { event in
            let words = event.name.lowercased().split { !$0.isLetter && !$0.isNumber }
            let anchor = words.isEmpty ? "event" : words.joined(separator: "-")
            counts[anchor, default: 0] += 1
            let count = counts[anchor] ?? 1
            return count == 1 ? anchor : "\(anchor)--\(count)"
        }
    }

    private func section(_ event: PlannedEvent, _ anchor: String) -> HTML {
        let description: HTML? = event.description.map { "<p>\(whole: $0)</p>\n" }
        let facts = facts(event).map { "<dt>\(whole: $0.title)</dt><dd>\(whole: $0.text)</dd>\n" as HTML }
        let rows = rows(event)
        return """
            <section>
            <h2 id="\(whole: anchor)">\(name: event.name)</h2>
            \(description)<dl>
            \(.joined(facts))</dl>
            \(rows.isEmpty ? nil : Self.table("Parameter", rows))</section>

            """
    }

    private static func table(_ title: HTML, _ rows: [Row]) -> HTML {
        let lines = rows.map { row -> HTML in
            let condition: HTML? = row.condition.map { " (if \(whole: $0))" }
            return """
                <tr><td><code>\(name: row.name)</code>\(condition)</td><td>\(whole: row.presence)</td>\
                <td>\(whole: row.summary)</td><td>\(whole: row.description)</td></tr>

                """
        }
        return """
            <div class="wide"><table><tr><th>\(title)</th><th></th><th>Value</th><th>Description</th></tr>
            \(.joined(lines))</table></div>

            """
    }
}
