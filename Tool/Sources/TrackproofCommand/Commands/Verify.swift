import ArgumentParser
import Trackproof
import TrackproofArchives
import TrackproofPlanning
import TrackproofReports
import TrackproofSnapshots
import TrackproofConsole

struct Verify: ReportingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Compare a recording with a snapshot.",
        discussion: """
            Prints the differences. If there are differences, the command exits with 1 and leaves a pending snapshot \
            beside the snapshot, for `trackproof accept`. The files can be larger than the memory.

            EXAMPLES
              trackproof verify run.ndjson --snapshot walk.json
              trackproof verify run.ndjson --snapshot walk.json --order strict
              trackproof verify run.ndjson --snapshot app.ndjson --source wire:segment
              ssh mac cat run.ndjson | trackproof verify - --snapshot walk.json
              trackproof verify run.ndjson --snapshot walk.json --report junit=r.xml
              trackproof verify run.ndjson --snapshot walk.json --plan Tracking/plan.yaml
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json
    }

    @Argument(help: "The recording, or - for standard input.")
    var recording: String

    @Option(help: ArgumentHelp("The snapshot, or a recording to use as the snapshot.", valueName: "file"))
    var snapshot: String

    @OptionGroup var flags: ComparisonFlags

    @OptionGroup var plan: PlanFlags

    @Option(help: "How the differences are printed.")
    var format: Format = .text

    @OptionGroup var reports: ReportFlags

    func validate() throws {
        try Verification.validate(recording, snapshot)
        if recording == "-", plan.path != nil {
            throw ValidationError("--plan needs a recording in a file, because the recording is read twice.")
        }
        try files.requireDistinct()
    }

    private var files: [CommandFile] {
        get throws {
            try CommandFile.read("the recording", recording) + CommandFile.snapshot(snapshot, isWritten: false)
                + CommandFile.plan(plan.path) + reports.files
        }
    }

    func run() throws {
        var policy = SnapshotPolicy(path: snapshot, mode: .never)
        policy.options = flags.options
        // If events differ, the policy writes a pending snapshot into the folder of the snapshot. A snapshot from
        // standard input has no folder.
        policy.isWritable = snapshot != "-"
        let plan = try plan.loaded()
        try files.requireDistinct(from: plan?.files ?? [], "a file of the plan")
        let outcome = try verify(by: policy)
        guard let result = outcome.compared else { throw CommandError("\(snapshot): was not compared", .defect) }
        let verification = Verification(recording: recording, snapshot: snapshot, result: result)
        verification.printNotes()
        let section = verification.section(of: recording, redactedBy: plan?.checker)
        var printing = FirstError()
        if !reports.hasStream { printing.attempt { try print(section) } }
        OutcomeWords(policy: policy, recording: recording).notePending(of: outcome)
        let source = flags.source.map { EventSource(rawValue: $0) } ?? result.source
        let checked = try plan.map { try RecordingCheck(of: recording, name: recording, sources: [source], by: $0) }
        checked?.notes.forEach(Console.note)
        if !reports.hasStream { printing.attempt { try checked?.write(to: Console.output) } }
        let report = try Report(
            of: ReportedRun(name: recording), [section] + (checked?.sections ?? []), recording: recording,
            plan: plan?.plan, for: reports)
        try reports.end(report, failing: verification.failingStatus, to: Console.output, after: printing)
    }

    private func print(_ section: ComparisonSection) throws {
        switch format {
        case .text: try Console.output.write(section.comparisonText(Console.output.style))
        case .json: try Console.output.write(foreign: section.json)
        }
    }

    private func verify(by policy: SnapshotPolicy) throws -> SnapshotOutcome {
        let progress = Progress()
        defer { progress.end() }
        return try policy.verify(RecordedRun(EventFile(path: recording), progress: { progress.show($0) }))
    }
}
