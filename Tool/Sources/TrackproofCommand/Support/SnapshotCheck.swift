internal import Foundation
internal import Trackproof
@_spi(Tooling) internal import TrackproofPlans
internal import TrackproofReports
@_spi(Tooling) internal import TrackproofSnapshots

/// A check of a run's recording against the snapshot.
///
/// The snapshot policy compares the recording with the snapshot, or records the snapshot. This type reports what the
/// policy did.
struct SnapshotCheck {
    let policy: SnapshotPolicy
    let recording: RunRecording
    /// The command line, which reports show as the name of the run.
    let command: String
    /// Whether an app connected or SDKs sent events.
    let hasConnectedApp: Bool
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
        /// Whether events differ, or nothing could be compared or recorded.
        var differs: Bool
        /// The source whose events the snapshot expects, or `nil` if nothing was compared or recorded.
        var source: EventSource?
        /// The section of the report, or `nil` if nothing was compared.
        var section: ComparisonSection?
    }

    /// Returns the source that the result of ``check()`` will have. Writes and prints nothing.
    func source() throws -> EventSource? {
        var policy = policy
        policy.isWritable = false
        return try policy.judge(RecordedRun(EventFile(path: recording.path))).judgedSource
    }

    /// Compares the recording with the snapshot or records the snapshot, and reports what the policy did.
    func check() throws -> Result {
        if !hasConnectedApp, !policy.hasSnapshot {
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
        let section = outcome.compared.map { result in
            ComparisonSection(
                snapshot: snapshot, recording: command, comparison: result.comparison, redactedBy: checker)
        }
        if let section, let result = outcome.compared {
            Verification(recording: recording.keptPath, result: result).printNotes()
            if printsText {
                try Console.error.write(ReportSection.comparison(section).text(Console.error.style))
                if let cut { try Console.error.write("! the recording may be incomplete, because \(cut)\n") }
            }
        }
        var result = try result(of: outcome)
        result.section = result.section ?? section
        return result
    }

    private func result(of outcome: SnapshotOutcome) throws -> Result {
        let words = OutcomeWords(policy: policy, recording: recording.keptPath)
        switch outcome.finding {
        case .matches, .differs, .misfit, .nothingCompared:
            if policy.mode == .all || policy.mode == .failed { noteObstacle() }
            words.notePending(of: outcome)
            let isAsExpected = if case .matches = outcome.finding { true } else { false }
            return Result(differs: !isAsExpected, source: outcome.judgedSource)
        case .kept:
            Console.note(words.kept(outcome.source))
            return Result(differs: true, source: outcome.judgedSource)
        case .recorded(let recorded):
            try note(outcome, "updated the snapshot: \(snapshot) \(words.expects(recorded.snapshot))")
            if !recorded.rest.isEmpty {
                try words.writeMisfit(checker?.redacted(recorded.rest) ?? recorded.rest, of: "what was recorded")
            }
            // If `compared` is not `nil`, the policy updated the snapshot because the recording differed from it.
            let differs = outcome.compared != nil || !recorded.rest.isEmpty
            return Result(differs: differs, source: outcome.judgedSource)
        case .recordedFirst(let first):
            try note(outcome, "recorded a first snapshot: \(snapshot) \(words.expects(first))")
            return Result(differs: false, source: outcome.judgedSource)
        case .pendingFirst(let pending):
            noteObstacle()
            pending.noteReview()
            return Result(differs: false, source: outcome.judgedSource)
        case .nothingRecorded(let others): return try notRecorded(words.nothingRecorded(outcome.source, others))
        case .severalSources(let sources): return try notRecorded(words.severalSources(sources))
        case .missing: throw CommandError("\(snapshot): no such snapshot", .noInput)
        case .notWritten(let error): throw error ?? CommandError("\(snapshot): cannot be written", .cannotCreate)
        case .learned: throw CommandError("\(snapshot): cannot learn from one run", .defect)
        }
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
    private func notRecorded(_ reason: String) throws -> Result {
        let sentence = "\(snapshot): not recorded: \(reason)"
        Console.note(sentence)
        let nothing = Comparison(of: Recording(), with: Snapshot([RecordedEvent]()))
        let section = ComparisonSection(
            snapshot: snapshot, recording: command, comparison: nothing, redactedBy: checker, failures: [sentence])
        return Result(differs: true, source: nil, section: section)
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
