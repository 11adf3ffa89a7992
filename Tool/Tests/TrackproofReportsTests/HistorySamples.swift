import Foundation
import TestSupport
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
        _ index: Int, id: String? = nil, day: Int? = nil, revision: String? = nil, branch: String? = "main",
        fails: Bool = false
    ) throws -> HistoryEntry {
        var entry = HistoryEntry(
            HistorySummary.Run(
                id: id ?? "\(index)", started: try HTMLSamples.time(day.map { $0 * 86_400 } ?? index * 3_600),
                revision: revision, branch: branch,
                isPassed: !fails, differenceCount: fails ? 1 : 0, findingCount: 0))
        entry.checks = ["walk.json"]
        if fails { entry.problems = [purchase: 1] }
        entry.seen = ["login": 1]
        return entry
    }

    /// Returns an entry for each text, as `HistoryTrendTests` describes it.
    static func entries(_ runs: [String]) throws -> [HistoryEntry] {
        try runs.enumerated().map { index, text in
            let words = text.split(separator: " ")
            var entry = try entry(index, day: index, revision: words[0] == "-" ? nil : String(words[0]))
            entry.seen = [:]
            for word in words.dropFirst() {
                let rest = String(word.dropFirst())
                switch word.first {
                case "@": entry.run.branch = rest.isEmpty ? nil : rest
                case "#": entry.checks = rest.isEmpty ? [] : [rest]
                case "~": entry.partialChecks = Set(entry.checks)
                case "=": entry.parts.append(rest)
                default: entry.problems[.init(event: "e", kind: String(word), check: entry.checks[0])] = 1
                }
            }
            entry.run.differenceCount = entry.problems.count
            entry.run.isPassed = entry.problems.isEmpty
            return entry
        }
    }

    /// Returns a text for each trend: the event, the kind, the state, the run in which the state began, and two counts.
    static func trends(_ summary: HistorySummary) -> [String] {
        summary.problems.map {
            "\($0.event) \($0.kind): \($0.state) since \($0.since.id), \($0.failureCount) of \($0.runCount)"
        }
    }
}

extension TemporaryFolder {
    var history: HistoryFolder { HistoryFolder(path: path) }
}
