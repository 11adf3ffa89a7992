internal import ArgumentParser
internal import Foundation
internal import Trackproof
@_spi(Tooling) internal import TrackproofArchives
internal import TrackproofCompression
@_spi(Tooling) internal import TrackproofPlans
internal import TrackproofPlanning

struct PlanCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check recordings and archives against a tracking plan.",
        discussion: """
            Prints what the plan does not allow: equal findings of many events are counted, not repeated. It exits \
            with 1 if a finding has the severity of --fail-on or a greater one.

            Reads recordings, and what vendors export: a JSON object a line, JSON arrays and Snowplow's lines, also \
            compressed with gzip. Several threads read parts of the files, so the files can have any size. A record \
            that cannot be read is a finding, and does not end the check.

            A baseline lists findings that a team has accepted for now. They are not reported. --update-baseline \
            writes the findings of this check to the file: it accepts new findings and removes fixed ones.

            EXAMPLES
              trackproof plan check run.ndjson
              trackproof plan check 'archive/**/*.ndjson.gz' --resume check.state
              trackproof plan check segment-logs --max-share missing=0.1%
              trackproof plan check ios.ndjson --platform ios --app-version 5.2.0
              trackproof plan check run.ndjson --baseline known.json --update-baseline
              trackproof plan check --partial --split a.ndjson:0:67108864 >a.0.json
            """)

    @Argument(help: "The files, folders or patterns such as 'archive/**/*.gz'; - is standard input.")
    var recordings: [String] = []

    @OptionGroup var plan: PlanOption
    @OptionGroup var archive: ArchiveOptions
    @OptionGroup var judgement: JudgementOptions

    @Option(help: ArgumentHelp("The number of threads (default: the number of processor cores).", valueName: "count"))
    var jobs: Int?

    @Option(
        help: ArgumentHelp("Write results of parts to this file, and skip the parts that it has.", valueName: "file"))
    var resume: String?

    @Flag(help: "Print a partial result, which `plan merge` merges with others.")
    var partial = false

    @Option(
        help: ArgumentHelp(
            "With --partial: check the records that start in this range of a file's bytes.",
            valueName: "path:start:length"))
    var split: [SplitArgument] = []

    func validate() throws {
        if recordings.count(where: { $0 == "-" }) > 1 { throw ValidationError("Standard input can be given once.") }
        if recordings.isEmpty, split.isEmpty { throw ValidationError("Name a recording, or - for standard input.") }
        if !split.isEmpty, !partial { throw ValidationError("--split needs --partial.") }
        if !split.isEmpty, !recordings.isEmpty { throw ValidationError("Give splits or recordings, not both.") }
        if partial, resume != nil { throw ValidationError("--partial and --resume cannot be combined.") }
        if let jobs, !(1...1_024).contains(jobs) { throw ValidationError("--jobs needs a number from 1 to 1024.") }
    }

    func run() throws {
        let path = try self.plan.found()
        let files = try PlanFiles(path: path)
        var (settings, words) = try archive.settings()
        let origin = PartialResult.Origin(tool: Version.current, plan: files.hash, settings: words)
        let checker = PlanChecker(files.plan)
        if partial {
            // Rows of a table come from standard input, and have no place.
            if recordings == ["-"] { settings.hasPlaces = false }
            return try PartialCheck(checker, settings, origin).print(recordings, split.map(\.split))
        }
        let paths = try ArchivePaths(recordings)
        let run = ArchiveRun(
            checker, settings, origin: origin, jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount,
            resume: resume)
        let outcome = try run.run(paths)
        var interruption: (Int32, String)?
        if let signal = outcome.signal {
            let advice = resume == nil ? "--resume keeps results" : "the same command goes on"
            let message =
                "the check was interrupted: \(outcome.parts.checked) of \(outcome.parts.all) parts were checked; \(advice)"
            Console.note(message)
            interruption = (signal, message)
        }
        try judgement.end(
            outcome.tally, plan: (path, files.plan), inputs: recordings,
            source: EventSource(rawValue: archive.source), recording: shownRecording(paths, outcome.tally),
            interruption: interruption)
    }

    /// The largest recording whose events a report shows.
    private static let shownSize: UInt64 = 512 << 20

    /// Returns the path of the recording whose events the reports show, or `nil` if they show none.
    private func shownRecording(_ paths: ArchivePaths, _ tally: ArchiveTally) -> String? {
        guard paths.streams.isEmpty, paths.files.count == 1, paths.files[0].size <= Self.shownSize,
            tally.summary.layouts == ["recording"], tally.check.unreadableCount == 0
        else { return nil }
        return paths.files[0].path.hasSuffix(".gz") ? nil : paths.files[0].path
    }
}

/// The value of `--split`.
struct SplitArgument: ExpressibleByArgument {
    let split: ArchiveSplit

    init?(argument: String) {
        guard let split = ArchiveSplit(argument) else { return nil }
        self.split = split
    }
}
