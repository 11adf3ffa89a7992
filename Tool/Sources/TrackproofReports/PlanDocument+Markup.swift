internal import Trackproof
@_spi(Tooling) internal import TrackproofPlans
@_spi(Tooling) internal import TrackproofSnapshots

// Plans in Markdown and HTML.
extension PlanDocument {
    /// The plan in Markdown, with a section for each event.
    package var markdown: String {
        var text = "# \(Self.plain(plan.name ?? "Tracking plan"))\n"
        for event in events {
            text += "\n## \(Report.code(event.name))\n\n"
            if let description = event.description { text += Self.plain(description) + "\n\n" }
            text +=
                facts(event).map { "\(Self.plain($0.title)): \(Report.code($0.text))" }.joined(separator: ", ") + "\n"
            let rows = rows(event)
            if rows.isEmpty { continue }
            text += "\n| parameter | | value | description |\n|---|---|---|---|\n"
            for row in rows {
                let condition = row.condition.map { " if \(Report.code($0))" } ?? ""
                text += "| \(Report.code(row.name))\(condition) | \(row.isRequired ? "required" : "") "
                text += "| \(Report.code(row.summary)) | \(Self.plain(row.description)) |\n"
            }
        }
        return text
    }

    /// Returns text in which no character has a meaning in Markdown or HTML.
    private static func plain(_ text: String) -> String {
        var plain = ""
        for scalar in text.displayable.unicodeScalars {
            if "&<>|`*_[]\\~@#".unicodeScalars.contains(scalar) {
                plain += "&#\(scalar.value);"
            } else {
                plain.unicodeScalars.append(scalar)
            }
        }
        return plain
    }

    /// The plan as an HTML page, which loads nothing from other servers.
    package var html: String {
        let title = Self.escaped(plan.name ?? "Tracking plan")
        let contents = events.enumerated().map { index, event in
            "<li><a href=\"#e\(index)\">\(Self.escaped(event.name))</a></li>"
        }
        let sections = events.enumerated().map(section)
        return """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <title>\(title)</title>
            <style>
            body { font: 14px/1.5 system-ui, sans-serif; max-width: 960px; margin: 24px auto; padding: 0 16px; }
            nav ul { columns: 3 200px; padding-left: 18px; }
            h2 { margin-top: 32px; font-family: ui-monospace, monospace; font-size: 18px; overflow-wrap: anywhere; }
            dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 12px; }
            dt { color: GrayText; } dd { margin: 0; }
            table { border-collapse: collapse; width: 100%; }
            th, td { text-align: left; vertical-align: top; padding: 4px 12px 4px 0; border-bottom: 1px solid #8884; }
            td { overflow-wrap: anywhere; }
            </style>
            <h1>\(title)</h1>
            <nav><ul>
            \(contents.joined(separator: "\n"))
            </ul></nav>
            \(sections.joined(separator: "\n"))
            </html>

            """
    }

    private func section(_ index: Int, _ event: PlannedEvent) -> String {
        var lines = ["<section>", "<h2 id=\"e\(index)\">\(Self.escaped(event.name))</h2>"]
        if let description = event.description { lines.append("<p>\(Self.escaped(description))</p>") }
        lines.append("<dl>")
        lines += facts(event).map { "<dt>\(Self.escaped($0.title))</dt><dd>\(Self.escaped($0.text))</dd>" }
        lines.append("</dl>")
        let rows = rows(event)
        if !rows.isEmpty {
            lines.append("<table><tr><th>Parameter</th><th></th><th>Value</th><th>Description</th></tr>")
            lines += rows.map { row in
                let condition = row.condition.map { " (if \(Self.escaped($0)))" } ?? ""
                return "<tr><td><code>\(Self.escaped(row.name))</code>\(condition)</td>"
                    + "<td>\(row.isRequired ? "required" : "")</td><td>\(Self.escaped(row.summary))</td>"
                    + "<td>\(Self.escaped(row.description))</td></tr>"
            }
            lines.append("</table>")
        }
        lines.append("</section>")
        return lines.joined(separator: "\n")
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.displayable.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
