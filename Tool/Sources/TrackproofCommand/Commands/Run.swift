internal import ArgumentParser
internal import Foundation
internal import Trackproof
internal import TrackproofBridgeReader
internal import TrackproofReports
internal import TrackproofSnapshots

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
              UI tests, reported to a CI server:
              trackproof run --snapshot ui.json --timeout 600 --report junit=ui.xml -- \\
                xcodebuild test -scheme App -destination 'name=iPhone 16'

            EXIT STATUS
              1 where events differ, else the command's own; see `trackproof --help`.
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

    @Option(help: ArgumentHelp("Keep the recording.", valueName: "file"))
    var recording: String?

    @Option(help: "How events come.")
    var bridge: Bridge = .tcp

    @Option(
        help: ArgumentHelp(
            "End the command after so many seconds; what was recorded is kept.", valueName: "seconds"))
    var timeout: Double?

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
        if !report.isEmpty, snapshot == nil { throw ValidationError("--report needs --snapshot.") }
        if snapshot == "-" || recording == "-" {
            throw ValidationError("Standard input belongs to the command; name a file.")
        }
        // Bad usage, also where the environment says it.
        _ = try RecordMode.effective(record, environment: ProcessInfo.processInfo.environment)
    }

    func run() async throws {
        let mode = try RecordMode.effective(record, environment: ProcessInfo.processInfo.environment)
        if let snapshot { try Self.check(snapshot, mode) }
        let recording = try RunRecording(path: recording, command: command)
        defer { recording.remove() }
        let reader = try BridgeReader(bridge.transport) { event, _ in recording.append(event) }
        let started = Date()
        let outcome = try await ChildCommand(
            name: command[0], arguments: Array(command.dropFirst()), environment: Self.environment(for: reader),
            limit: timeout
        ).run()
        let writers = reader.finish(within: .seconds(5))
        try recording.finish()
        if outcome.isTimedOut, let timeout {
            Console.note("\(command[0]) did not end within \(timeout.formatted()) s and was ended")
        }
        let arrival = WriterNotes.say(writers, isTimedOut: outcome.isTimedOut)

        let differs: Bool
        if let snapshot {
            differs = try SnapshotJudgement(
                snapshot: snapshot, recording: recording.path, command: command.joined(separator: " "), mode: mode,
                hasWriters: !writers.isEmpty, isWhole: arrival == .complete && !outcome.isTimedOut,
                options: flags.options, reports: report, seconds: Date().timeIntervalSince(started)
            ).differs()
        } else {
            try Self.printTable(of: recording.path)
            differs = false
        }
        if differs { try ExitStatus.differences.end() }
        if outcome.isTimedOut { try ExitStatus.timedOut.end() }
        if outcome.status != 0 { throw ExitCode(outcome.status) }
        if arrival == .incomplete { try ExitStatus.ioFailed.end() }
    }

    /// What would fail at the end of a long run fails before it.
    private static func check(_ snapshot: String, _ mode: RecordMode) throws {
        guard FileManager.default.fileExists(atPath: snapshot) else {
            if mode != .never { return }
            throw CommandError(
                "\(snapshot): no such snapshot; record it with --record missing, outside CI", .noInput)
        }
        // Compared with itself it is read to its end, in little memory.
        let file = try EventFile(path: snapshot)
        _ = try Comparison.ofFiles(recording: file, snapshot: EventFile(path: snapshot))
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

    /// The bridge's variables, also by the names under which xcodebuild and simctl pass them on.
    private static func environment(for reader: BridgeReader) -> [String: String] {
        var result = reader.environment
        for (name, value) in reader.environment {
            result["TEST_RUNNER_" + name] = value
            result["SIMCTL_CHILD_" + name] = value
        }
        return result
    }
}
