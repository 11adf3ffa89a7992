import ArgumentParser
import Foundation
import Trackproof
import TrackproofArchives
import TrackproofConsole
import TrackproofPlanning
import TrackproofPlans
import TrackproofPlatform
import TrackproofReports
import TrackproofSnapshots

struct PlanCoverageCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "coverage",
        abstract: "Print which parts of a tracking plan occur in recordings or archives.",
        discussion: """
            Counts the events, parameters, enum values and variants of the plan that occur in the recordings, and \
            names the parts that never occur. Deprecated, replaced and expired events do not count, and events whose \
            first app version (`since`) is newer than all versions of the app. Events from several recordings count \
            together, for example from all shards of a test run. The command reads the same files as `plan audit`.

            If a recording is from one platform, write PLATFORM=FILE, with a platform that the plan declares. The \
            exports of vendors name the platform of each event. The command then also reports the coverage on each \
            platform. If all events have a platform, only the parts of the plan for these platforms count. If the \
            events have versions, the command also names the parts that newer versions do not send any longer.

            EXAMPLES
              trackproof plan coverage run.ndjson
              trackproof plan coverage shard-*.ndjson --minimum 80 \\
                --report junit=coverage.xml
              trackproof plan coverage ios=ios.ndjson android=android.ndjson
              trackproof plan coverage 'archive/**/*.ndjson.gz' --layout segment
            """)

    @Argument(
        help: """
            Files, folders or patterns such as 'archive/**/*.gz', or - for standard input. PLATFORM= before a path names \
            the platform of its events.
            """)
    var recordings: [String]

    @OptionGroup var plan: PlanOption

    @OptionGroup var events: EventOptions
    @OptionGroup var records: LayoutOption

    @Option(help: "The minimum share of the plan that must occur in the recordings, in percent.")
    var minimum: Percentage?

    @OptionGroup var reports: ReportFlags

    func validate() throws {
        if recordings.count(where: { $0 == "-" || $0.hasSuffix("=-") }) > 1 {
            throw ValidationError("Standard input (-) can be given only once.")
        }
        try files.requireDistinct()
    }

    private var files: [CommandFile] {
        // In `PLATFORM=FILE`, the path begins after the equals sign.
        let paths = recordings.flatMap { [$0] + $0.split(separator: "=", maxSplits: 1).dropFirst().map(String.init) }
        return ArchivePaths.named(in: paths) + CommandFile.plan(plan.existing)
            + CommandFile.read("--layout", records.path) + reports.files
    }

    func run() throws {
        try recordings.refuseURLs("pipe its content into `plan coverage -`, or use `plan audit --engine spark`")
        let path = try self.plan.found()
        let planFiles = try PlanFiles(path: path)
        try files.requireDistinct(from: planFiles.paths, "a file of the plan")
        let plan = planFiles.plan
        let recordings = recordings.map { PlatformRecording($0, platforms: plan.platforms.map(\.name)) }
        var settings = try events.settings()
        settings.measuresCoverage = true
        settings.countsRowsOnce = true
        settings.layout = try records.choice().layout
        var tally = ArchiveTally()
        var shown: String?
        let groups = Dictionary(grouping: recordings, by: \.platform)
        for (platform, recordings) in groups.sorted(by: { $0.key ?? "" < $1.key ?? "" }) {
            settings.platform = platform ?? events.platform
            let paths = try ArchivePaths(recordings.map(\.path))
            try files.requireDistinct(from: paths.files.map(\.path), "a recording")
            let origin = PartialResult.Origin(
                tool: Version.current, plan: planFiles.hash, source: EventSource(rawValue: events.source), settings: "")
            let check = ParallelCheck(planFiles, settings, origin)
            let outcome = try ArchiveRun(check: check, origin: origin, resumePath: nil).run(paths)
            if let interruption = outcome.interruption(advice: "run the command again") {
                Console.note(interruption.message)
                throw ExitCode(128 + interruption.signal)
            }
            shown = paths.shownRecording(outcome.tally)
            tally.merge(outcome.tally)
        }
        try end(tally, plan: (path, plan), recordings, recording: recordings.count == 1 ? shown : nil, settings)
    }

    /// Writes the reports, and ends the command with its exit status.
    private func end(
        _ tally: ArchiveTally, plan: (path: String, plan: TrackingPlan), _ recordings: [PlatformRecording],
        recording: String?, _ settings: ArchiveSettings
    ) throws {
        var coverage = tally.coverage(of: plan.plan, today: settings.today)
        // If the user named the platforms, the events come from these platforms only.
        if recordings.contains(where: { $0.platform != nil }) { coverage.absentPlatforms = [] }
        let summary = tally.summary
        let gaps =
            summary.unreadableCount == 0
            ? [] : ["\(summary.unreadableCount.counted("record")) cannot be read; `plan audit` says why"]
        CheckJudgement.note(tally, gaps: gaps, source: EventSource(rawValue: events.source))
        // Exports of vendors often have damaged records. A damaged recording is a failure of its run.
        let failures = summary.layouts.contains("recording") || summary.unreadFileCount > 0 ? gaps : []
        let section = CoverageSection(plan: plan.path, coverage: coverage, minimum: minimum?.percent)
        let report = try Report(
            of: ReportedRun(name: recordings.map(\.path).joined(separator: ", "), failures: failures), [section],
            recording: recording, plan: plan.plan, for: reports)
        let status = failures.isEmpty ? ExitStatus.differences : .notUnderstood
        try reports.end(report, failing: status.code, default: .text, to: Console.output)
    }
}

/// A recording, and the platform on which the app ran. `platform` is `nil` if the user named no platform.
struct PlatformRecording {
    let path: String
    let platform: String?

    /// Parses `FILE` or `PLATFORM=FILE`.
    ///
    /// If the text before the first equals sign is not a platform of the plan, the argument is the path of a recording.
    init(_ argument: String, platforms: [String]) {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        if parts.count == 2, let platform = platforms.first(where: parts[0].isPlatform) {
            (self.platform, path) = (platform, parts[1])
        } else {
            (platform, path) = (nil, argument)
        }
    }
}
