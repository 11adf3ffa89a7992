import Trackproof
import TrackproofPlans
import TrackproofSnapshots

extension PlanDocument {
    /// The plan in Markdown, with a section for each event.
    package var markdown: String {
        var text = "# \(Self.plain(plan.name ?? "Tracking plan"))\n"
        for event in events {
            text += "\n## \(Markdown.code(event.name))\n\n"
            if let description = event.description { text += Self.plain(description) + "\n\n" }
            text +=
                facts(event).map { "\(Self.plain($0.title)): \(Markdown.code($0.text))" }.joined(separator: ", ") + "\n"
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
                return "| \(Markdown.code(row.name))\(condition) | \(row.isRequired ? "required" : "") "
                    + "| \(Markdown.code(row.summary)) | \(plain(row.description)) |\n"
            }.joined()
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
            \(typeSection)</html>

            """
    }

    private func section(_ index: Int, _ event: PlannedEvent) -> String {
        var lines = ["<section>", "<h2 id=\"e\(index)\">\(Self.escaped(event.name))</h2>"]
        if let description = event.description { lines.append("<p>\(Self.escaped(description))</p>") }
        lines.append("<dl>")
        lines += facts(event).map { "<dt>\(Self.escaped($0.title))</dt><dd>\(Self.escaped($0.text))</dd>" }
        lines.append("</dl>")
        let rows = rows(event)
        if !rows.isEmpty { lines.append(Self.table("Parameter", rows)) }
        lines.append("</section>")
        return lines.joined(separator: "\n")
    }

    private static func table(_ title: String, _ rows: [Row]) -> String {
        let lines = rows.map { row in
            let condition = row.condition.map { " (if \(escaped($0)))" } ?? ""
            return "<tr><td><code>\(escaped(row.name))</code>\(condition)</td>"
                + "<td>\(row.isRequired ? "required" : "")</td><td>\(escaped(row.summary))</td>"
                + "<td>\(escaped(row.description))</td></tr>"
        }
        return (["<table><tr><th>\(title)</th><th></th><th>Value</th><th>Description</th></tr>"] + lines + ["</table>"])
            .joined(separator: "\n")
    }

    /// The section of types, or an empty text if the events use no types.
    private var typeSection: String {
        let rows = typeRows
        if rows.isEmpty { return "" }
        return "<section>\n<h2 id=\"types\">Types</h2>\n\(Self.table("Type", rows))\n</section>\n"
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
