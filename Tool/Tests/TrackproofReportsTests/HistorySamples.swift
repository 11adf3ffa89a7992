import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofSnapshots

@testable import TrackproofReports

/// Sample entries of a history.
enum HistorySamples {
    static let purchase = HistoryEntry.Problem(event: "purchase", kind: "missing", check: "walk.json")

    /// A comparison of no events, as after a crash.
    static let nothing = Comparison(matched: 0, differences: [], unchangedAfter: 0, unexamined: (0, 0))

    /// Returns the entry of a run that compared events with `walk.json`.
    static func entry(
        _ index: Int, id: String? = nil, revision: String? = nil, branch: String? = "main", fails: Bool = false
    ) throws -> HistoryEntry {
        var entry = HistoryEntry(
            HistorySummary.Run(
                id: id ?? "\(index)", started: try HTMLSamples.time(index * 3_600), revision: revision, branch: branch,
                isPassed: !fails, differenceCount: fails ? 1 : 0, findingCount: 0))
        entry.checks = ["walk.json"]
        if fails { entry.problems = [purchase: 1] }
        entry.seen = ["login": 1]
        return entry
    }

    /// Returns a text for each trend: the event, the kind, the state, the run in which the state began, and two counts.
    static func trends(_ entries: [HistoryEntry], branch: String? = "main") -> [String] {
        HistorySummary(entries, branch: branch).problems.map {
            "\($0.event) \($0.kind): \($0.state) since \($0.since.id), \($0.failureCount) of \($0.runCount)"
        }
    }
}

extension TemporaryFolder {
    var history: HistoryFolder { HistoryFolder(path: path) }
}
