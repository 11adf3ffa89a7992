internal import ArgumentParser
internal import Trackproof
internal import TrackproofReports
internal import TrackproofSnapshots

struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Compare two recordings or snapshots.",
        discussion: """
            OLD is taken as what is expected; its settings hold where it is a snapshot. Leaves no file behind.

            EXAMPLES
              trackproof diff before.ndjson after.ndjson
              trackproof diff main.json branch.json --format markdown >> "$GITHUB_STEP_SUMMARY"
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, markdown

        var kind: ReportKind {
            switch self {
            case .text: .text
            case .json: .json
            case .markdown: .markdown
            }
        }
    }

    @Argument(help: "What is expected; - is standard input.")
    var old: String

    @Argument(help: "What is compared with it; - is standard input.")
    var new: String

    @OptionGroup var flags: ComparisonFlags

    @Option(help: "How the differences are printed.")
    var format: Format = .text

    func run() throws {
        let verification = try Verification(recording: new, snapshot: old, options: flags.options)
        verification.noteOddities()
        let report = Report(snapshot: old, recording: new, comparison: verification.result.comparison)
        try Console.write(report.render(format.kind, style: Console.outputStyle))
        try verification.status.end()
    }
}
