import Foundation
import Trackproof
import TrackproofSnapshots
import TrackproofConsole
import TrackproofPlatform

/// The runs of a command with `--runs`, which find the values that vary from run to run.
struct LearningRun {
    let run: CommandRun
    let count: Int
    let policy: SnapshotPolicy

    private var snapshot: String { policy.path }

    /// The valid values of `--runs`.
    static let counts = 1...100

    /// Runs the command `count` times, and records the snapshot if all runs are alike.
    ///
    /// If parameters vary, the method writes a pending snapshot with a rule for each of these parameters.
    func record() async throws {
        let recordings = try await recordAll()
        let outcome = try policy.learn(from: recordings)
        switch outcome.finding {
        case .recordedFirst(let snapshot): try noteAlike(outcome, snapshot)
        case .recorded(let recorded): try noteAlike(outcome, recorded.snapshot)
        case .learned(let learned, let pending):
            try say("parameters that vary from run to run:", learned.proposalLines)
            try say("differences that no rule can express:", learned.unstable)
            if let problem = outcome.pendingProblem { throw problem }
            pending?.noteReview()
            if !learned.unstable.isEmpty { try ExitStatus.differences.end() }
        case .kept, .nothingCompared, .nothingRecorded, .severalSources:
            if let reason = OutcomeWords(policy: policy).emptiness(of: outcome) { Console.note(reason) }
            try ExitStatus.differences.end()
        case .notWritten(let error?): throw error
        case .matches, .differs, .misfit, .missing, .pendingFirst, .notWritten(nil):
            throw CommandError("\(snapshot): was not recorded", .defect)
        }
    }

    private func noteAlike(_ outcome: SnapshotOutcome, _ recorded: Snapshot) throws {
        if let problem = outcome.pendingProblem { throw problem }
        Console.note(
            "\(count) runs are alike: \(snapshot) expects \(recorded.events.count.counted("event")); "
                + "later runs are compared with this snapshot")
    }

    private func recordAll() async throws -> [Recording] {
        var recordings: [Recording] = []
        for number in 1...count {
            let recording = try RunRecording(keptAt: nil, command: run.command)
            defer { recording.remove() }
            let outcome = try await run.record(to: recording)
            // An incomplete run lacks events. A comparison with other runs would show the missing events as
            // differences.
            if let cut = outcome.cut {
                Console.note("nothing was learned: in run \(number) of \(count), \(cut)")
                if outcome.hasConnectedApp { try leavePending(recording, of: outcome) }
                throw outcome.failingStatus
            }
            guard outcome.hasConnectedApp else {
                throw CommandError("\(snapshot): nothing to record in run \(number) of \(count)", .noInput)
            }
            recordings.append(try Recording(contentsOf: recording.path))
        }
        return recordings
    }

    /// Checks an incomplete run as `trackproof run` does without `--runs`.
    ///
    /// The check does not change the snapshot, but can write a pending snapshot.
    private func leavePending(_ recording: RunRecording, of outcome: CommandRun.Outcome) throws {
        var printing = FirstError()
        let result = try RunSnapshotCheck(
            policy: policy, recording: recording, command: run.command.joined(separator: " "),
            hasEvents: true, cut: outcome.cut, printsText: true
        ).check(&printing)
        try printing.rethrow()
        if result.differs { try ExitStatus.differences.end() }
    }

    private func say(_ heading: String, _ lines: [String]) throws {
        if lines.isEmpty { return }
        Console.note(heading)
        try Console.error.write(lines.map { "  \($0)\n" }.joined())
    }
}
