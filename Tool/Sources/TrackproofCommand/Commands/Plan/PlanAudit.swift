import ArgumentParser
import Trackproof
import TrackproofArchives
import TrackproofConsole
import TrackproofPlanning
import TrackproofPlans

struct PlanAudit: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Check archives of production events against a tracking plan.",
        discussion: """
            Does what `plan check` does, for archives: what vendors export, as a JSON object per line, JSON arrays, CSV or \
            Snowplow's lines, also compressed with gzip or in zip archives. Several threads read parts of the files, so \
            the files can have any size. A record that cannot be read is a finding, and does not end the check. Rows \
            with the same id count once. Spark or your own scheduler can distribute the check over many machines. The \
            report also lists the parts of the plan that never came, as `plan coverage` does.

            EXAMPLES
              trackproof plan audit 'archive/**/*.ndjson.gz' --resume audit.state
              trackproof plan audit segment-logs --max-share missing=0.1%
              trackproof plan audit archive --baseline known.json --update-baseline
              trackproof plan audit --partial --split a.ndjson:0:67108864 >a.0.json
            """)

    @Argument(help: "Files, folders or patterns such as 'archive/**/*.gz', or - for standard input.")
    var recordings: [String] = []

    @OptionGroup var plan: PlanOption
    @OptionGroup var events: EventOptions
    @OptionGroup var archive: ArchiveOptions
    @OptionGroup var parts: PartialOptions
    @OptionGroup var tolerance: ToleranceOptions
    @OptionGroup var findings: FindingOptions
    @OptionGroup var reports: ReportFlags
    @OptionGroup var spark: SparkOptions

    @Option(help: ArgumentHelp("The number of threads (default: the number of processor cores).", valueName: "count"))
    var jobs: Int?

    @Option(
        help: ArgumentHelp(
            "Keep the results of checked parts in this file, and skip parts whose results are in the file.",
            valueName: "file"))
    var resume: String?

    func validate() throws {
        if recordings.count(where: { $0 == "-" }) > 1 { throw ValidationError("Name standard input (-) only once.") }
        let hasQuery = spark.recordsQuery != nil
        if hasQuery, !recordings.isEmpty { throw ValidationError("Give files, or --table or --query, not both.") }
        if recordings.isEmpty, !parts.hasSplits, !hasQuery {
            throw ValidationError("Name an archive, or - for standard input.")
        }
        if parts.hasSplits, !recordings.isEmpty { throw ValidationError("Give splits or recordings, not both.") }
        if parts.partial, findings.isSet || reports.isSet || tolerance.isSet {
            throw ValidationError(
                "--partial prints no report. Give options such as --report and --baseline to `plan merge`.")
        }
        if parts.partial, resume != nil { throw ValidationError("--partial and --resume cannot be combined.") }
        if parts.partial, jobs != nil { throw ValidationError("--partial and --jobs cannot be combined.") }
        if spark.engine == .spark { try validateSpark() }
        if let jobs, !(1...1_024).contains(jobs) { throw ValidationError("--jobs needs a number from 1 to 1024.") }
        try files.requireDistinct()
    }

    /// The files that the options name, and the recordings, except folders and patterns.
    private var files: [CommandFile] {
        ArchivePaths.named(in: recordings) + CommandFile.plan(plan.existing)
            + CommandFile.read("--layout", archive.records.path) + CommandFile.written("--resume", resume)
            + findings.files + reports.files
    }

    private func validateSpark() throws {
        if parts.partial || jobs != nil {
            throw ValidationError("--engine spark cannot be combined with --partial or --jobs.")
        }
        if recordings.contains("-") { throw ValidationError("--engine spark cannot read standard input.") }
        let urls = recordings.count(where: \.isURL)
        if urls > 0, urls < recordings.count { throw ValidationError("Give paths or URLs, not both.") }
        guard urls > 0 || spark.recordsQuery != nil else { return }
        if resume != nil { throw ValidationError("--resume needs files. It does not work with URLs or tables.") }
        if ["auto", "recording"].contains(archive.records.layout) {
            throw ValidationError("URLs and tables need --layout with a layout other than auto and recording.")
        }
    }

    func run() throws {
        if spark.engine != .spark {
            try recordings.refuseURLs("pipe its content into `plan audit -`, or use --engine spark")
        }
        let path = try self.plan.found()
        let files = try PlanFiles(path: path)
        try tolerance.check(against: files.plan)
        let (settings, origin) = try archive.settings(for: files, events)
        if parts.partial { return try parts.check(recordings, files, settings, origin) }
        try self.files.requireDistinct(from: files.paths, "a file of the plan")
        let sparkJob =
            spark.engine == .spark ? try SparkJob(spark, files, events, archive, today: settings.today, origin) : nil
        if let sparkJob, spark.recordsQuery != nil || recordings.contains(where: \.isURL) {
            let records = try sparkJob.checkRecords(urls: recordings)
            return try end(
                records.tally, plan: (path, files.plan), recording: nil, today: settings.today,
                interruption: records.signal.map { ($0, "the check was interrupted") })
        }
        // `--resume` may be in a folder of recordings, because the check leaves it out.
        let paths = try ArchivePaths(recordings, excluding: resume)
        try self.files.requireDistinct(from: paths.files.map(\.path), "a recording")
        let check: any PartsChecker =
            sparkJob ?? ParallelCheck(files, settings, origin, jobs: jobs, storesParts: resume != nil)
        let outcome = try ArchiveRun(check: check, origin: origin, resumePath: resume).run(paths)
        try end(
            outcome.tally, plan: (path, files.plan), recording: paths.shownRecording(outcome.tally),
            today: settings.today,
            interruption: outcome.interruption(
                advice: resume == nil ? "use --resume to keep results" : "run the same command again to continue"))
    }

    /// Writes the reports, and ends the command with its exit status.
    private func end(
        _ tally: ArchiveTally, plan: (path: String, plan: TrackingPlan), recording: String?, today: String,
        interruption: (signal: Int32, message: String)?
    ) throws {
        let inputs = recordings.isEmpty ? [spark.table ?? "the query"] : recordings
        try CheckJudgement(findings, reports, tolerance).end(
            tally, plan: plan, inputs: inputs, source: EventSource(rawValue: events.source),
            recording: recording, today: today, interruption: interruption)
    }
}
