import Trackproof
package import TrackproofPlanning
package import TrackproofSnapshots

extension Report {
    /// The maximum number of parts of the plan that a list of unseen parts contains.
    static let unseenLimit = 200

    /// Returns the report as text for people: the failures of the runs, and then the sections.
    ///
    /// If the result of one check about a snapshot or a plan is the only result of the report, the sections have no titles.
    func text(_ style: TextStyle) -> String {
        let needsTitles = only?.needsTitle ?? true
        let failures = failures.map { "! \($0.displayable)\n" }.joined()
        let parts = sections.map { section in
            (needsTitles ? style.heading(section.title.displayable) + "\n" : "") + section.text(style)
        }
        let trend = history.map { [$0.text(style)] } ?? []
        return ((failures.isEmpty ? [] : [failures]) + parts + trend).joined(separator: "\n")
    }
}

extension CoverageSection {
    /// Returns the headline, the shares, and the parts of the plan that were not seen.
    package func text(_ style: TextStyle) -> String {
        var lines = [style.heading(headline)]
        let width = shares.map(\.width).max()
        lines += shares.filter { !$0.rows.isEmpty }.flatMap { $0.lines(width: width) }
        for (kind, rows) in rows.byKind {
            lines += ["", kind]
            lines += rows.prefix(Report.unseenLimit).map { row in
                let owner = row.owner.map { ", owner \($0)" } ?? ""
                return "  \(row.message)\(owner)\(row.place.map { " (\($0))" } ?? "")".displayable
            }
            if rows.count > Report.unseenLimit { lines.append("  … and \(rows.count - Report.unseenLimit) more") }
        }
        if let note { lines += ["", note] }
        return (lines.joined(separator: "\n") + "\n").withoutLogCommands()
    }
}

extension Shares {
    /// The width of the longest name.
    fileprivate var width: Int { rows.map { $0.name.displayable.unicodeScalars.count }.max() ?? 0 }

    /// Returns the shares as lines, below the noun.
    ///
    /// - Parameters:
    ///   - width: The width of the names, or `nil` for the width of the longest name.
    ///   - limit: The maximum number of shares.
    ///   - note: A closure that returns the end of a line.
    func lines(width: Int? = nil, limit: Int = .max, note: (Share) -> String = { _ in "" }) -> [String] {
        let shown = Shares(noun: noun, rows: Array(rows.prefix(limit)))
        let width = width ?? shown.width
        let lines = shown.rows.map { row in
            let share = "\(row.ratio.seen) of \(row.ratio.total)  \(row.ratio.percentText)"
            return "  \(row.name.displayable.padded(to: width))  \(share)\(note(row))"
        }
        let more = rows.count > limit ? ["  … and \(rows.count - limit) more"] : []
        return (noun.isEmpty ? [] : ["", "by \(noun)"]) + lines + more
    }
}

extension HistorySummary {
    /// The maximum number of runs in the table, and of lines in each list below the table.
    private static let limit = 20

    /// Returns the last runs as a table, the problems, and the events that did not occur in the last run.
    func text(_ style: TextStyle) -> String {
        let branches = Set(runs.map(\.branch))
        let branch = branches.count == 1 ? branches.first.flatMap { $0 }.map { " of \($0.displayable)" } ?? "" : ""
        let hasScores = runs.contains { $0.score != nil }
        let score = hasScores ? ["mutants"] : []
        let table =
            [["started", "result", "differences", "findings", "coverage"] + score + ["duration", "revision"]]
            + runs.suffix(Self.limit).map { $0.cells(hasScores: hasScores) }
        var lines = [style.heading("history: \(runs.count.counted("run"))\(branch)")]
        lines += String.table(table).map { "  " + $0 }
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
    fileprivate func cells(hasScores: Bool) -> [String] {
        let time = started.description
        return [
            "\(time.prefix(10)) \(time.dropFirst(11).prefix(5))", isPassed ? "passed" : "failed", "\(differenceCount)",
            "\(findingCount)", Self.percentText(coverage),
        ] + (hasScores ? [Self.percentText(score)] : []) + [
            seconds?.durationText ?? "", String((revision ?? "").unicodeScalars.prefix(12)),
        ]
    }
}

extension String {
    /// The maximum width that a column of a table has because of one cell, in Unicode scalars.
    private static let columnLimit = 60

    /// Returns the lines of a table with two spaces between the columns.
    static func table(_ rows: [[String]]) -> [String] {
        let rows = rows.map { $0.map(\.displayable) }
        var widths = [Int](repeating: 0, count: rows.first?.count ?? 0)
        for row in rows {
            for (column, cell) in row.enumerated() {
                widths[column] = Swift.max(widths[column], Swift.min(cell.unicodeScalars.count, columnLimit))
            }
        }
        return rows.map { row in
            let line = zip(row, widths).map { $0.padded(to: $1) }.joined(separator: "  ")
            let end = line.lastIndex { $0 != " " }.map { line.index(after: $0) } ?? line.startIndex
            return String(line[..<end])
        }
    }

    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - unicodeScalars.count))
    }
}
