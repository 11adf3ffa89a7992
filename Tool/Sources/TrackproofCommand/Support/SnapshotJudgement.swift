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
    let seconds: Double

    /// Compares the recording with the snapshot, or records the snapshot; returns whether events differ.
    func differs() throws -> Bool {
        guard FileManager.default.fileExists(atPath: snapshot) else {
            try recordFirst()
            return false
        }
        if mode == .all, hasWriters, isWhole {
            return try record()
        }
        return try compare()
    }

    // MARK: Recording

    private func recordFirst() throws {
        guard hasWriters else {
            throw CommandError("\(snapshot): no such snapshot, and nothing to record", .noInput)
        }
        let taken = try Recording(contentsOf: recording)
        let settings = SnapshotSettings(order: options.order ?? .any, source: options.source)
        let first = Snapshot(recorded: taken, settings: settings)
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
    }

    /// Brings the snapshot up to date; returns whether events differ even so, since a rule of its does not fit them.
    @discardableResult
    private func record() throws -> Bool {
        let taken = try Recording(contentsOf: recording)
        let updated = try Snapshot(contentsOf: snapshot).updated(to: taken, options: options)
        try updated.write(to: snapshot)
        try PendingSnapshot(ofSnapshot: snapshot).remove()
        Console.note(
            "recorded the snapshot anew: \(snapshot) expects \(updated.events.counted); "
                + "later runs are compared with it")
        let rest = Comparison(of: taken, with: updated, options: options)
        if rest.isEmpty { return false }
        Console.note("\(snapshot): its volatile rules do not fit what was recorded; edit them:")
        try Console.error.write(rest.text(style: Console.error.style))
        return true
    }

    // MARK: Comparing

    private func compare() throws -> Bool {
        let verification = try Verification(recording: recording, snapshot: snapshot, options: options)
        verification.noteOddities()
        let report = Report(
            snapshot: snapshot, recording: command, comparison: verification.result.comparison, seconds: seconds)
        try report.write(reports, to: Console.error)
        if !reports.contains(where: { $0.file == nil }) { try report.write(.text, to: Console.error) }
        let differs = !report.comparison.isEmpty
        if differs, mode == .failed, hasWriters, isWhole {
            try record()
        } else {
            verification.leavePending()
        }
        try report.writeFiles(reports)
        return differs
    }
}

extension Array where Element == RecordedEvent {
    /// How many events, with the noun.
    var counted: String { count == 1 ? "1 event" : "\(count) events" }
}
