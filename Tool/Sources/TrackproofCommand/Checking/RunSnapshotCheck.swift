import Foundation
import Trackproof
import TrackproofArchives
import TrackproofPlans
import TrackproofReports
import TrackproofSnapshots
import TrackproofConsole

/// A check of a run's recording against the snapshot.
///
/// The snapshot policy compares the recording with the snapshot, or records the snapshot. This type reports what the
/// policy did.
struct RunSnapshotCheck {
    let policy: SnapshotPolicy
    let recording: RunRecording
    /// The command line, which reports show as the name of the run.
    let command: String
    /// Whether an app connected or SDKs sent events.
    let hasEvents: Bool
    /// The reason why the recording perhaps lacks events, or `nil` if the recording is complete.
    let cut: String?
    /// The reason why a complete recording must not become the snapshot either, or `nil` if it may.
    var obstacle: String?
    /// Whether to print the differences. If `false`, a report on standard error already contains them.
    let printsText: Bool
    /// The checker of the plan that says which values are personal, or `nil` if there is no plan.
    var checker: PlanChecker?

    private var snapshot: String { policy.path }

    struct Result {
        /// The source whose events the snapshot expects, or `nil` if nothing was compared or recorded.
        var source: EventSource?
        /// The section of the report, or `nil` if there is nothing to report, because a snapshot was recorded.
        var section: ComparisonSection?
        /// Whether events differ, or nothing could be compared or recorded.
        var differs: Bool { section?.isPassed == false }
    }

    /// Returns the source that the result of ``check()`` will have. Writes and prints nothing.
    func source() throws -> EventSource? {
        var policy = policy
        policy.isWritable = false
        return try policy.judge(RecordedRun(EventFile(path: recording.path))).judgedSource
    }

    /// Compares the recording with the snapshot or records the snapshot, and reports what the policy did.
    ///
    /// - Parameter printing: Tries the steps that print text.
    func check(_ printing: inout FirstError) throws -> Result {
        if !hasEvents, !policy.hasSnapshot {
            throw CommandError("\(snapshot): no such snapshot, and nothing to record", .noInput)
        }
        let progress = Progress()
        let outcome: SnapshotOutcome
        do {
            defer { progress.end() }
            let file = try EventFile(path: recording.path)
            outcome = try policy.judge(
                RecordedRun(file, isWhole: cut == nil && obstacle == nil, progress: { progress.show($0) }))
        }
        let verification = outcome.compared.map {
            Verification(recording: recording.keptPath, snapshot: snapshot, result: $0)
        }
        let section = verification?.section(of: command, redactedBy: checker)
        verification?.printNotes()
        if let section, printsText {
            printing.attempt {
                try Console.error.write(section.comparisonText(Console.error.style))
                if let cut { try Console.error.write("! the recording may be incomplete, because \(cut)\n") }
            }
        }
        let own = try report(outcome, &printing)
        return Result(source: outcome.judgedSource, section: own ?? section)
    }

    /// Reports what the policy did.
    ///
    /// - Returns: The section of the report if it is not the comparison of the outcome.
    private func report(_ outcome: SnapshotOutcome, _ printing: inout FirstError) throws -> ComparisonSection? {
        let words = OutcomeWords(policy: policy, recording: recording.keptPath)
        switch outcome.finding {
        case .matches, .differs, .misfit, .nothingCompared:
            if policy.mode == .all || policy.mode == .failed { noteObstacle() }
            words.notePending(of: outcome)
        case .kept: if let reason = words.emptiness(of: outcome) { Console.note(reason) }
        case .recorded(let recorded):
            try note(outcome, "updated the snapshot: \(snapshot) \(words.expects(recorded.snapshot))")
            if recorded.rest.isEmpty { break }
            let section = ComparisonSection(
                snapshot: snapshot, recording: command, comparison: recorded.rest, redactedBy: checker)
            printing.attempt { try words.writeMisfit(section.comparison, of: "what was recorded") }
            // If there is a comparison, the policy updated the snapshot because the recording differed from it.
            return outcome.compared == nil ? section : nil
        case .recordedFirst(let first):
            var events: [RecordedEvent] = []
            _ = try EventFile(path: recording.path).forEach { if $0.source == outcome.source { events.append($0) } }
            let hint = VolatileHint(events).text(learning: "run with --runs 5 --record all")
            try note(outcome, "recorded a first snapshot: \(snapshot) \(words.expects(first))")
            if let hint { Console.note(hint) }
        case .pendingFirst(let pending):
            noteObstacle()
            pending.noteReview()
        case .nothingRecorded, .severalSources: return words.emptiness(of: outcome).map(notRecorded)
        case .missing: throw CommandError("\(snapshot): no such snapshot", .noInput)
        case .notWritten(let error): throw error ?? CommandError("\(snapshot): cannot be written", .cannotCreate)
        case .learned: throw CommandError("\(snapshot): cannot learn from one run", .defect)
        }
        return nil
    }

    /// Writes a message that says why the recording did not become the snapshot.
    private func noteObstacle() {
        if let reason = cut ?? obstacle { Console.note("\(snapshot): not recorded, because \(reason)") }
    }

    /// Writes a message that the snapshot was recorded.
    ///
    /// - Throws: An error if the policy could not remove the pending snapshot of an earlier run.
    private func note(_ outcome: SnapshotOutcome, _ sentence: String) throws {
        Console.note(sentence + "; later runs are compared with this snapshot")
        if let problem = outcome.pendingProblem { throw problem }
    }

    /// Reports the reason why no snapshot was recorded, in a message and in a section of the report.
    ///
    /// The method returns the section instead of throwing an error, so that other results of the run are reported too.
    private func notRecorded(_ sentence: String) -> ComparisonSection {
        Console.note(sentence)
        return ComparisonSection(
            snapshot: snapshot, recording: command, comparison: nil, redactedBy: checker, failures: [sentence])
    }
}

extension SnapshotOutcome {
    /// The source whose events were compared or recorded, or `nil` if no events were compared or recorded.
    fileprivate var judgedSource: EventSource? {
        switch finding {
        case .matches, .differs, .misfit, .nothingCompared:
            compared?.comparison.hasCompared == true ? source : nil
        case .nothingRecorded, .severalSources: nil
        case .kept, .missing, .recordedFirst, .pendingFirst, .recorded, .learned, .notWritten: source
        }
    }
}
