import ArgumentParser
import Trackproof
import TrackproofArchives
import TrackproofConsole
import TrackproofPlanning

struct PlanCheck: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check recordings against a tracking plan.",
        discussion: """
            Prints what the plan does not allow. Equal findings of many events are counted, not repeated. The command \
            exits with 1 if a finding has the severity of --fail-on or a greater severity. A record that cannot be \
            read is a finding, and does not end the check.

            A baseline lists findings that a team has accepted for now. The command does not report these findings. \
            --update-baseline writes the findings of this check to the baseline: it adds new findings and removes \
            fixed findings.

            `plan audit` checks what vendors export.

            EXAMPLES
              trackproof plan check run.ndjson
              trackproof plan check ios.ndjson --platform ios --app-version 5.2.0
              trackproof plan check run.ndjson --baseline known.json --update-baseline
            """)

    @Argument(help: "Recordings: files, folders or patterns such as 'runs/*.ndjson', or - for standard input.")
    var recordings: [String]

    @OptionGroup var plan: PlanOption
    @OptionGroup var events: EventOptions
    @OptionGroup var findings: FindingOptions
    @OptionGroup var reports: ReportFlags

    func validate() throws {
        if recordings.count(where: { $0 == "-" }) > 1 { throw ValidationError("Name standard input (-) only once.") }
        try files.requireDistinct()
    }

    /// The files that the options name, and the recordings, except folders and patterns.
    private var files: [CommandFile] {
        ArchivePaths.named(in: recordings) + CommandFile.plan(plan.existing) + findings.files + reports.files
    }

    func run() throws {
        try recordings.refuseURLs("pipe its content into `plan check -`, or use `plan audit --engine spark`")
        let path = try self.plan.found()
        let files = try PlanFiles(path: path)
        try self.files.requireDistinct(from: files.paths, "a file of the plan")
        let paths = try ArchivePaths(recordings)
        try self.files.requireDistinct(from: paths.files.map(\.path), "a recording")
        var settings = try events.settings()
        settings.refusesVendors = true
        let source = EventSource(rawValue: events.source)
        let origin = PartialResult.Origin(tool: Version.current, plan: files.hash, source: source, settings: "")
        let outcome: ArchiveRun.Outcome
        do {
            let check = ParallelCheck(files, settings, origin)
            outcome = try ArchiveRun(check: check, origin: origin, resumePath: nil).run(paths)
        } catch let error as VendorRecordsError {
            throw CommandError(recordsOf: error.vendor, in: error.file, .usage)
        }
        try CheckJudgement(findings, reports).end(
            outcome.tally, plan: (path, files.plan), inputs: recordings, source: source,
            recording: paths.shownRecording(outcome.tally),
            interruption: outcome.interruption(advice: "run the command again"))
    }
}

extension String {
    /// Whether the argument is an address such as `s3://bucket/file`, and not a path.
    var isURL: Bool { contains("://") }
}

extension [String] {
    /// Throws an error if one of these arguments is a URL.
    ///
    /// - Parameter advice: What the user can do instead.
    func refuseURLs(_ advice: String) throws {
        guard let url = first(where: \.isURL) else { return }
        throw CommandError("\(url): this is a URL: \(advice)", .usage)
    }
}
