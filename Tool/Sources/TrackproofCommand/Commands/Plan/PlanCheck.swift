import ArgumentParser
import Foundation
import Trackproof
import TrackproofArchives
import TrackproofCompression
import TrackproofConsole
import TrackproofFiles
import TrackproofPlanning
import TrackproofPlans

struct PlanCheck: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check recordings and archives against a tracking plan.",
        discussion: """
            Prints what the plan does not allow. Equal findings of many events are counted, not repeated. The command \
            exits with 1 if a finding has the severity of --fail-on or a greater severity.

            Reads recordings, and what vendors export: a JSON object per line, JSON arrays and Snowplow's lines, also \
            compressed with gzip. Several threads read parts of the files, so the files can have any size. A record \
            that cannot be read is a finding, and does not end the check.

            A baseline lists findings that a team has accepted for now. The command does not report these findings. \
            --update-baseline writes the findings of this check to the baseline: it adds new findings and removes \
            fixed findings.

            EXAMPLES
              trackproof plan check run.ndjson
              trackproof plan check 'archive/**/*.ndjson.gz' --resume check.state
              trackproof plan check segment-logs --max-share missing=0.1%
              trackproof plan check ios.ndjson --platform ios --app-version 5.2.0
              trackproof plan check run.ndjson --baseline known.json --update-baseline
              trackproof plan check --partial --split a.ndjson:0:67108864 >a.0.json
            """)

    @Argument(help: "Files, folders or patterns such as 'archive/**/*.gz', or - for standard input.")
    var recordings: [String] = []

    @OptionGroup var plan: PlanOption
    @OptionGroup var archive: ArchiveOptions
    @OptionGroup var parts: PartialOptions
    @OptionGroup var judgement: JudgementOptions
    @OptionGroup var spark: SparkOptions

    @Option(help: ArgumentHelp("The number of threads (default: the number of processor cores).", valueName: "count"))
    var jobs: Int?

    @Option(
        help: ArgumentHelp(
            "Keep the results of checked parts in this file, and skip parts whose results are in the file.",
            valueName: "file"))
    var resume: String?

    var reports: ReportFlags { judgement.reports }

    func validate() throws {
        if recordings.count(where: { $0 == "-" }) > 1 { throw ValidationError("Name standard input (-) only once.") }
        let hasQuery = spark.recordsQuery != nil
        if hasQuery, !recordings.isEmpty { throw ValidationError("Give files, or --table or --query, not both.") }
        if recordings.isEmpty, !parts.hasSplits, !hasQuery {
            throw ValidationError("Name a recording, or - for standard input.")
        }
        if parts.hasSplits, !recordings.isEmpty { throw ValidationError("Give splits or recordings, not both.") }
        if parts.partial, judgement.isSet {
            throw ValidationError(
                "--partial prints no report. Give options such as --report and --baseline to `plan merge`.")
        }
        if parts.partial, resume != nil { throw ValidationError("--partial and --resume cannot be combined.") }
        if spark.engine == .spark { try validateSpark() }
        if let jobs, !(1...1_024).contains(jobs) { throw ValidationError("--jobs needs a number from 1 to 1024.") }
        try files.requireDistinct()
    }

    /// The files that the options name, and the recordings, except folders and patterns.
    private var files: [CommandFile] {
        let recordings = recordings.filter { FileStatus(ofTarget: $0)?.kind != .folder }
        return recordings.flatMap { CommandFile.read("the recording", $0) } + CommandFile.plan(plan.existing)
            + CommandFile.read("--layout", archive.layoutPath) + CommandFile.written("--resume", resume)
            + judgement.files
    }

    private func validateSpark() throws {
        if parts.partial || jobs != nil {
            throw ValidationError("--engine spark cannot be combined with --partial or --jobs.")
        }
        if recordings.contains("-") { throw ValidationError("--engine spark cannot read standard input.") }
        let urls = recordings.count(where: Self.isURL)
        if urls > 0, urls < recordings.count { throw ValidationError("Give paths or URLs, not both.") }
        guard urls > 0 || spark.recordsQuery != nil else { return }
        if resume != nil { throw ValidationError("--resume needs files. It does not work with URLs or tables.") }
        if ["auto", "recording"].contains(archive.layout) {
            throw ValidationError("URLs and tables need --layout with a layout other than auto and recording.")
        }
    }

    private static func isURL(_ argument: String) -> Bool { argument.contains("://") }

    func run() throws {
        let path = try self.plan.found()
        let files = try PlanFiles(path: path)
        if parts.partial { return try parts.check(recordings, files, archive) }
        try self.files.requireDistinct(from: files.paths, "a file of the plan")
        let (settings, origin) = try archive.settings(for: files)
        let sparkJob =
            spark.engine == .spark ? try SparkJob(spark, files, archive, today: settings.today, origin) : nil
        if spark.recordsQuery != nil || recordings.contains(where: Self.isURL) {
            guard let sparkJob else {
                let advice = "pipe its content into `plan check -`, or use --engine spark"
                throw CommandError("\(recordings[0]): this is a URL: \(advice)", .usage)
            }
            let records = try sparkJob.checkRecords(urls: recordings)
            return try end(
                records.tally, plan: (path, files.plan), recording: nil,
                interruption: records.signal.map { ($0, "the check was interrupted") })
        }
        // `--resume` may be in a folder of recordings, because the check leaves it out.
        let paths = try ArchivePaths(recordings, excluding: resume)
        try self.files.requireDistinct(from: paths.files.map(\.path), "a recording")
        let local = ParallelCheck(origin, jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount) {
            SplitCheck(PlanChecker(files.plan), settings) { try GzipSource($0) }
        }
        let run = ArchiveRun(check: sparkJob ?? local, origin: origin, resumePath: resume)
        let outcome = try run.run(paths)
        let interruption = outcome.signal.map { signal in
            let advice = resume == nil ? "use --resume to keep results" : "run the same command again to continue"
            return (
                signal,
                "the check was interrupted: \(outcome.parts.checked) of \(outcome.parts.all) parts were checked; \(advice)"
            )
        }
        try end(
            outcome.tally, plan: (path, files.plan), recording: shownRecording(paths, outcome.tally),
            interruption: interruption)
    }

    /// Writes the reports, and ends the command with its exit status.
    private func end(
        _ tally: ArchiveTally, plan: (path: String, plan: TrackingPlan), recording: String?,
        interruption: (signal: Int32, message: String)?
    ) throws {
        if let interruption { Console.note(interruption.message) }
        let inputs = recordings.isEmpty ? [spark.table ?? "the query"] : recordings
        try judgement.end(
            tally, plan: plan, inputs: inputs, source: EventSource(rawValue: archive.source), recording: recording,
            interruption: interruption)
    }

    /// The maximum size of a recording whose events a report shows, in bytes.
    private static let shownSize: UInt64 = 512 << 20

    /// Returns the path of the recording whose events the reports show, or `nil` if the reports show no events.
    private func shownRecording(_ paths: ArchivePaths, _ tally: ArchiveTally) -> String? {
        guard paths.streams.isEmpty, paths.files.count == 1, paths.files[0].size <= Self.shownSize,
            tally.summary.layouts == ["recording"], tally.summary.unreadableCount == 0
        else { return nil }
        return paths.files[0].path.hasSuffix(".gz") ? nil : paths.files[0].path
    }
}
