internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

extension Report {
    /// The maximum number of differences in the table.
    private static let markdownLimit = 100
    /// The maximum number of failures in the list. Differences do not count as failures.
    private static let failureLimit = 20
    /// The maximum number of rows for one difference.
    private static let rowLimit = 20
    /// The maximum number of Unicode scalars of the text in a code span.
    private static let spanLimit = 500

    /// The report in Markdown: a heading, the failures and a table of the differences. It fits in a GitHub comment.
    ///
    /// If differences or failures are left out, the report says how many.
    var markdown: String {
        var text = "### \(isPassed ? "✅" : "❌") \(headline)\n\n"
        if isPassed { return text + "\(Self.code(recording)) matches \(Self.code(snapshot)).\n" }
        text += "\(Self.code(recording)) against \(Self.code(snapshot))\n"
        if !failures.isEmpty { text += "\n" + list(failures.map { "- " + Self.code($0) }, limit: Self.failureLimit) }
        if comparison.isEmpty { return text }
        text += "\n| | event | expected | found |\n|---|---|---|---|\n"
        text.append(
            rows: comparison.differences.lazy.map { rows($0).joined(separator: "\n") + "\n" },
            limit: Self.markdownLimit)
        return text
    }

    private func list(_ lines: [String], limit: Int) -> String {
        let more = lines.count - limit
        return (lines.prefix(limit) + (more > 0 ? ["- … and \(more) more"] : [])).map { $0 + "\n" }.joined()
    }

    private func rows(_ difference: Difference) -> [String] {
        let kind = "**\(difference.kind.rawValue)**"
        let title = Self.code(difference.title)
        func row(_ kind: String, _ title: String, _ expected: String, _ found: String) -> String {
            "| \(kind) | \(title) | \(expected) | \(found) |"
        }
        switch difference.kind {
        case .missing: return [row(kind, title, event(difference.expected), "nothing")]
        case .unexpected: return [row(kind, title, "nothing", event(difference.actual))]
        case .duplicated: return [row(kind, title, "fewer", event(difference.actual))]
        case .moved:
            return [
                row(
                    kind, title, place(difference.expectedPosition), place(difference.actualPosition))
            ]
        case .changed, .renamed:
            if difference.parameters.isEmpty {
                return [row(kind, title, event(difference.expected), event(difference.actual))]
            }
            let more = difference.parameters.count - Self.rowLimit
            return difference.parameters.prefix(Self.rowLimit).enumerated().map { index, parameter in
                row(
                    index == 0 ? kind : "", index == 0 ? title : "", value(parameter.path, parameter.expected),
                    value(parameter.path, parameter.actual))
            } + (more > 0 ? [row("", "… and \(more) more parameter\(more == 1 ? "" : "s")", "", "")] : [])
        }
    }

    private func event(_ event: Event?) -> String {
        guard let event else { return "nothing" }
        return Self.code(event.parameters.isEmpty ? event.displayName : event.parameters.description)
    }

    private func place(_ position: Int?) -> String { position.map { "position \($0 + 1)" } ?? "" }

    private func value(_ path: String, _ value: EventValue?) -> String {
        Self.code(path) + " " + (value.map { Self.code($0.description) } ?? "missing")
    }

    /// Returns a code span for one cell of a table.
    ///
    /// No character of the text can end the span or the cell.
    static func code(_ text: String) -> String {
        if text.isEmpty { return "`\"\"`" }
        // The limit counts scalars, because one `Character` may consist of any number of scalars.
        let whole = String(text.unicodeScalars.prefix(spanLimit + 1)).displayable.unicodeScalars
        let shown = whole.count > spanLimit ? String.UnicodeScalarView(whole.prefix(spanLimit) + ["…"]) : whole
        let longest = shown.split { $0 != "`" }.map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: longest + 1)
        let padding = shown.first == "`" || shown.last == "`" ? " " : ""
        var safe = ""
        var previous: Unicode.Scalar?
        for scalar in shown {
            // A backslash directly before the escape `\|` would undo the escape, so a space separates them.
            if scalar == "|" { safe += previous == "\\" ? " \\" : "\\" }
            safe.unicodeScalars.append(scalar)
            previous = scalar
        }
        return fence + padding + safe + padding + fence
    }
}
