internal import Foundation
internal import Trackproof
internal import TrackproofReports
@_spi(Tooling) internal import TrackproofSnapshots

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
        /// Whether the events became the snapshot's without a comparison.
        var isRecorded = false
    }

    /// Compares the recording with the snapshot, or records the snapshot.
    func verdict() throws -> Verdict {
        guard FileManager.default.fileExists(atPath: snapshot) else { return try recordFirst() }
        if mode == .all, isWhole {
            let taken = try Recording(contentsOf: recording)
            let current = try Snapshot(contentsOf: snapshot, source: options.source)
            if taken.events.has(current.settings.source ?? .app) { return try record(taken, over: current) }
        }
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
            return try notRecorded(error.message ?? "")
        }
        if let sources = taken.events.sources(insteadOf: source ?? .app) {
            return try notRecorded(
                "nothing is of \(source ?? .app), and events are of \(sources.names); see --source")
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
        return Verdict(differs: false, source: first.events.isEmpty ? nil : source ?? .app, isRecorded: true)
    }

    /// Says why there is no snapshot, also in the reports.
    private func notRecorded(_ reason: String) throws -> Verdict {
        let sentence = "\(snapshot): not recorded: \(reason)"
        Console.note(sentence)
        let nothing = Comparison(of: Recording(), with: Snapshot([RecordedEvent]()))
        let report = Report(
            snapshot: snapshot, recording: command, comparison: nothing, seconds: seconds, failures: [sentence])
        try report.write(reports.filter { $0.kind != .text }, to: Console.error, isOneOfSeveral: isOneOfSeveral)
        try report.writeFiles(reports)
        return Verdict(differs: true, source: nil)
    }

    /// Brings the snapshot up to date. Events may differ even so, where a rule of its does not fit them.
    @discardableResult
    private func record(_ taken: Recording, over current: Snapshot) throws -> Verdict {
        let updated = current.updated(to: taken, options: options)
        try updated.write(to: snapshot)
        try PendingSnapshot(ofSnapshot: snapshot).remove()
        Console.note(
            "recorded the snapshot anew: \(snapshot) expects \(updated.events.counted); "
                + "later runs are compared with it")
        let rest = Comparison(of: taken, with: updated, options: options)
        let source = options.source ?? updated.settings.source ?? .app
        if rest.isEmpty {
            return Verdict(differs: false, source: updated.events.isEmpty ? nil : source, isRecorded: true)
        }
        Console.note("\(snapshot): its volatile rules do not fit what was recorded; edit them:")
        try Console.error.write(rest.text(style: Console.error.style))
        return Verdict(differs: true, source: source, isRecorded: true)
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
        if try !differs || !recordsAnew(verification.result.source) { verification.leavePending() }
        try report.writeFiles(reports)
        return Verdict(differs: differs, source: verification.hasCompared ? verification.result.source : nil)
    }

    /// Records the snapshot where it differs and the mode says so; returns whether it did. One of which nothing was
    /// recorded is kept: its app did not connect, or its SDK sent nothing.
    private func recordsAnew(_ source: EventSource) throws -> Bool {
        guard mode == .all || mode == .failed, isWhole else { return false }
        let taken = try Recording(contentsOf: recording)
        guard taken.events.has(source) else {
            Console.note("\(snapshot): kept as it was: nothing of \(source) was recorded")
            return false
        }
        try record(taken, over: Snapshot(contentsOf: snapshot, source: options.source))
        return true
    }
}

extension Array where Element == RecordedEvent {
    /// How many events, with the noun.
    var counted: String { count == 1 ? "1 event" : "\(count) events" }
}
