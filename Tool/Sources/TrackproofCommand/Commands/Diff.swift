import ArgumentParser
import Trackproof
import TrackproofReports
import TrackproofSnapshots
import TrackproofConsole

struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Compare two recordings or snapshots.",
        discussion: """
            OLD has the expected events. If OLD is a snapshot, its settings apply. The command writes no files.

            EXAMPLES
              trackproof diff before.ndjson after.ndjson
              trackproof diff main.json branch.json --format markdown > comment.md
              trackproof diff before.ndjson after.ndjson --ignoring 'session_*'
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, markdown
    }

    @Argument(help: "The expected events: a recording or snapshot, or - for standard input.")
    var old: String

    @Argument(help: "The actual events: a recording or snapshot, or - for standard input.")
    var new: String

    @OptionGroup var flags: ComparisonFlags

    @Option(
        help: ArgumentHelp(
            "Ignore the parameters whose names fit; may be given several times. `*` fits any number of characters, and "
                + "`?` fits one.", valueName: "name"))
    var ignoring: [String] = []

    @Option(help: "How the differences are printed.")
    var format: Format = .text

    func validate() throws { try Verification.validate(old, new) }

    func run() throws {
        let verification = try Verification(recording: new, snapshot: old, options: flags.options, ignoring: ignoring)
        verification.printNotes()
        let section = verification.section(of: new, redactedBy: nil)
        switch format {
        case .text: try Console.output.write(section.comparisonText(Console.output.style))
        case .json: try Console.output.write(foreign: section.json)
        case .markdown: try Report(ReportedRun(name: new), [section]).write(.markdown, to: Console.output)
        }
        if !section.isPassed { throw verification.failingStatus }
    }
}
