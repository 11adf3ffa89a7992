import TrackproofCSV
import TrackproofPlanning
import TrackproofPlans

extension Report {
    static let csvHeader = [
        "check", "result", "severity", "finding", "event", "parameter", "expected", "found", "events", "of events",
        "share", "owner", "plan", "message",
    ].csvRow

    /// The report as a CSV table, with a row for each problem. No cell is a formula.
    var csv: String {
        var rows = failures.map { ["", "failed", "error", "failure"] + Array(repeating: "", count: 9) + [$0] }
        for section in sections {
            rows += section.allRows.filter { $0.outcome != .passed }.map { [section.subject] + $0.csvCells }
        }
        return Self.csvHeader + rows.map { $0.map(\.withoutFormula).csvRow }.joined().withoutLogCommands()
    }
}

extension ReportRow {
    /// The cells of the row after the name of the check.
    fileprivate var csvCells: [String] {
        let lines = lines
        return [
            "\(outcome)", severity.rawValue, kind, isAboutCheck ? "" : events.joined(separator: ", "), path,
            lines.map(\.expected.text).joined(separator: "; "), lines.map(\.found.text).joined(separator: "; "),
            share.map { "\($0.found)" } ?? "", share.map { "\($0.all)" } ?? "", share.map { "\($0.value)" } ?? "",
            owner ?? "", place?.description ?? "", message,
        ]
    }
}
