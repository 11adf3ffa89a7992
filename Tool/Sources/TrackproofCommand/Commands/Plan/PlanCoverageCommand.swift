import ArgumentParser
import Foundation
import Trackproof
import TrackproofConsole
import TrackproofPlanning
import TrackproofPlans
import TrackproofReports
import TrackproofSnapshots

struct PlanCoverageCommand: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "coverage",
        abstract: "Print which parts of a tracking plan occur in recordings.",
        discussion: """
            Counts the events, parameters, enum values and variants of the plan that occur in the recordings, and \
            names the parts that never occur. Deprecated, replaced and expired events do not count. Events from \
            several recordings count together, for example from all shards of a test run.

            If a recording is from one platform, write PLATFORM=FILE, with a platform that the plan declares. The \
            command then also reports the coverage on each platform. If all recordings have a platform, only the \
            parts of the plan for these platforms count.

            EXAMPLES
              trackproof plan coverage run.ndjson
              trackproof plan coverage shard-*.ndjson --minimum 80 \\
                --report junit=coverage.xml
              trackproof plan coverage ios=ios.ndjson android=android.ndjson
            """)

    @Argument(help: "The recordings, as FILE or PLATFORM=FILE. FILE can be - for standard input.")
    var recordings: [String]

    @OptionGroup var plan: PlanOption

    @Option(help: "The events to use: app, provider:ID or wire:VENDOR.")
    var source = "app"

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
        return paths.flatMap { CommandFile.read("the recording", $0) } + CommandFile.plan(plan.existing) + reports.files
    }

    func run() throws {
        let path = try self.plan.found()
        let planFiles = try PlanFiles(path: path)
        try files.requireDistinct(from: planFiles.paths, "a file of the plan")
        let plan = planFiles.plan
        let recordings = recordings.map { PlatformRecording($0, platforms: plan.platforms.map(\.name)) }
        let platforms = recordings.compactMap(\.platform)
        // A recording without a platform can be from any platform. If there is such a recording, the coverage includes
        // all platforms of the plan.
        let map = CoverageMap(plan, platforms: platforms.count == recordings.count ? platforms : nil)
        var failures: [String] = []
        let coverage = try coverage(of: recordings, map, &failures)
        if coverage.eventCount + coverage.unplannedCount == 0 {
            Console.note("the recordings have no events of the source `\(source)`")
        }
        let section = CoverageSection(plan: path, coverage: coverage, minimum: minimum?.percent)
        let report = try Report(
            of: ReportedRun(name: recordings.map(\.path).joined(separator: ", "), failures: failures),
            [section],
            recording: recordings.count == 1 ? recordings[0].path : nil, plan: plan, for: reports)
        let status = failures.isEmpty ? ExitStatus.differences : .notUnderstood
        try reports.end(report, failing: status.code, default: .text, to: Console.output)
    }

    /// - Parameter failures: The sentences about recordings that are cut short.
    private func coverage(
        of recordings: [PlatformRecording], _ map: CoverageMap, _ failures: inout [String]
    ) throws -> PlanCoverage {
        var coverage = PlanCoverage(map)
        let source = EventSource(rawValue: source)
        let progress = Progress()
        defer { progress.end() }
        for recording in recordings {
            var number = 0
            let truncation = try EventFile(path: recording.path).forEachReadingAhead { event in
                number += 1
                if number.isMultiple(of: 10_000) { progress.show(coverage.eventCount) }
                if event.source == source { coverage.add(event, platform: recording.platform) }
            }
            if let truncation { failures.append("\(truncation); earlier events were used") }
        }
        failures.forEach(Console.note)
        return coverage
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
