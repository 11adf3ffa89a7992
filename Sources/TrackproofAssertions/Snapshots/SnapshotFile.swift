import Foundation
import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

/// The file of a test's snapshot. `SnapshotPolicy` compares a recording with the snapshot and decides whether the
/// snapshot is written. `SnapshotFile` turns the outcome into failure messages.
struct SnapshotFile: Sendable {
    private let policy: SnapshotPolicy
    /// Whether Trackproof can run the test several times to find the parameters that differ between runs.
    var canLearn = true

    init(path: String, isWritable: Bool, mode: RecordMode) {
        var policy = SnapshotPolicy(path: path, mode: mode)
        policy.isWritable = isWritable
        // A new snapshot of a test requires the recorded order of events. A user can change `order` in the snapshot.
        policy.firstOrder = .strict
        policy.firstSource = .app
        self.policy = policy
    }

    /// What ``SnapshotFile/judge(_:hasTestFailed:)`` reports to the test.
    struct Report {
        /// The reason why the test fails; `nil` if everything is as expected.
        var message: String?
        /// The texts to attach to the test's report, with their file names.
        var attachments: [(name: String, text: String)] = []
        /// Whether ``message`` only says that the snapshot was recorded.
        var isRecording = false
    }

    var path: String { policy.path }

    /// Returns the source of the events that the snapshot expects.
    ///
    /// - Throws: An error if the snapshot exists but cannot be read.
    func source() throws -> EventSource { try policy.expectedSource() }

    /// Compares a recording with the snapshot or writes the snapshot, depending on the mode.
    ///
    /// If this method writes the snapshot, the test does not prove that its events are right. Therefore the test fails,
    /// as in swift-snapshot-testing.
    ///
    /// - Parameter hasTestFailed: Whether the test has already failed. The events of a failed test may be wrong. So
    ///   this method may write them to a pending file, which a user reviews, but never to the snapshot.
    func judge(_ recording: Recording, hasTestFailed: Bool = false) throws -> Report {
        let outcome = try policy.judge(RecordedRun(recording, isWhole: !hasTestFailed))
        var report = report(outcome, recording)
        if hasTestFailed, wouldBeRecorded(outcome), let message = report.message {
            report.message = "the snapshot was not recorded, because the test has failed\n" + message
        }
        return report
    }

    /// Returns whether the recording would have become the snapshot if the test had not failed.
    private func wouldBeRecorded(_ outcome: SnapshotOutcome) -> Bool {
        switch outcome.finding {
        case .pendingFirst: true
        case .differs: policy.mode == .all || policy.mode == .failed
        default: false
        }
    }

    /// Writes the snapshot if the recordings of all runs are equal. Otherwise, writes a pending file for review. The
    /// pending file contains the snapshot with rules for the parameters that differ between the runs.
    func judge(_ runs: [Recording]) throws -> Report {
        report(try policy.learn(from: runs), runs.first ?? Recording(), runCount: runs.count)
    }

    private func report(_ outcome: SnapshotOutcome, _ recording: Recording, runCount: Int = 1) -> Report {
        var report = words(for: outcome, recording, runCount: runCount)
        if let problem = outcome.pendingProblem {
            report.message = (report.message.map { $0 + "\n" } ?? "") + "\(problem)"
            report.isRecording = false
        }
        return report
    }

    private func words(for outcome: SnapshotOutcome, _ recording: Recording, runCount: Int) -> Report {
        // Most snapshots match, and their messages need no table.
        var table: String { EventTable(log: recording.events.log(of: outcome.source)).text }
        switch outcome.finding {
        case .matches: return Report()
        case .nothingCompared: return Report(message: SnapshotOutcome.nothingCompared)
        case .nothingRecorded, .severalSources, .kept:
            let question = "does the code under test track with Analytics.recording()?"
            return Report(message: "\(SnapshotOutcome.nothingRecorded); \(question)")
        case .misfit: return Report(message: outcome.compared.map { misfit($0.comparison) })
        case .missing(let first):
            return Report(
                message: """
                    no snapshot to compare with: \(path)
                    record a snapshot on a machine that has the test's sources, and commit it; under CI, recording \
                    needs TRACKPROOF_RECORD=missing
                    \(table)
                    """,
                attachments: [(name, first.text)])
        case .recordedFirst(let first):
            return Report(
                message: """
                    recorded a first snapshot; review it, then run again: \(path)\(Self.serverHint(isInXcode: isInXcode))
                    \(order(of: first, runCount))\(hint(VolatileHint(recording.events.filter { $0.source == outcome.source })))\(table)
                    """,
                isRecording: true)
        case .recorded(let recorded):
            return Report(message: words(for: recorded), isRecording: recorded.rest.isEmpty)
        case .differs(let updated, let pending):
            guard let comparison = outcome.compared?.comparison else { return Report() }
            return differs(comparison, updated, pending, table)
        case .pendingFirst(let pending): return Report(message: review(pending))
        case .learned(let learned, let pending):
            return Report(message: words(for: learned, runCount, pending))
        case .notWritten(nil):
            let hint = Self.sandboxHint(isSandboxed: Platform.environment("APP_SANDBOX_CONTAINER_ID") != nil)
            return Report(message: "\(path): cannot record: the folder is in a bundle or is not writable\(hint)")
        case .notWritten(let error?):
            let difference = outcome.compared.map { "\n" + $0.comparison.text(limit: 50) } ?? ""
            return Report(message: "\(error)" + difference)
        }
    }

    // MARK: Sentences

    /// Whether Xcode or `xcodebuild` runs the tests.
    private var isInXcode: Bool { Platform.environment("XCTestConfigurationFilePath") != nil }

    /// Returns a hint for a server on which `xcodebuild` runs the tests, because it does not pass on `CI`.
    static func serverHint(isInXcode: Bool) -> String {
        isInXcode ? "\non a server, run TEST_RUNNER_CI=1 xcodebuild test …, so that tests record no snapshots" : ""
    }

    /// Returns a hint for tests in a sandboxed Mac app, which may read the sources of the tests but not write to them.
    static func sandboxHint(isSandboxed: Bool) -> String {
        if !isSandboxed { return "" }
        return """
            ; the tests run in a sandboxed app: to record, set ENABLE_APP_SANDBOX to NO in the app's debug configuration, \
            or record in a test target without a host app
            """
    }

    private func misfit(_ comparison: Comparison) -> String {
        """
        differs from the snapshot \(path)
        \(comparison.text(limit: 50))
        the snapshot's volatile rules do not fit what was recorded; edit these rules in the file
        """
    }

    private func words(for recorded: RecordedSnapshot) -> String? {
        let rest = recorded.rest.isEmpty ? nil : misfit(recorded.rest)
        guard recorded.isChanged else { return rest }
        let change = recorded.change
        let lines = [
            "updated the snapshot; review the changes, then run again: \(path)",
            change.isEmpty ? "only its formatting changed" : change.text(limit: 50), rest,
        ]
        return lines.compactMap { $0 }.joined(separator: "\n")
    }

    private func words(for learned: LearnedRules, _ runCount: Int, _ pending: PendingSnapshot?) -> String {
        let varying = learned.proposalLines.map { "  \($0)" }
        let unstable = learned.unstable.map { "  \($0)" }
        var lines = ["\(runCount) runs differ"]
        if !varying.isEmpty { lines += ["parameters that vary, and the shape that fits them:"] + varying }
        if !unstable.isEmpty { lines += ["differences that no rule can express:"] + unstable }
        if let pending { lines.append(review(pending)) }
        return lines.joined(separator: "\n")
    }

    private func differs(
        _ comparison: Comparison, _ updated: Snapshot?, _ pending: PendingSnapshot?, _ table: String
    ) -> Report {
        let difference = comparison.text(limit: 50).split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
            .joined(separator: "\n")
        let advice =
            pending.map { "if the change is intended, \(review($0))" }
            ?? "the updated snapshot is attached; the current snapshot is \(path)"
        return Report(
            message: """
                differs from the snapshot \(name): \(comparison.headline)
                \(difference)
                \(table)
                \(hint(VolatileHint(comparison)))\(advice)
                """,
            attachments: [(baseName + ".difference.txt", comparison.text())]
                + (updated.map { [(baseName + PendingSnapshot.ending, $0.text)] } ?? []))
    }

    private func review(_ pending: PendingSnapshot) -> String {
        "review and accept it: trackproof accept \(pending.path)"
    }

    /// Returns a line that says why a first snapshot ignores the order of events; empty if the order counts. A first
    /// snapshot ignores the order if the order differed between several runs of the test.
    private func order(of first: Snapshot, _ runCount: Int) -> String {
        guard runCount > 1, first.settings.order == .any else { return "" }
        return "the order of events varied in \(runCount) runs, so the snapshot ignores it: \"order\": \"any\"\n"
    }

    private func hint(_ hint: VolatileHint) -> String {
        let learning = canLearn ? "set TRACKPROOF_RECORD=all TRACKPROOF_RECORD_RUNS=5" : nil
        return hint.text(learning: learning).map { $0 + "\n" } ?? ""
    }

    private var name: String { URL(fileURLWithPath: path).lastPathComponent }
    private var baseName: String { String(name.dropLast(".json".count)) }
}

extension Snapshot {
    fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension [RecordedEvent] {
    /// Returns the events of a source, numbered from 1, for the table in a message.
    func log(of source: EventSource) -> [LoggedEvent] {
        filter { $0.source == source }.enumerated().map {
            LoggedEvent(number: $0 + 1, recorded: $1, isChecked: false)
        }
    }
}
