internal import Foundation
internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// A test's snapshot on disk, and what a recording means for it.
struct SnapshotFile: Sendable {
    let path: String
    /// Whether it can be recorded where it stands.
    let isWritable: Bool
    let mode: RecordMode
    /// Whether the test can be run again to learn what varies.
    var canLearn = true
    /// What stands there; nil where nothing does.
    private let current: Snapshot?

    /// Reads the snapshot, where there is one.
    ///
    /// - Throws: what `Snapshot(contentsOf:)` throws.
    init(path: String, isWritable: Bool, mode: RecordMode) throws {
        self.path = path
        self.isWritable = isWritable
        self.mode = mode
        current = FileManager.default.fileExists(atPath: path) ? try Snapshot(contentsOf: path) : nil
    }

    /// What a recording means for its snapshot.
    struct Verdict {
        /// Why the test fails; nil where all is as expected.
        var message: String?
        /// Texts for the test's report, by file name.
        var attachments: [(name: String, text: String)] = []
    }

    /// The events that the snapshot is about.
    var source: EventSource { current?.settings.source ?? .app }

    private var pending: PendingSnapshot { PendingSnapshot(ofSnapshot: path) }

    /// Compares a recording with the snapshot, or records it, as the mode says.
    ///
    /// A run that writes what it is to be compared with proves nothing; it fails, as it does in swift-snapshot-testing.
    func judge(_ recording: Recording) throws -> Verdict {
        guard let snapshot = current else { return try judgeFirst(recording) }
        if mode == .all { return try record(snapshot.updated(to: recording), over: snapshot, recording) }
        let comparison = Comparison(of: recording, with: snapshot)
        if comparison.isEmpty {
            if isWritable { try pending.remove() }
            return Verdict(message: comparison.matched == 0 ? Self.nothingCompared : nil)
        }
        if mode == .failed { return try record(snapshot.updated(to: recording), over: snapshot, recording) }
        let table = EventTable(log: recording.events.log(of: source)).text
        return try leavePending(snapshot.updated(to: recording), over: snapshot, comparison, table)
    }

    private func judgeFirst(_ recording: Recording) throws -> Verdict {
        let first = Snapshot(recorded: recording, settings: Self.firstSettings)
        if first.events.isEmpty { return Verdict(message: Self.nothingRecorded) }
        let table = EventTable(log: recording.events.log(of: .app)).text
        guard mode != .never, isWritable else {
            return Verdict(
                message: """
                    no snapshot to compare with: \(path)
                    record it where the sources are, outside CI or with \
                    TRACKPROOF_RECORD=missing, and commit it
                    \(table)
                    """,
                attachments: [(name, first.text)])
        }
        try first.write(to: path)
        try pending.remove()
        return Verdict(
            message: """
                recorded a first snapshot; look at it, then run again: \(path)
                \(hint(VolatileHint(first)))\(table)
                """)
    }

    /// A test tracks in one order, unless it says otherwise in its snapshot.
    private static let firstSettings = SnapshotSettings(order: .strict)

    private static let nothingRecorded = """
        nothing was recorded, and a snapshot without events proves nothing; does the code under test track into \
        Analytics.recording()?
        """

    private static let nothingCompared = """
        nothing was compared: the snapshot expects no event of its source, or ignores all, and none was recorded
        """

    private func misfit(_ difference: String) -> String {
        """
        not as in the snapshot \(path)
        \(difference)
        its volatile rules do not fit what was recorded; edit them in the file
        """
    }

    private func record(_ updated: Snapshot, over old: Snapshot, _ recording: Recording) throws -> Verdict {
        if updated.events.isEmpty { return Verdict(message: Self.nothingRecorded) }
        // A rule that does not fit a value is not mended by recording the value.
        let rest = Comparison(of: recording, with: updated)
        if updated.bytes == old.bytes {
            if isWritable { try pending.remove() }
            if !rest.isEmpty { return Verdict(message: misfit(rest.text(limit: 50))) }
            return Verdict(message: rest.matched == 0 ? Self.nothingCompared : nil)
        }
        guard isWritable else { return Verdict(message: "cannot record where the sources are not: \(path)") }
        try updated.write(to: path)
        try pending.remove()
        let change = old.change(to: updated)
        var lines = [
            "recorded the snapshot anew; look at what changed, then run again: \(path)",
            change.isEmpty ? "only its form changed" : change.text(limit: 50),
        ]
        if !rest.isEmpty { lines.append(misfit(rest.text(limit: 50))) }
        return Verdict(message: lines.joined(separator: "\n"))
    }

    private func leavePending(
        _ updated: Snapshot, over old: Snapshot, _ comparison: Comparison, _ table: String
    ) throws -> Verdict {
        if updated.bytes == old.bytes {
            // To accept would change nothing.
            if isWritable { try pending.remove() }
            return Verdict(message: misfit(comparison.text(limit: 50)))
        }
        if isWritable { try updated.write(to: pending.path) }
        let difference = comparison.text(limit: 50).split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
            .joined(separator: "\n")
        let review =
            isWritable
            ? "is it meant so? then review and accept it: trackproof accept \(pending.path)"
            : "what the snapshot would be is attached; the snapshot is \(path)"
        return Verdict(
            message: """
                not as in the snapshot \(name): \(comparison.headline)
                \(difference)
                \(table)
                \(hint(VolatileHint(comparison)))\(review)
                """,
            attachments: [
                (baseName + ".difference.txt", comparison.text()), (baseName + ".pending.json", updated.text),
            ]
        )
    }

    /// Leaves what several runs would make of the snapshot, for review, where parameters vary.
    func judge(_ runs: [Recording]) throws -> Verdict {
        guard let first = runs.first, let last = runs.last else { return Verdict() }
        var base = current ?? Snapshot(recorded: first, settings: Self.firstSettings)
        var learned = LearnedRules(from: runs, settings: base.settings)
        if current == nil, !learned.unstable.isEmpty {
            // Perhaps it is only the order that varies.
            base.settings.order = .any
            learned = LearnedRules(from: runs, settings: base.settings)
        }
        if learned.proposals.isEmpty, learned.unstable.isEmpty { return try judge(last) }
        guard isWritable else { return Verdict(message: "cannot record where the sources are not: \(path)") }
        try base.adding(learned.proposals).updated(to: last).write(to: pending.path)
        let varying = learned.proposals.map { "  \($0)" }
        let unstable = learned.unstable.map { "  \($0)" }
        var lines = ["\(runs.count) runs differ"]
        if !varying.isEmpty { lines += ["parameters that vary, and the shape that fits them:"] + varying }
        if !unstable.isEmpty { lines += ["what no rule can express:"] + unstable }
        lines.append("review and accept it: trackproof accept \(pending.path)")
        return Verdict(message: lines.joined(separator: "\n"))
    }

    private func hint(_ hint: VolatileHint) -> String {
        var hint = hint
        hint.canLearn = canLearn
        return hint.text.map { $0 + "\n" } ?? ""
    }

    private var name: String { URL(fileURLWithPath: path).lastPathComponent }
    private var baseName: String { String(name.dropLast(".json".count)) }
}

extension Snapshot {
    /// The snapshot as its file's text.
    fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension [RecordedEvent] {
    /// The events of a source, as messages show them.
    func log(of source: EventSource) -> [LoggedEvent] {
        filter { $0.source == source }.enumerated().map {
            LoggedEvent(number: $0 + 1, recorded: $1, isChecked: false)
        }
    }
}
