internal import ArgumentParser
internal import Foundation
internal import Trackproof
@_spi(Tooling) internal import TrackproofJSON
@_spi(Tooling) internal import TrackproofPlans
internal import TrackproofPlanning
internal import TrackproofReports
@_spi(Tooling) internal import TrackproofSnapshots

struct PlanCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check recordings against a tracking plan.",
        discussion: """
            Prints what the plan does not allow: equal findings of many events are counted, not repeated. It exits \
            with 1 if a finding has the severity of --fail-on or a greater one. Recordings can be larger than the \
            memory.

            A baseline lists findings that a team has accepted for now. They are not reported. --update-baseline \
            writes the findings of this check to the file: it accepts new findings and removes fixed ones.

            EXAMPLES
              trackproof plan check run.ndjson
              trackproof plan check shard-*.ndjson --plan plan.yaml --report junit=plan.xml
              trackproof plan check ios.ndjson --platform ios --app-version 5.2.0
              trackproof plan check run.ndjson --baseline accepted.json --update-baseline
            """)

    @Argument(help: "The recordings; - is standard input.")
    var recordings: [String]

    @OptionGroup var plan: PlanOption

    @Option(help: "The events to check: app, provider:ID or wire:VENDOR.")
    var source = "app"

    @Option(help: "The platform of the app, as the plan names it.")
    var platform: String?

    @Option(help: "The version of the app.")
    var appVersion: String?

    @Option(help: ArgumentHelp("The findings that are accepted for now.", valueName: "file"))
    var baseline: String?

    @Flag(help: "Write the findings of this check to the baseline.")
    var updateBaseline = false

    @Option(help: "The least severity that makes the check fail.")
    var failOn: FailOn = .error

    @OptionGroup var reports: ReportFlags

    func validate() throws {
        if recordings.count(where: { $0 == "-" }) > 1 { throw ValidationError("Standard input can be given once.") }
        if updateBaseline, baseline == nil { throw ValidationError("--update-baseline needs --baseline.") }
        _ = try PlanFlags.version(appVersion)
    }

    func run() throws {
        let path = try self.plan.found()
        let plan = try PlanFiles(path: path).plan
        let checker = PlanChecker(plan)
        let context = CheckContext(platform: platform, appVersion: try PlanFlags.version(appVersion))
        var check = RecordingCheck(checker: checker, context: context, source: EventSource(rawValue: source))
        let progress = Progress()
        do {
            defer { progress.end() }
            for recording in recordings { try check.add(recording) { progress.show($0) } }
        }
        check.printNotes()
        let tally = try withoutAccepted(check.tally)
        let section = FindingsSection(
            plan: path, recordings: recordings, source: EventSource(rawValue: source), failOn: failOn.severity,
            tally: tally)
        let report = try Report(
            of: ReportedRun(name: recordings.joined(separator: ", ")), [.findings(section)],
            recording: recordings.count == 1 ? recordings[0] : nil, plan: plan, for: reports)
        try reports.deliver(report, default: .text, to: Console.output)
        try check.status(tally, failOn: failOn.severity).end()
    }

    /// Writes all findings to a baseline, and says how many findings it did not have before.
    private static func update(_ path: String, with tally: CheckTally) throws {
        let isNew = !FileManager.default.fileExists(atPath: path)
        let known = isNew ? [] : Set(try FindingBaseline(path: path).keys)
        try FindingBaseline(tally.groups.keys).write(to: path)
        let added = tally.groups.keys.count { !known.contains($0) }
        let removed = known.count { tally.groups[$0] == nil }
        func words(_ count: Int) -> String { count == 1 ? "1 finding" : "\(count) findings" }
        Console.note("\(path): accepted \(words(added)), removed \(words(removed))")
    }

    /// Returns the tally without the findings of the baseline.
    ///
    /// With `--update-baseline`, the method first writes all findings to the baseline.
    private func withoutAccepted(_ tally: CheckTally) throws -> CheckTally {
        guard let baseline else { return tally }
        if updateBaseline {
            try Self.update(baseline, with: tally)
            var rest = tally
            rest.remove(tally.groups.keys)
            return rest
        }
        let accepted = try FindingBaseline(path: baseline)
        let fixed = accepted.keys.count { tally.groups[$0] == nil }
        if fixed > 0 {
            let words = fixed == 1 ? "1 finding was not found" : "\(fixed) findings were not found"
            Console.note("\(baseline): \(words) in these recordings; if fixed, remove with --update-baseline")
        }
        var rest = tally
        rest.remove(accepted.keys)
        return rest
    }
}
