internal import ArgumentParser
internal import Foundation
internal import Trackproof
@_spi(Tooling) internal import TrackproofBridgeReader
internal import TrackproofReports
@_spi(Tooling) internal import TrackproofSnapshots

struct Run: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run a command, record what it tracks, and compare that with a snapshot.",
        discussion: """
            COMMAND and every process that it starts find the bridge in their environment (TRACKPROOF_BRIDGE; also as \
            TEST_RUNNER_… and SIMCTL_CHILD_…, which xcodebuild and simctl pass on). An app takes part with one line \
            of code: EventBridge.fromEnvironment(). The command's standard streams are its own; what trackproof has \
            to say goes to standard error.

            EXAMPLES
              See what it tracks:            trackproof run -- ./my-app --walk
              Record first, then verify:     trackproof run --snapshot s.json -- ./my-app
              Learn what varies from run to run:
              trackproof run --runs 5 --record all --snapshot s.json -- ./my-app
              Find snapshots that no test uses:
              trackproof run --unused-snapshots -- swift test
              UI tests, reported to a CI server:
              trackproof run --snapshot ui.json --timeout 600 --report junit=ui.xml -- \\
                xcodebuild test -scheme App -destination 'name=iPhone 16'

            TIME LIMIT
              At --timeout the command gets SIGTERM, and five seconds later SIGKILL; so
              does all that it started in its process group. What has left the group (a
              daemon, setsid) runs on: no system says reliably what it came from. With a
              terminal the group is also ours, and only the command itself is ended.

            LEARNING
              With --runs the snapshot is recorded where all runs are alike. Where values
              vary, a pending snapshot with a rule for each, of the narrowest shape that
              fits, waits for `trackproof accept`. A run that was cut ends the learning with
              its status; what it tracked is left pending, without any rule.

            CUT RUNS
              A run that failed, was ended by a signal or by --timeout, lost events, or
              has an app that ended without a goodbye (as by _exit, or by a crash) may not
              have tracked all. It never becomes the snapshot, whatever --record says: it
              leaves a pending snapshot at most, and does not exit 0 where there is a
              snapshot. An app says goodbye at the end of its process, on every bridge.

            WIRES
              With --collect a collector runs beside the command, and SDKs that are
              pointed at TRACKPROOF_COLLECTOR (or TRACKPROOF_COLLECTOR_SEGMENT and so
              on, the same with the vendor's prefix) send to it. What arrived is
              recorded too, as wire:VENDOR, and compared with what the provider of that
              name was given, else with what the app tracked. What an SDK sends again
              with the same id is one event; names that begin with $ or [Amplitude] are
              the SDK's own.

              A wire that there is nothing to compare with fails the run, unless the
              snapshot is of a wire; --source wire:VENDOR records one, and needs no word
              where nothing else was recorded. Each vendor has a report of its own:
              junit=wire.xml makes wire-segment.xml. Reports without a file follow each
              other on standard error, JSON as a line each, which begins with
              {"snapshot":"…","recording":"…. What is wrong with the whole, as that nothing
              arrived, is a failure in the reports of the vendors it concerns; where
              they are not known, in wire-collector.xml. Reports of an earlier run are removed
              before the command starts.

            EXIT STATUS
              1 where events differ, where a run was cut that exits 0, where --collect
              compares nothing after a command that succeeded, where no rule can make all
              of --runs alike, and where --unused-snapshots finds any; 74 where the
              collector failed; else the command's own, as `trackproof --help` has it.
            """)

    enum Bridge: String, ExpressibleByArgument, CaseIterable {
        case tcp, unix, file

        var transport: BridgeTransport {
            switch self {
            case .tcp: .tcp
            case .unix: .unix
            case .file: .file
            }
        }
    }

    @Option(help: ArgumentHelp("What the command is to track; recorded where it is not there yet.", valueName: "file"))
    var snapshot: String?

    @Option(
        help: """
            When the snapshot is written; failed is where events differ, still exiting 1 (default: \
            TRACKPROOF_RECORD, SNAPSHOT_TESTING_RECORD, never under CI, else missing).
            """)
    var record: RecordMode?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Run the command so often and propose rules for what varies; with --record all.", valueName: "number"))
    var runs: Int = 1

    @Option(help: ArgumentHelp("Keep the recording.", valueName: "file"))
    var recording: String?

    @Flag(help: "Take what SDKs send to TRACKPROOF_COLLECTOR, and compare it with what the app tracked.")
    var collect = false

    @Option(
        help: ArgumentHelp(
            "What a vendor's wire is compared with (default: provider:VENDOR where it was recorded, else app).",
            valueName: "vendor=source"), transform: WireOption.read)
    var wire: [WireOption] = []

    @Option(help: "How events come.")
    var bridge: Bridge = .tcp

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "End the command after so many seconds; what was recorded is kept.", valueName: "seconds"))
    var timeout: Double?

    @Flag(help: "List the snapshots in __Snapshots__ folders that no test used; meant for a run of all tests.")
    var unusedSnapshots = false

    @OptionGroup var flags: ComparisonFlags

    @Option(help: ReportOption.help)
    var report: [ReportOption] = []

    @Argument(parsing: .postTerminator, help: "The command, behind --.")
    var command: [String] = []

    func validate() throws {
        if command.isEmpty { throw ValidationError("Missing the command: trackproof run [options] -- COMMAND [ARG …]") }
        if let timeout, !(timeout > 0 && timeout < 1e7) {
            throw ValidationError("--timeout must be a positive number of seconds.")
        }
        if !report.isEmpty, snapshot == nil, !collect {
            throw ValidationError("--report needs --snapshot or --collect.")
        }
        if !wire.isEmpty, !collect { throw ValidationError("--wire needs --collect.") }
        if snapshot == "-" || recording == "-" {
            throw ValidationError("Standard input belongs to the command; name a file.")
        }
        // An invalid mode is bad usage, even if it comes from the environment.
        let mode = try RecordMode.effective(record, environment: ProcessInfo.processInfo.environment)
        guard LearningRun.counts.contains(runs) else {
            throw ValidationError("--runs must be a number from 1 to \(LearningRun.counts.upperBound).")
        }
        if runs > 1 {
            if snapshot == nil || mode != .all { throw ValidationError("--runs needs --snapshot and --record all.") }
            if recording != nil || !report.isEmpty || unusedSnapshots || collect {
                throw ValidationError(
                    "--runs goes with none of --recording, --report, --collect and --unused-snapshots.")
            }
        }
    }

    func run() async throws {
        let mode = try RecordMode.effective(record, environment: ProcessInfo.processInfo.environment)
        let policy = snapshot.map { path in
            var policy = SnapshotPolicy(path: path, mode: mode)
            policy.options = flags.options
            return policy
        }
        if let policy { try Self.check(policy) }
        var run = CommandRun(command: command, transport: bridge.transport, limit: timeout)
        if let policy, runs > 1 {
            return try await LearningRun(run: run, count: runs, policy: policy).record()
        }
        let used = try unusedSnapshots ? UsedSnapshots() : nil
        defer { used?.remove() }
        if let used {
            run.variables[UsedSnapshots.variable] = used.path
            // Unit tests need no bridge.
            run.expectsWriters = snapshot != nil
        }
        let collector = try collect ? RunCollector() : nil
        defer { collector?.remove() }
        run.collector = collector
        let recording = try RunRecording(path: recording, command: command)
        defer { recording.remove() }
        // A report of an earlier run could be mistaken for a report of this run.
        try report.removeEarlier(besides: collect ? DeliveryCheck.reportNames : [])
        let outcome = try await run.record(to: recording)

        var verdict = SnapshotJudgement.Verdict(differs: false)
        if let policy {
            verdict = try SnapshotJudgement(
                policy: policy, recording: recording.path, command: command.joined(separator: " "),
                hasWriters: outcome.hasEvents, cut: outcome.cut, reports: report, isOneOfSeveral: collect,
                seconds: outcome.seconds
            ).verdict()
        } else {
            try Self.printTable(of: recording.path)
        }
        var hasCompared = verdict.source != nil
        if let received = outcome.received {
            let delivery = try DeliveryCheck(
                recording: try Recording(contentsOf: recording.path), received: received,
                upstreams: Dictionary(wire.map { ($0.vendor, $0.source) }) { $1 }, reports: report,
                snapshot: verdict, command: command.joined(separator: " ")
            ).verdict()
            if delivery.differs { verdict.differs = true }
            hasCompared = hasCompared || delivery.hasCompared
        }
        let hasUnused = try used.map { try Self.listUnused($0, after: outcome) } ?? false
        // If the command failed and nothing was compared, the run ends with the command's own status.
        if verdict.differs, hasCompared || !outcome.hasFailed { try ExitStatus.differences.end() }
        try outcome.end(isProof: policy != nil)
        if hasUnused { try ExitStatus.differences.end() }
    }

    /// Lists the unused snapshots, if the command succeeded.
    ///
    /// A command that failed may not have reached some tests, and their snapshots would be listed as unused.
    ///
    /// - Returns: Whether there are unused snapshots in the list.
    private static func listUnused(_ used: UsedSnapshots, after outcome: CommandRun.Outcome) throws -> Bool {
        if !outcome.hasFailed { return try used.listUnused() }
        Console.note("unused snapshots are not listed: the command failed, and tests may not have been reached")
        return false
    }

    /// Checks the snapshot before the run, so that a long run does not fail at its end.
    private static func check(_ policy: SnapshotPolicy) throws {
        guard policy.hasSnapshot else {
            if policy.mode != .never { return }
            throw CommandError(
                "\(policy.path): no such snapshot; record it with --record missing, outside CI", .noInput)
        }
        // A comparison of the file with itself reads it to its end, and needs little memory.
        let file = try EventFile(path: policy.path)
        _ = try Comparison.ofFiles(
            recording: file, snapshot: EventFile(path: policy.path), options: policy.options)
        try policy.checkSource()
    }

    private static func printTable(of recording: String) throws {
        let file = try EventFile(path: recording)
        var printer = try TablePrinter(file, style: Console.error.style)
        var text = printer.start
        var isEmpty = true
        try file.forEach { event in
            isEmpty = false
            text += printer.row(event)
            if text.utf8.count > 1 << 16 {
                try Console.error.write(text)
                text = ""
            }
        }
        if !isEmpty { try Console.error.write(text) }
    }
}
