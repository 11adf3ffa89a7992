internal import ArgumentParser
internal import TrackproofReports
internal import TrackproofSnapshots

/// `KIND` or `KIND=FILE`, as `--report` takes it.
struct ReportOption: ExpressibleByArgument, Sendable {
    let kind: ReportKind
    /// Where the report goes; nil is the stream for results.
    let file: String?

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let kind = ReportKind(rawValue: String(parts[0])) else { return nil }
        if parts.count == 2, parts[1].isEmpty { return nil }
        self.kind = kind
        file = parts.count == 2 ? String(parts[1]) : nil
    }

    static let help = ArgumentHelp(
        "Write a report; may be given several times. KIND is text, json, markdown, junit or github.",
        valueName: "kind[=file]")

    static var allValueStrings: [String] { ReportKind.allCases.map(\.rawValue) }
}

extension Array where Element == ReportOption {
    /// Writes each report to its file, or by `print`.
    func write(_ report: Report, print: (ReportKind) throws -> Void) throws {
        for option in self {
            if let file = option.file {
                try WholeFile.write(report.render(option.kind), to: file)
            } else {
                try print(option.kind)
            }
        }
    }
}
