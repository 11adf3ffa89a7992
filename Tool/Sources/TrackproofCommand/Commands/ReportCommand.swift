import ArgumentParser
import TrackproofReports
import TrackproofSnapshots
import TrackproofConsole
import TrackproofPlatform

struct ReportCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Merge the JSON reports of earlier runs, render them in other formats, and show a history.",
        discussion: """
            Other commands write JSON reports with --report json=FILE. The results of several runs, such as all shards \
            of a test run, become one report, which adds up the findings and the coverage of each plan. A run that is \
            in several reports counts once.

            With --history, the command adds the merged report to the history. The new report also says when each \
            problem began, and which problems are flaky. Without --from, the command shows only the history.

            EXAMPLES
              trackproof report --from run.json --report junit=run.xml
              trackproof report --from shards/*.json --runs 3 --report markdown=summary.md
              trackproof report --from shards/*.json --history history --report slack
              trackproof report --history history --report html=history.html

            EXIT STATUS
              1 if a run failed, events differ or violate the plan, or a run is missing
            """)

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("The JSON reports, or - for standard input.", valueName: "file"))
    var from: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Fail if the reports contain fewer than this many runs.", valueName: "number"))
    var runs: Int?

    @OptionGroup var reports: ReportFlags

    func validate() throws {
        if from.count(where: { $0 == "-" }) > 1 { throw ValidationError("Standard input (-) can be given only once.") }
        if from.isEmpty, reports.history == nil {
            throw ValidationError("Expected the reports after --from, or a history after --history.")
        }
        if runs != nil, from.isEmpty { throw ValidationError("--runs needs --from.") }
        if let runs, runs < 1 { throw ValidationError("--runs must be a positive number.") }
        try (from.flatMap { CommandFile.read("--from", $0) } + reports.files).requireDistinct()
    }

    func run() throws {
        var merged: Report?
        for path in from {
            let part = try Report(json: InputFile.bytes(path: path, kind: "a report"), file: path)
            if merged == nil { merged = part } else { try merged?.merge(part) }
        }
        var whole = merged ?? Report(runs: [], [])
        if let runs, whole.runs.count < runs {
            let found = whole.runs.count.counted("run")
            whole.problems.append("expected the reports of \(runs) runs, found \(found)")
        }
        try reports.end(whole, failing: ExitStatus.differences.code, default: .text, to: Console.output)
    }
}
