internal import ArgumentParser
internal import Trackproof
internal import TrackproofReports
@_spi(Tooling) internal import TrackproofSnapshots

struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Compare two recordings or snapshots.",
        discussion: """
            OLD is taken as what is expected; its settings hold where it is a snapshot. Leaves no file behind.

            EXAMPLES
              trackproof diff before.ndjson after.ndjson
              trackproof diff main.json branch.json --format markdown > comment.md
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

    func validate() throws { try Verification.validate(old, new) }

    func run() throws {
        let verification = try Verification(recording: new, snapshot: old, options: flags.options)
        verification.noteOddities()
        let report = Report(snapshot: old, recording: new, comparison: verification.result.comparison)
        try report.write(format.kind, to: Console.output)
        try verification.status.end()
    }
}
