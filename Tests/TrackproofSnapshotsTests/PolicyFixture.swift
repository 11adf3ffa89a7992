import Foundation
import _TrackproofTestSupport
import Trackproof
import TrackproofJSON

@testable import TrackproofSnapshots

/// A folder with a snapshot, a recording, and a pending file that an earlier run left.
struct PolicyFixture {
    let folder: TemporaryFolder
    let path: String
    let snapshot: String?
    let recording: Recording

    static let stale = #"{"snapshot":1,"events":[{"name":"of an earlier run"}]}"#

    init(snapshot: String?, recording: String) throws {
        folder = try TemporaryFolder()
        path = folder.file("s.json")
        if let snapshot { try folder.write(snapshot, to: "s.json") }
        try folder.write(Self.stale, to: "s.pending.json")
        try folder.write(recording, to: "r.ndjson")
        self.snapshot = snapshot
        self.recording = try Recording(Array(recording.utf8))
    }

    func policy(_ mode: RecordMode) -> SnapshotPolicy { SnapshotPolicy(path: path, mode: mode) }

    /// Returns a run with the events in the recording's file.
    func run(isWhole: Bool = true) throws -> RecordedRun {
        let path = folder.file("r.ndjson")
        return RecordedRun(isWhole: isWhole, recording: { try Recording(contentsOf: path) }) { snapshot, options in
            let (events, truncation) = try EventReader(contentsOf: path).events()
            let snapshot = try Snapshot(contentsOf: snapshot, source: options.source)
            let comparison = Comparison(of: Recording(events), with: snapshot, options: options)
            return Comparison.FileResult(
                comparison: comparison, truncation: truncation, recordedCount: events.count,
                comparedCount: comparison.actualCount, expectedCount: comparison.expectedCount,
                source: ComparisonPlan(snapshot.settings, options).source)
        }
    }

    /// The states of the snapshot and of the pending file, such as `stays, gone`.
    var state: String {
        get throws {
            let names = try folder.names()
            let now = names.contains("s.json") ? try folder.read("s.json") : nil
            let snapshot = now == nil ? "none" : now == snapshot ? "stays" : "written"
            let pending = names.contains("s.pending.json") ? try folder.read("s.pending.json") : nil
            return snapshot + ", " + (pending == nil ? "gone" : pending == Self.stale ? "stale" : "left")
        }
    }
}

extension SnapshotOutcome {
    /// The finding of the policy and its details, as a short text for comparisons.
    var brief: String {
        switch finding {
        case .matches: "matches"
        case .nothingCompared: "nothing compared"
        case .differs(let updated, _): updated == nil ? "differs" : "differs, updated"
        case .misfit: "misfit"
        case .missing(let first): "missing \(first.events.count)"
        case .nothingRecorded(let others): "nothing recorded" + (others.isEmpty ? "" : " but \(others.names)")
        case .severalSources(let sources): "several sources: \(sources.names)"
        case .kept: "kept"
        case .recordedFirst(let first): "recorded first \(first.events.count)"
        case .pendingFirst: "pending first"
        case .recorded(let recorded):
            (recorded.isChanged ? "recorded" : "unchanged") + (recorded.rest.isEmpty ? "" : ", misfit")
        case .learned(let learned, _): "learned \(learned.proposals.count), unstable \(learned.unstable.count)"
        case .notWritten(let error): error == nil ? "not written" : "not written: error"
        }
    }
}
