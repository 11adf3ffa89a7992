import ArgumentParser
import Trackproof
import TrackproofArchives
import TrackproofConsole
import TrackproofPlanning
import TrackproofPlans

struct PlanMerge: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Merge the results of `plan audit --partial`.",
        discussion: """
            Reports what `plan audit` reports if it checks all parts at once. But a row that is in several parts counts in \
            each part, and the report estimates how many such rows there are. The order of the results does not \
            matter, and a result that is given twice counts once. The command fails if results are from different \
            plans, options or versions of trackproof, or if the result of a part of a file is missing.

            If all results of a file are missing, the command fails only if --expect-splits lists splits of this file. \
            Standard input has no splits: use --expect-records with the number of records that the sender counted.

            EXAMPLES
              trackproof plan merge results/*.json --expect-splits splits
              xargs -P4 trackproof plan audit --partial <files >results
              trackproof plan merge results
              trackproof plan merge out.txt --expect-records 5000000
            """)

    @Argument(help: "The files with partial results, one result per line, or - for standard input.")
    var results: [String]

    @OptionGroup var plan: PlanOption
    @OptionGroup var tolerance: ToleranceOptions
    @OptionGroup var findings: FindingOptions
    @OptionGroup var reports: ReportFlags

    @Option(help: ArgumentHelp("Fail unless this number of records was checked.", valueName: "count"))
    var expectRecords: Int?

    @Option(
        help: ArgumentHelp(
            "Fail unless each split in this file was checked. The file has the output of `plan split`.",
            valueName: "file"))
    var expectSplits: String?

    func validate() throws {
        try files.requireDistinct()
    }

    private var files: [CommandFile] {
        results.flatMap { CommandFile.read("the results", $0) } + CommandFile.plan(plan.existing)
            + CommandFile.read("--expect-splits", expectSplits) + findings.files + reports.files
    }

    func run() throws {
        let path = try self.plan.found()
        let files = try PlanFiles(path: path)
        try tolerance.check(against: files.plan)
        try self.files.requireDistinct(from: files.paths, "a file of the plan")
        let expected = try expectSplits.map { try SplitList.read($0) } ?? []
        let (tally, source) = try tally(hash: files.hash, expected)
        if let expectRecords, tally.summary.recordCount != expectRecords {
            throw CommandError(
                "expected results for \(expectRecords) records, found results for \(tally.summary.recordCount)",
                .notUnderstood)
        }
        try CheckJudgement(findings, reports, tolerance).end(
            tally, plan: (path, files.plan), inputs: results, source: source, recording: nil,
            today: CheckContext().today, interruption: nil)
    }

    /// Returns the merged result, and the source of the events that the processes checked.
    private func tally(
        hash: String, _ expected: [ArchiveSplit]
    ) throws -> (tally: ArchiveTally, source: EventSource) {
        var merger = PartialMerger()
        for path in results {
            let lines = try PartialLines(path: path)
            while let result = try lines.next() {
                guard result.origin.plan == hash else {
                    throw CommandError("\(path): this result is from another plan", .notUnderstood)
                }
                try merger.add(result)
            }
            guard lines.restCount == 0 else {
                throw CommandError("\(path): the last line is cut short", .notUnderstood)
            }
        }
        return (try merger.result(expected), merger.origin?.source ?? .app)
    }
}
