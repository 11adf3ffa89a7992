internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

extension Report {
    /// At most so many differences are listed: GitHub cuts a comment at 65,536 characters.
    private static let markdownLimit = 100

    /// A heading and a table with a row a difference.
    var markdown: String {
        var lines = ["### \(isPassed ? "✅" : "❌") \(headline)", ""]
        if isPassed {
            lines.append("\(Self.code(recording)) tracks what \(Self.code(snapshot)) expects.")
            return lines.joined(separator: "\n") + "\n"
        }
        lines.append("\(Self.code(recording)) against \(Self.code(snapshot))")
        if !failures.isEmpty { lines += [""] + failures.map { "- " + Self.code($0) } }
        if comparison.isEmpty { return lines.joined(separator: "\n") + "\n" }
        lines += ["", "| | event | expected | found |", "|---|---|---|---|"]
        for difference in comparison.differences.prefix(Self.markdownLimit) { lines += rows(difference) }
        let more = comparison.differences.count - Self.markdownLimit
        if more > 0 { lines += ["", "… and \(more) more."] }
        return lines.joined(separator: "\n") + "\n"
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
            return difference.parameters.enumerated().map { index, parameter in
                row(
                    index == 0 ? kind : "", index == 0 ? title : "", value(parameter.path, parameter.expected),
                    value(parameter.path, parameter.actual))
            }
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
        let shown = (text.count > 500 ? text.prefix(500) + "…" : text[...]).description.displayable
        let longest = shown.split(omittingEmptySubsequences: true) { $0 != "`" }.map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: longest + 1)
        let padding = shown.hasPrefix("`") || shown.hasSuffix("`") ? " " : ""
        // A backslash in front would undo the escape.
        let safe = shown.replacing("\\|", with: "\\ |").replacing("|", with: "\\|")
        return fence + padding + safe + padding + fence
    }
}
