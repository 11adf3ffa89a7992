import ArgumentParser
import Trackproof
import TrackproofArchives
import TrackproofMutation
import TrackproofPlanning
import TrackproofReports
import TrackproofSnapshots
import TrackproofPlatform
import TrackproofConsole

struct Mutate: AsyncParsableCommand, ReportingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Plant mistakes into events, and find out which of them nobody notices.",
        discussion: """
            With COMMAND, the command runs the tests many times. In each run, the events of each test contain at most one \
            mistake, as if the app's code had it: an event is lost, a parameter is missing, a number is a text, and so on. \
            A test that fails has noticed the mistake. The tests must use TestRecorder, .recordingEvents, \
            RecordingTestCase, recordEvents() or UITestSession. A UI test waits for each event that a mistake has \
            removed, so give its session a small timeout if the variable TRACKPROOF_MUTATION is set.

            With RECORDING, no test runs. Each mistake is planted in each event of the recording, and the snapshot and the \
            plan are asked whether they would notice it.

            EXAMPLES
              How good are the tests?
              trackproof mutate -- swift test
              trackproof mutate --rounds 40 --minimum 80 -- swift test
              trackproof mutate -- \\
                xcodebuild test-without-building -scheme App -destination 'name=iPhone 17'
              How good are the snapshot and the plan?
              trackproof mutate run.ndjson --snapshot walk.json
              trackproof mutate run.ndjson --plan Tracking/plan.yaml

            EXIT STATUS
              0 if the tests, the snapshot or the plan notice at least --minimum percent
              of the mistakes; otherwise 1, also if no mistake can be planted. If the
              tests fail without mistakes, the status of COMMAND. After a signal, such as
              Ctrl-C, 128 and the number of the signal.
            """)

    @Argument(help: "The recording whose events get mistakes. Needs --snapshot or --plan.")
    var recording: String?

    @Option(help: ArgumentHelp("The snapshot that should notice mistakes.", valueName: "file"))
    var snapshot: String?

    @OptionGroup var flags: ComparisonFlags

    @OptionGroup var plan: PlanFlags

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The maximum number of runs with mistakes.", valueName: "number"))
    var rounds: Int = 20

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("A number that decides the order of the mistakes.", valueName: "number"))
    var seed: UInt64 = 0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Exit with 1 if a smaller share of the mistakes is noticed, such as 80 or 80%. Undecided ones count as not "
                + "noticed.", valueName: "percent"))
    var minimum: Percentage?

    @Flag(help: "Count a mistake as noticed only if a test fails in two runs with it; for tests that share state.")
    var confirm = false

    @Option(
        help: ArgumentHelp(
            "Do not plant this mistake, such as null or number-as-text; can be repeated.", valueName: "mistake"),
        transform: { text in
            guard let mistake = MutationOperator(rawValue: text) else {
                let names = MutationOperator.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("--without \(text): expected one of \(names).")
            }
            return mistake
        })
    var without: [MutationOperator] = []

    @Option(
        help: ArgumentHelp(
            "Keep the results in this file, and go on from there if the command is repeated. Remove the file if the app or "
                + "the tests have changed.", valueName: "file"))
    var resume: String?

    @OptionGroup var reports: ReportFlags

    @Argument(parsing: .postTerminator, help: "The command that runs the tests, after --.")
    var command: [String] = []

    func validate() throws {
        if recording == nil {
            if command.isEmpty {
                throw ValidationError(
                    "Expected a recording, or a command after --. For example: trackproof mutate -- swift test")
            }
            if snapshot != nil || plan.path != nil { throw ValidationError("--snapshot and --plan need a recording.") }
        } else {
            if !command.isEmpty { throw ValidationError("Expected a recording or a command, found both.") }
            if snapshot == nil, plan.path == nil {
                throw ValidationError("A recording needs --snapshot or --plan, or both.")
            }
            if recording == "-", snapshot == "-" {
                throw ValidationError("Only one of the recording and --snapshot can be standard input.")
            }
            if resume != nil { throw ValidationError("--resume needs a command.") }
            if confirm { throw ValidationError("--confirm needs a command.") }
        }
        guard 1...10_000 ~= rounds else { throw ValidationError("--rounds must be a number from 1 to 10000.") }
        try files.requireDistinct()
    }

    private var files: [CommandFile] {
        get throws {
            try CommandFile.read("the recording", recording) + CommandFile.snapshot(snapshot, isWritten: false)
                + CommandFile.plan(plan.path) + CommandFile.written("--resume", resume) + reports.files
        }
    }

    func run() async throws {
        if let recording { try mutate(recording) } else { try await mutateTests() }
    }

    private func mutate(_ path: String) throws {
        let plan = try plan.loaded()
        try files.requireDistinct(from: plan?.files ?? [], "a file of the plan")
        let (started, recording) = (EventTime.now, try EventFile(path: path).recording())
        guard recording.events.count <= RecordingMutation.eventLimit else {
            throw CommandError("\(path): has more than \(RecordingMutation.eventLimit) events", .usage)
        }
        let defence = try snapshot.map { snapshot in
            let source = flags.options.source
            let defence = SnapshotDefence(
                of: recording, with: try Snapshot(EventFile(path: snapshot).reader(), source), options: flags.options)
            guard defence.comparison.isEmpty else {
                let count = defence.comparison.differences.count.counted("difference")
                throw CommandError(
                    "\(path) does not match \(snapshot): \(count). Without a mistake, the recording must match. "
                        + "`trackproof verify` shows the differences", .differences)
            }
            return defence
        }
        let source = defence?.source ?? flags.options.source ?? .app
        guard recording.events.contains(where: { $0.source == source }) else {
            throw CommandError("\(path): has no events of the source \(source)", .differences)
        }
        let progress = Progress()
        let mutation = RecordingMutation(of: recording, defence, plan, source: source, without: Set(without))
        let (entries, broken) = mutation.entries { progress.show("\($0) mistakes planted") }
        progress.end()
        var section = MutationSection(
            subject: path, defences: [snapshot, self.plan.path].compactMap { $0 }, entries: entries,
            minimum: minimum?.percent,
            leftOut: broken.map { name, count in
                (name, "the content of \(count.counted("event")), because the plan finds mistakes there already")
            })
        if snapshot == nil {
            section.note = """
                a plan alone cannot notice which events are tracked, nor another value of a free text, of a flag or of a \
                number within its range; compare the shares by event and by mistake, not only the score
                """
        }
        let report = Report(ReportedRun(name: path, started: started), [section])
        try reports.end(report, failing: ExitStatus.differences.code, default: .text, to: Console.output)
    }

    private func mutateTests() async throws {
        let resume = try resume.map { try MutationResume(path: $0, command: command, seed: seed) }
        let runner = MutationRunner(
            command: command, rounds: rounds, seed: seed, excluded: Set(without), confirms: confirm,
            resume: resume)
        let result = try await runner.run()
        var section = MutationSection(
            subject: command.joined(separator: " "), entries: result.entries, minimum: minimum?.percent,
            leftOut: result.leftOut)
        section.note = result.note
        let run = ReportedRun(name: section.subject, started: result.started, seconds: result.seconds)
        let report = Report(run, [section])
        try reports.end(
            report, failing: result.interruption ?? ExitStatus.differences.code, default: .text, to: Console.output)
        if let interruption = result.interruption { throw interruption }
    }
}
