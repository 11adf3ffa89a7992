internal import Foundation
internal import Trackproof
internal import TrackproofReports
@_spi(Tooling) internal import TrackproofSnapshots

/// What the recording of a run means for its snapshot. The policy decides it, and this type reports it.
struct SnapshotCheck {
    let policy: SnapshotPolicy
    let recording: String
    /// The command line, for reports.
    let command: String
    /// Whether there is anything to record.
    let hasConnectedApp: Bool
    /// The reason why the recording may lack events, or `nil` if it is complete.
    let cut: String?
    let reports: [ReportOption]
    /// Whether other reports go to the same streams.
    let sharesStreams: Bool
    let seconds: Double

    private var snapshot: String { policy.path }

    struct Result {
        /// Whether events differ.
        var differs: Bool
        /// The source of the events that were compared with the snapshot or became it, or `nil` without such events.
        var source: EventSource?
        /// Whether the events became the snapshot without a comparison.
        var isRecorded = false
    }

    /// Compares the recording with the snapshot, or records the snapshot, and says what the policy decided.
    func check() throws -> Result {
        if !hasConnectedApp, !policy.hasSnapshot {
            throw CommandError("\(snapshot): no such snapshot, and nothing to record", .noInput)
        }
        let progress = Progress()
        let outcome: SnapshotOutcome
        do {
            defer { progress.end() }
            let file = try EventFile(path: recording)
            outcome = try policy.judge(RecordedRun(file, isWhole: cut == nil, progress: { progress.show($0) }))
        }
        let report = outcome.compared.map { result in
            Report(
                snapshot: snapshot, recording: command, comparison: result.comparison, seconds: seconds,
                failures: cut.map { ["the recording may be incomplete, because \($0)"] } ?? [])
        }
        if let report, let result = outcome.compared {
            Verification(recording: recording, result: result).printNotes()
            try report.write(reports, to: Console.error, sharesStreams: sharesStreams)
            if !reports.contains(where: { $0.file == nil }) { try report.write(.text, to: Console.error) }
        }
        let result = try result(of: outcome)
        try report?.writeFiles(reports)
        return result
    }

    private func result(of outcome: SnapshotOutcome) throws -> Result {
        let words = OutcomeWords(policy: policy, recording: recording)
        switch outcome.finding {
        case .matches, .differs, .misfit, .nothingCompared:
            if policy.mode == .all || policy.mode == .failed { noteCut() }
            words.notePending(of: outcome)
            let isAsExpected = if case .matches = outcome.finding { true } else { false }
            let hasCompared = outcome.compared?.comparison.hasCompared ?? false
            return Result(differs: !isAsExpected, source: hasCompared ? outcome.source : nil)
        case .kept:
            Console.note(words.kept(outcome.source))
            return Result(differs: true, source: outcome.source)
        case .recorded(let recorded):
            try note(outcome, "updated the snapshot: \(snapshot) \(words.expects(recorded.snapshot))")
            if !recorded.rest.isEmpty { try words.writeMisfit(recorded.rest, of: "what was recorded") }
            // If the policy compared the recording before it recorded the snapshot, the recording differed.
            let differs = outcome.compared != nil || !recorded.rest.isEmpty
            return Result(differs: differs, source: outcome.source, isRecorded: outcome.compared == nil)
        case .recordedFirst(let first):
            try note(outcome, "recorded a first snapshot: \(snapshot) \(words.expects(first))")
            return Result(differs: false, source: outcome.source, isRecorded: true)
        case .pendingFirst(let pending):
            noteCut()
            pending.noteReview()
            return Result(differs: false, source: outcome.source, isRecorded: true)
        case .nothingRecorded(let others): return try notRecorded(words.nothingRecorded(outcome.source, others))
        case .severalSources(let sources): return try notRecorded(words.severalSources(sources))
        case .missing: throw CommandError("\(snapshot): no such snapshot", .noInput)
        case .notWritten(let error): throw error ?? CommandError("\(snapshot): cannot be written", .cannotCreate)
        case .learned: throw CommandError("\(snapshot): cannot learn from one run", .defect)
        }
    }

    /// Says why a recording that was cut did not become the snapshot.
    private func noteCut() {
        if let cut { Console.note("\(snapshot): not recorded, because \(cut)") }
    }

    /// Says that the snapshot was recorded.
    ///
    /// - Throws: An error if the pending file cannot be removed after that.
    private func note(_ outcome: SnapshotOutcome, _ sentence: String) throws {
        Console.note(sentence + "; later runs are compared with it")
        if let problem = outcome.pendingProblem { throw problem }
    }

    /// Says why there is no snapshot, on standard error and in the reports.
    ///
    /// This is not an error that ends the run: the command ran, and the run has other results to report.
    private func notRecorded(_ reason: String) throws -> Result {
        let sentence = "\(snapshot): not recorded: \(reason)"
        Console.note(sentence)
        let nothing = Comparison(of: Recording(), with: Snapshot([RecordedEvent]()))
        let report = Report(
            snapshot: snapshot, recording: command, comparison: nothing, seconds: seconds, failures: [sentence])
        try report.write(reports.filter { $0.kind != .text }, to: Console.error, sharesStreams: sharesStreams)
        try report.writeFiles(reports)
        return Result(differs: true, source: nil)
    }
}
