internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

extension Report {
    /// At most so many differences are listed.
    private static let markdownLimit = 100
    /// At most so many failures, of which none is a difference.
    private static let failureLimit = 20
    /// At most so many rows are listed of one difference.
    private static let rowLimit = 20
    /// At most so many characters are shown of one text.
    private static let spanLimit = 500
    /// GitHub refuses a comment of more than 65,536 characters; some are kept for what is said last.
    private static let lengthLimit = 65_000

    /// A heading and a table with a row a difference, as long as a comment can be. What is left out is counted.
    var markdown: String {
        var text = "### \(isPassed ? "✅" : "❌") \(headline)\n\n"
        if isPassed { return text + "\(Self.code(recording)) tracks what \(Self.code(snapshot)) expects.\n" }
        text += "\(Self.code(recording)) against \(Self.code(snapshot))\n"
        if !failures.isEmpty { text += "\n" + list(failures.map { "- " + Self.code($0) }, limit: Self.failureLimit) }
        if comparison.isEmpty { return text }
        text += "\n| | event | expected | found |\n|---|---|---|---|\n"
        var length = text.utf16.count
        var shown = 0
        for difference in comparison.differences.prefix(Self.markdownLimit) {
            let rows = rows(difference).joined(separator: "\n") + "\n"
            length += rows.utf16.count
            if length > Self.lengthLimit { break }
            text += rows
            shown += 1
        }
        let more = comparison.differences.count - shown
        return more > 0 ? text + "\n… and \(more) more.\n" : text
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
            } + (more > 0 ? [row("", "… and \(more) more parameters", "", "")] : [])
        }
    }

    private func event(_ event: Event?) -> String {
        guard let event else { return "nothing" }
        return Self.code(event.parameters.isEmpty ? event.displayName : event.parameters.description)
    }

    private func place(_ position: Int?) -> String { position.map { "number \($0 + 1)" } ?? "" }

    private func value(_ path: String, _ value: EventValue?) -> String {
        Self.code(path) + " " + (value.map { Self.code($0.description) } ?? "missing")
    }

    /// A code span that nothing in the text can end, in one cell of a table.
    static func code(_ text: String) -> String {
        if text.isEmpty { return "`\"\"`" }
        // By scalars, of which one character may have any number.
        let whole = String(text.unicodeScalars.prefix(spanLimit + 1)).displayable.unicodeScalars
        let shown = whole.count > spanLimit ? String.UnicodeScalarView(whole.prefix(spanLimit) + ["…"]) : whole
        let longest = shown.split { $0 != "`" }.map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: longest + 1)
        let padding = shown.first == "`" || shown.last == "`" ? " " : ""
        var safe = ""
        var previous: Unicode.Scalar?
        for scalar in shown {
            // A backslash in front would undo the escape.
            if scalar == "|" { safe += previous == "\\" ? " \\" : "\\" }
            safe.unicodeScalars.append(scalar)
            previous = scalar
        }
        return fence + padding + safe + padding + fence
    }
}
