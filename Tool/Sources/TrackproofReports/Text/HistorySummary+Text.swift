import Trackproof
import TrackproofSnapshots

extension HistorySummary {
    /// The maximum number of runs in the table, and of lines in each list below the table.
    private static let limit = 20

    /// Returns the last runs as a table, the problems, and the events that did not occur in the last run.
    func text(_ style: TextStyle) -> String {
        let shown = runs.suffix(Self.limit)
        let branches = Set(runs.map(\.branch))
        let branch = branches.count == 1 ? branches.first.flatMap { $0 }.map { " of \($0.displayable)" } ?? "" : ""
        var lines = [style.heading("history: \(runs.count.counted("run"))\(branch)")]
        let table =
            [["started", "result", "differences", "findings", "coverage", "duration", "revision"]]
            + shown.map(\.cells)
        let widths = table[0].indices.map { column in
            table.map { $0[column].unicodeScalars.count }.max() ?? 0
        }
        for row in table {
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.unicodeScalars.count)
            }
            lines.append(("  " + cells.joined(separator: "  ")).trimmingTrailingSpaces)
        }
        lines += Self.list("problems", problems.map(\.sentence.text))
        lines += Self.list("not seen in the last run", notSeen.map { "\($0.event), last seen on \($0.day)" })
        return lines.joined(separator: "\n") + "\n"
    }

    private static func list(_ title: String, _ texts: [String]) -> [String] {
        if texts.isEmpty { return [] }
        var lines = ["", title] + texts.prefix(limit).map { "  \($0.displayable)" }
        if texts.count > limit { lines.append("  … and \(texts.count - limit) more") }
        return lines
    }
}

extension HistorySummary.Run {
    fileprivate var cells: [String] {
        let time = started.description
        return [
            "\(time.prefix(10)) \(time.dropFirst(11).prefix(5))", isPassed ? "passed" : "failed", "\(differenceCount)",
            "\(findingCount)", coverageText, seconds?.durationText ?? "",
            String((revision ?? "").unicodeScalars.prefix(12)).displayable,
        ]
    }
}

extension String {
    fileprivate var trimmingTrailingSpaces: String {
        String(reversed().drop { $0 == " " }.reversed())
    }
}
