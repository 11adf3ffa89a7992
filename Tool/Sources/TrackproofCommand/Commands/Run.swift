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
              trackproof run -- ./my-app --walk                           see what it tracks
              trackproof run --snapshot Tracking/walk.json -- ./my-app    record first, then verify
              trackproof run --snapshot ui.json --timeout 600 --report junit=ui.xml -- \\
                  xcodebuild test -scheme App -destination 'platform=iOS Simulator,name=iPhone 16'

            EXIT STATUS
              1 where events differ, else the command's own; 124 after --timeout; see `trackproof --help`.
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
            When the snapshot is written: never, missing, failed (where events differ, still exiting 1) or all \
            (default: TRACKPROOF_RECORD, SNAPSHOT_TESTING_RECORD, never under CI, else missing).
            """)
    var record: RecordMode?

    @Option(help: ArgumentHelp("Keep the recording.", valueName: "file"))
    var recording: String?

    @Option(help: "How events come: tcp, unix or file.")
    var bridge: Bridge = .tcp

    @Option(help: ArgumentHelp("End the command after so many seconds; what was recorded is kept.", valueName: "seconds"))
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
    }

    func run() async throws {
        let mode = try RecordMode.effective(record, environment: ProcessInfo.processInfo.environment)
        if let snapshot, mode == .never, !FileManager.default.fileExists(atPath: snapshot) {
            throw CommandError(
                "\(snapshot): no such snapshot; record it with --record missing, outside CI", .noInput)
        }
        let recording = try RunRecording(path: recording, command: command)
        defer { recording.remove() }
        let reader = try BridgeReader(bridge.transport) { event, _ in recording.append(event) }
        let started = Date()
        let outcome = try await ChildCommand(
            name: command[0], arguments: Array(command.dropFirst()), environment: Self.environment(for: reader),
            limit: timeout
        ).run()
        let writers = reader.finish(within: .seconds(5))
        let count = try recording.finish()
        if outcome.isTimedOut { Console.note("\(command[0]) did not end within \(timeout ?? 0) s and was ended") }
        let isComplete = WriterNotes.say(writers, count: count, isTimedOut: outcome.isTimedOut)

        let differs = try judge(recording.path, count: count, mode: mode, seconds: Date().timeIntervalSince(started))
        if differs { try ExitStatus.differences.end() }
        if outcome.isTimedOut { try ExitStatus.timedOut.end() }
        if outcome.status != 0 { throw ExitCode(outcome.status) }
        if !isComplete { try ExitStatus.ioFailed.end() }
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

    /// Compares the recording with the snapshot, or records the snapshot; returns whether events differ.
    private func judge(_ recording: String, count: Int64, mode: RecordMode, seconds: Double) throws -> Bool {
        guard let snapshot else {
            try Console.writeToError(table(of: recording))
            return false
        }
        if mode == .all || !FileManager.default.fileExists(atPath: snapshot) {
            try self.record(recording, as: snapshot)
            return false
        }
        let verification = try Verification(recording: recording, snapshot: snapshot, options: flags.options)
        verification.noteOddities()
        let name = command.joined(separator: " ")
        let report = Report(
            snapshot: snapshot, recording: name, comparison: verification.result.comparison, seconds: seconds)
        try self.report.write(report) { try Console.writeToError(report.render($0)) }
        if !self.report.contains(where: { $0.file == nil }) {
            try Console.writeToError(report.render(.text, style: Console.errorStyle))
        }
        let differs = !report.comparison.isEmpty
        if differs, mode == .failed {
            try self.record(recording, as: snapshot)
        } else if try PendingSnapshot(ofSnapshot: snapshot).update(
            after: verification.result, recording: recording, options: flags.options)
        {
            let pending = PendingSnapshot(ofSnapshot: snapshot).path
            Console.note("\(pending) has what the snapshot would be; review it with: trackproof accept \(pending)")
        }
        return differs
    }

    private func table(of recording: String) throws -> String {
        let file = try EventFile(path: recording)
        var printer = try TablePrinter(file, style: Console.errorStyle)
        var text = ""
        try file.forEach { text += printer.row($0) }
        return text.isEmpty ? "" : printer.start + text
    }

    private func record(_ path: String, as snapshot: String) throws {
        let taken = try Recording(contentsOf: path)
        let isNew = !FileManager.default.fileExists(atPath: snapshot)
        let result =
            isNew
            ? Snapshot(
                recorded: taken,
                settings: SnapshotSettings(order: flags.options.order ?? .any, source: flags.options.source))
            : try Snapshot(contentsOf: snapshot).updated(to: taken, options: flags.options)
        try result.write(to: snapshot)
        try PendingSnapshot(ofSnapshot: snapshot).remove()
        Console.note(
            "\(isNew ? "recorded a first snapshot" : "recorded the snapshot anew"): \(snapshot) expects "
                + "\(result.events.count) events; later runs are compared with it")
    }
}

/// What there is to say of the writers of a run.
private enum WriterNotes {
    /// Says what is wrong; returns whether every event is known to have arrived that should have.
    static func say(_ writers: [BridgeWriter], count: Int64, isTimedOut: Bool) -> Bool {
        if writers.isEmpty {
            Console.note(
                "no app connected: does it add EventBridge.fromEnvironment() to its providers, in this build?")
            return true
        }
        var isComplete = true
        for writer in writers {
            if writer.lost > 0 {
                Console.note("writer \(writer.name) had to drop \(writer.lost) events: its buffer or disk was full")
            }
            if writer.missing > 0 {
                Console.note("\(writer.missing) events of writer \(writer.name) did not arrive")
            }
            if let problem = writer.problem {
                Console.note("writer \(writer.name) sent what is no event: \(problem)")
            }
            if writer.lost > 0 || writer.missing > 0 || writer.problem != nil { isComplete = false }
            if !writer.endedInOrder, !isTimedOut {
                Console.note(
                    "writer \(writer.name) \(writer.isOpen ? "is still running" : "was cut off"); "
                        + "its last events may be missing")
            }
        }
        return isComplete
    }
}
