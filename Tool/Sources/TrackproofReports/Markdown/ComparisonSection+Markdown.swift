import Trackproof
import TrackproofSnapshots

extension ComparisonSection {
    /// The maximum number of differences in the table.
    private static let markdownLimit = 100
    /// The maximum number of rows for the parameters of one difference.
    private static let rowLimit = 20

    /// Appends the failures and a table of the differences.
    func appendMarkdown(to text: inout String) {
        if isPassed {
            text += "\(Markdown.code(recording)) matches \(Markdown.code(snapshot)).\n"
            return
        }
        text += "\(Markdown.code(recording)) against \(Markdown.code(snapshot))\n"
        if !failures.isEmpty { text += "\n" + Markdown.list(failures, limit: Report.failureLimit) }
        if comparison.isEmpty { return }
        text += "\n| | event | expected | found |\n|---|---|---|---|\n"
        text.append(
            rows: comparison.differences.lazy.map { rows($0).joined(separator: "\n") + "\n" },
            limit: Self.markdownLimit)
    }

    private func rows(_ difference: Difference) -> [String] {
        let kind = "**\(difference.kind.rawValue)**"
        let title = Markdown.code(difference.title)
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
        return Markdown.code(event.parameters.isEmpty ? event.displayName : event.parameters.description)
    }

    private func place(_ position: Int?) -> String { position.map { "position \($0 + 1)" } ?? "" }

    private func value(_ path: String, _ value: EventValue?) -> String {
        Markdown.code(path) + " " + (value.map { Markdown.code($0.description) } ?? "missing")
    }
}
