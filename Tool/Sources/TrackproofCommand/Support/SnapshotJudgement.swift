internal import Foundation
internal import Trackproof
internal import TrackproofReports
internal import TrackproofSnapshots

/// What a run's recording means for its snapshot: it is compared with it, or becomes it.
struct SnapshotJudgement {
    let snapshot: String
    let recording: String
    /// The command as it was given.
    let command: String
    let mode: RecordMode
    /// Whether any app took part.
    let hasWriters: Bool
    /// Whether all that the command was to track is in the recording. Only then is it fit to be expected.
    let isWhole: Bool
    let options: ComparisonOptions
    let reports: [ReportOption]
    /// Whether other reports go where these do.
    let isOneOfSeveral: Bool
    let seconds: Double

    struct Verdict {
        /// Whether events differ.
        var differs: Bool
        /// The source whose events were compared with the snapshot's or became them; nil where there were none.
        var source: EventSource?
    }

    /// Compares the recording with the snapshot, or records the snapshot.
    func verdict() throws -> Verdict {
        guard FileManager.default.fileExists(atPath: snapshot) else { return try recordFirst() }
        if mode == .all, hasWriters, isWhole { return try record() }
        return try compare()
    }

    // MARK: Recording

    private func recordFirst() throws -> Verdict {
        guard hasWriters else {
            throw CommandError("\(snapshot): no such snapshot, and nothing to record", .noInput)
        }
        let taken = try Recording(contentsOf: recording)
        let source: EventSource?
        do {
            source = try options.source ?? taken.sourceOfFirstSnapshot()
        } catch let error as CommandError {
            // The command ran, and what else there is to say of it is worth more than the end of all.
            Console.note("\(snapshot): not recorded: \(error.message ?? "")")
            return Verdict(differs: true, source: nil)
        }
        let first = Snapshot(
            recorded: taken, settings: SnapshotSettings(order: options.order ?? .any, source: source))
        if isWhole {
            try first.write(to: snapshot)
            try PendingSnapshot(ofSnapshot: snapshot).remove()
            Console.note(
                "recorded a first snapshot: \(snapshot) expects \(first.events.counted); "
                    + "later runs are compared with it")
        } else {
            // What is cut must not become what is expected without someone's word.
            let pending = PendingSnapshot(ofSnapshot: snapshot)
            try first.write(to: pending.path)
            pending.noteReview()
        }
        return Verdict(differs: false, source: first.events.isEmpty ? nil : source ?? .app)
    }

    /// Brings the snapshot up to date. Events may differ even so, where a rule of its does not fit them.
    @discardableResult
    private func record() throws -> Verdict {
        let taken = try Recording(contentsOf: recording)
        let updated = try Snapshot(contentsOf: snapshot).updated(to: taken, options: options)
        try updated.write(to: snapshot)
        try PendingSnapshot(ofSnapshot: snapshot).remove()
        Console.note(
            "recorded the snapshot anew: \(snapshot) expects \(updated.events.counted); "
                + "later runs are compared with it")
        let rest = Comparison(of: taken, with: updated, options: options)
        let source = options.source ?? updated.settings.source ?? .app
        if rest.isEmpty { return Verdict(differs: false, source: updated.events.isEmpty ? nil : source) }
        Console.note("\(snapshot): its volatile rules do not fit what was recorded; edit them:")
        try Console.error.write(rest.text(style: Console.error.style))
        return Verdict(differs: true, source: source)
    }

    // MARK: Comparing

    private func compare() throws -> Verdict {
        let verification = try Verification(recording: recording, snapshot: snapshot, options: options)
        verification.noteOddities()
        let report = Report(
            snapshot: snapshot, recording: command, comparison: verification.result.comparison, seconds: seconds)
        try report.write(reports, to: Console.error, isOneOfSeveral: isOneOfSeveral)
        if !reports.contains(where: { $0.file == nil }) { try report.write(.text, to: Console.error) }
        let differs = !report.comparison.isEmpty
        if differs, mode == .failed, hasWriters, isWhole {
            try record()
        } else {
            verification.leavePending()
        }
        try report.writeFiles(reports)
        return Verdict(differs: differs, source: verification.hasCompared ? verification.result.source : nil)
    }
}

extension Array where Element == RecordedEvent {
    /// How many events, with the noun.
    var counted: String { count == 1 ? "1 event" : "\(count) events" }
}
