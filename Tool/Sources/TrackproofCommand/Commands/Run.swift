import ArgumentParser
import Foundation
import Trackproof
import TrackproofArchives
import TrackproofBridgeReader
import TrackproofPlanning
import TrackproofPlans
import TrackproofPlatform
import TrackproofReports
import TrackproofSnapshots
import TrackproofConsole

struct Run: AsyncParsableCommand, ReportingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run a command, record what it tracks, and compare the recording with a snapshot.",
        discussion: """
            COMMAND and every process that it starts find the bridge in their environment (TRACKPROOF_BRIDGE; also as \
            TEST_RUNNER_… and SIMCTL_CHILD_…, which xcodebuild and simctl pass on). An app connects to the bridge with \
            one line of code: EventBridge.fromEnvironment(). COMMAND uses the standard streams of trackproof. The \
            messages of trackproof go to standard error.

            EXAMPLES
              See what an app tracks:        trackproof run -- ./my-app --walk
              Record first, then verify:     trackproof run --snapshot s.json -- ./my-app
              Learn what varies from run to run:
              trackproof run --runs 5 --record all --snapshot s.json -- ./my-app
              Find snapshots that no test uses:
              trackproof run --unused-snapshots -- swift test
              Run UI tests, with a report for a CI server:
              trackproof run --snapshot ui.json --timeout 600 --report junit=ui.xml -- \\
                xcodebuild test -scheme App -destination 'name=iPhone 17'

            TIME LIMIT
              After --timeout, the command and all processes in its process group get
              SIGTERM, and five seconds later SIGKILL. A process that left the group (a
              daemon, setsid) continues to run, because no system reports reliably which
              process started it. On a terminal, the command is in the process group of
              trackproof, and trackproof ends only the command itself.

            LEARNING
              With --runs, the snapshot is recorded if all runs are alike. If values vary,
              trackproof leaves a pending snapshot for `trackproof accept`, with a rule for
              each parameter that varies. A rule has the narrowest shape that fits. An
              incomplete run ends the learning: trackproof then exits as after a single
              run, and leaves a pending snapshot without new rules.

            INCOMPLETE RUNS
              A run may lack events if the command failed, if a signal or --timeout ended
              it, if events were lost, or if an app ended without a goodbye (by _exit or a
              crash). Such a run never becomes the snapshot, whatever --record says: it
              leaves at most a pending snapshot. The same is true for a run whose events
              violate the plan, or whose SDKs did not send what the app tracked. With
              --snapshot, --plan or --collect, trackproof does not exit with 0 after such a
              run. An app says goodbye on every bridge when its process ends in the normal
              way. With --allow-incomplete, a killed app is no reason: what arrived before
              its end counts. Lost events, a signal, --timeout and the status of the
              command still count.

            WIRES
              With --collect, a collector runs beside the command. SDKs send to the address
              in TRACKPROOF_COLLECTOR, or to an address with the vendor's prefix, as in
              TRACKPROOF_COLLECTOR_SEGMENT. The events that arrive are recorded too, with
              the source wire:VENDOR. They are compared with the events that the provider
              VENDOR received or, if there is no such provider, with the events that the
              app tracked. An event that an SDK sends again with the same id counts once.
              Some names are of events that SDKs send by themselves: names that begin with
              $ or [Amplitude] and, from GA4, names that Google reserves, such as
              user_engagement. Such an event is compared only if the app tracked an event
              of this name.

              If there are no events to compare with what an SDK sent, the run fails,
              unless the source of the snapshot is wire:VENDOR. --source wire:VENDOR
              records such a snapshot. The option is not needed if only one vendor's events
              were recorded.

            With --plan, the events are also checked against a tracking plan. With --collect too, this check includes \
            the events that SDKs sent, under the names that the plan has for their vendor. The findings are on standard \
            error.

            A report contains the results of all checks: differences, what SDKs sent, findings of the plan, its \
            coverage, and what went wrong in the run. Reports of an earlier run are removed before the command starts.

            EXIT STATUS
              1 if events differ or violate the plan, if a run with --snapshot, --plan or
              --collect is incomplete although the command exits with 0, if --collect
              compares nothing although the command succeeded, if no rule can make all
              --runs alike, or if --unused-snapshots finds an unused snapshot or cannot
              look for one; 74 if events were lost or the collector failed; otherwise the
              status of the command, as `trackproof --help` explains.
            """)

    enum Bridge: String, ExpressibleByArgument, CaseIterable {
        case tcp, file

        var transport: BridgeTransport {
            switch self {
            case .tcp: .tcp
            case .file: .file
            }
        }
    }

    @Option(
        help: ArgumentHelp(
            "The snapshot to compare with. If it does not exist, the run can record it (see --record).",
            valueName: "file"))
    var snapshot: String?

    @Option(
        help: """
            When to write the snapshot; `failed` writes it if events differ, and still exits with 1 (default: \
            TRACKPROOF_RECORD, then SNAPSHOT_TESTING_RECORD, then `never` in CI, otherwise `missing`).
            """)
    var record: RecordMode?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Run the command this many times and propose rules for what varies. Needs --snapshot and --record all.",
            valueName: "number"))
    var runs: Int = 1

    @Option(help: ArgumentHelp("Keep the recording in this file.", valueName: "file"))
    var recording: String?

    @Flag(help: "Collect what SDKs send to TRACKPROOF_COLLECTOR, and compare it with what the app tracked.")
    var collect = false

    @Option(
        help: ArgumentHelp(
            "The source to compare with a vendor's events (default: app, or provider:VENDOR if it was recorded).",
            valueName: "vendor=source"), transform: WireOption.read)
    var wire: [WireOption] = []

    @Option(help: "How events get from the app to trackproof.")
    var bridge: Bridge = .tcp

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "End the command after this many seconds; what was recorded is kept.", valueName: "seconds"))
    var timeout: Double?

    @Flag(help: "Accept that an app ends without a goodbye, because the command kills it on purpose.")
    var allowIncomplete = false

    @Flag(help: "List the snapshots in __Snapshots__ folders that no test used; meant for a run of all tests.")
    var unusedSnapshots = false

    @OptionGroup var flags: ComparisonFlags

    @OptionGroup var plan: PlanFlags

    @OptionGroup var reports: ReportFlags

    @Argument(parsing: .postTerminator, help: "The command, after --.")
    var command: [String] = []

    /// The files that the options name, and the command's own file if its name is a path.
    private var files: [CommandFile] {
        get throws {
            try CommandFile.read("the command", command.first.flatMap { $0.contains("/") ? $0 : nil })
                + CommandFile.snapshot(snapshot, isWritten: true) + CommandFile.written("--recording", recording)
                + CommandFile.plan(plan.path) + reports.files
        }
    }

    func validate() throws {
        if command.isEmpty {
            throw ValidationError("Expected a command to run after --. For example: trackproof run -- swift test")
        }
        if let timeout, !(timeout > 0 && timeout < 1e7) {
            throw ValidationError("--timeout must be a positive number of seconds.")
        }
        if !wire.isEmpty, !collect { throw ValidationError("--wire needs --collect.") }
        if snapshot == "-" || recording == "-" {
            throw ValidationError(
                "Standard input belongs to the command: --snapshot and --recording need a file, not -.")
        }
        try files.requireDistinct()
        // If the mode comes from an environment variable and is invalid, this line throws an error, as for an invalid
        // option.
        let mode = try RecordMode.effective(record, environment: ProcessInfo.processInfo.environment)
        guard LearningRun.counts.contains(runs) else {
            throw ValidationError("--runs must be a number from 1 to \(LearningRun.counts.upperBound).")
        }
        if runs > 1 {
            if snapshot == nil || mode != .all { throw ValidationError("--runs needs --snapshot and --record all.") }
            if recording != nil || !reports.report.isEmpty || unusedSnapshots || collect || plan.path != nil {
                throw ValidationError(
                    "--runs cannot be combined with --recording, --report, --collect, --plan or --unused-snapshots.")
            }
        }
    }

    func run() async throws {
        let mode = try RecordMode.effective(record, environment: ProcessInfo.processInfo.environment)
        var policy = snapshot.map { path in
            var policy = SnapshotPolicy(path: path, mode: mode)
            policy.options = flags.options
            return policy
        }
        if let found = policy {
            try Self.check(found)
            policy?.mustExist = found.hasSnapshot
        }
        let plan = try plan.loaded()
        try files.requireDistinct(from: plan?.files ?? [], "a file of the plan")
        var run = CommandRun(command: command, transport: bridge.transport, limit: timeout)
        run.allowsCutApps = allowIncomplete
        if let policy, runs > 1 {
            return try await LearningRun(run: run, count: runs, policy: policy).record()
        }
        let used = try unusedSnapshots ? UnusedSnapshots() : nil
        defer { used?.remove() }
        if let used {
            run.variables[EnvironmentVariable.usedSnapshots] = used.path
            // The user's command can run unit tests, which do not connect to the bridge. If `--snapshot` is absent, a
            // message that no app connected would confuse the user.
            run.expectsWriters = snapshot != nil
        }
        let screenshots = try reports.report.isEmpty ? nil : Screenshots()
        defer { screenshots?.remove() }
        run.variables[EnvironmentVariable.screenshots] = screenshots?.path
        let collector = try collect ? RunCollector() : nil
        defer { collector?.remove() }
        run.collector = collector
        let recording = try RunRecording(keptAt: recording, command: command)
        defer { recording.remove() }
        let started = EventTime.now
        let outcome = try await run.record(to: recording)
        let name = command.joined(separator: " ")
        var sections: [any ReportSection] = []

        var check = policy.map { policy in
            RunSnapshotCheck(
                policy: policy, recording: recording, command: name, hasEvents: outcome.hasEvents,
                cut: outcome.cut, printsText: !reports.hasStream, checker: plan?.checker)
        }
        let delivery = try outcome.received.map { received in
            try DeliveryCheck(
                tracked: try recording.tracked(), received: received,
                namedSources: Dictionary(wire.map { ($0.vendor, $0.source) }) { $1 },
                snapshotSource: check?.source(), checker: plan?.checker
            ).check()
        }
        // With `--collect`, the command also checks the events that SDKs sent against the plan.
        let sources =
            [EventSource.app] + Set(outcome.received?.events.map(\.source) ?? []).sorted { $0.rawValue < $1.rawValue }
        let planned = try plan.map { plan in
            try RecordingCheck(of: recording.path, name: name, sources: sources, by: plan, showsCoverage: true)
        }

        var printing = FirstError()
        var result: RunSnapshotCheck.Result?
        if delivery?.differs == true { check?.obstacle = "the check of what SDKs sent failed" }
        if planned?.isFailed == true { check?.obstacle = "the check against the plan failed" }
        if let check {
            result = try check.check(&printing)
            if let section = result?.section { sections.append(section) }
        } else if !reports.hasStream {
            printing.attempt { try Self.printTable(of: recording.path, redactedBy: plan?.checker) }
        }
        if let delivery {
            delivery.notes.forEach(Console.note)
            if !reports.hasStream { printing.attempt { try delivery.write(to: Console.error) } }
            sections += delivery.sections as [any ReportSection]
        }
        if let planned {
            planned.notes.forEach(Console.note)
            if !reports.hasStream { printing.attempt { try planned.write(to: Console.error) } }
            sections += planned.sections
        }
        let isProof = policy != nil || plan != nil || collect
        let problem = isProof || outcome.hasFailed || outcome.arrival.hasLosses ? outcome.cut : nil
        let unused = try used.flatMap { try Self.listUnused($0, after: outcome, &printing) }
        var description = ReportedRun(
            name: name, started: started, seconds: outcome.seconds,
            failures: [problem.map { "the recording may be incomplete, because \($0)" }, unused].compactMap(\.self))
        description.screenshots = screenshots?.taken() ?? []
        let report = try Report(
            of: description, sections, recording: recording.path, plan: plan?.plan, for: reports)
        // If the user's command failed and nothing was compared, `trackproof` exits with the status of that command.
        let hasCompared = result?.source != nil || delivery?.hasCompared == true || planned?.hasViolations == true
        let isCheckFailed = sections.contains { !$0.isPassed } && (hasCompared || !outcome.hasFailed)
        try reports.end(
            report, failing: isCheckFailed ? ExitStatus.differences.code : outcome.failingStatus, to: Console.error,
            after: printing)
    }

    /// Lists the snapshots that no test used, if the user's command succeeded.
    ///
    /// If the command failed, perhaps some tests did not run. The list would then contain the snapshots of these tests.
    ///
    /// - Returns: A sentence for the report, or `nil` if every snapshot was used.
    private static func listUnused(
        _ used: UnusedSnapshots, after outcome: CommandRun.Outcome, _ printing: inout FirstError
    ) throws -> String? {
        if !outcome.hasFailed { return try used.listUnused(&printing) }
        let sentence = "unused snapshots are not listed: the command failed, so some tests may not have run"
        Console.note(sentence)
        return sentence
    }

    /// Checks the snapshot before the run. Without this, a long run could fail at its end because of an invalid
    /// snapshot.
    private static func check(_ policy: SnapshotPolicy) throws {
        guard policy.hasSnapshot else {
            if policy.mode != .never { return }
            throw CommandError(
                "\(policy.path): no such snapshot; record it outside CI or with --record missing", .noInput)
        }
        // A comparison of the snapshot with itself reads each line, throws an error if a line is invalid, and needs
        // little memory.
        let file = try EventFile(path: policy.path)
        _ = try Comparison.compareFiles(
            recording: file, snapshot: EventFile(path: policy.path), options: policy.options)
        try policy.checkSource()
    }

    private static func printTable(of recording: String, redactedBy checker: PlanChecker?) throws {
        let file = try EventFile(path: recording)
        var printer = try TablePrinter(file, style: Console.error.style)
        var text = printer.start
        var isEmpty = true
        try file.forEach { event in
            isEmpty = false
            text += printer.row(checker?.redacted(event) ?? event)
            if text.utf8.count > 1 << 16 {
                try Console.error.write(text)
                text = ""
            }
        }
        if !isEmpty { try Console.error.write(text) }
    }
}
