import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof

@testable import TrackproofReports

@Suite("Trends of a history")
struct HistoryTrendTests {
    private func entry(_ index: Int, _ revision: String?, _ fails: Bool) throws -> HistoryEntry {
        try HistorySamples.entry(index, revision: revision, fails: fails)
    }

    /// Tests ten runs of five revisions. The event `purchase` is broken since the third revision, and `login` is flaky.
    @Test func aBrokenEventIsNotFlaky() throws {
        let flaky = HistoryEntry.Problem(event: "login", kind: "changed", check: "walk.json")
        let entries = try (0..<10).map { index in
            var entry = try entry(index, "r\(index / 2)", index >= 4)
            if [1, 4, 9].contains(index) { entry.problems[flaky] = 1 }
            return entry
        }
        #expect(
            HistorySamples.trends(entries) == [
                "purchase missing: failing since 4, 6 of 10", "login changed: flaky since 1, 3 of 10",
            ])
    }

    /// Tests a problem that began before the first run that the summary shows.
    @Test func aProblemCanBeOld() throws {
        let entries = try (0..<400).map { try entry($0, "r\($0)", $0 >= 50) }
        #expect(HistorySamples.trends(entries) == ["purchase missing: failing since 50, 100 of 100"])
        #expect(HistorySummary(entries, branch: "main").runs.map(\.id) == (300..<400).map(String.init))
    }

    @Test func aRunThatComparedNothingShowsNothing() throws {
        var entries = try [entry(0, "a", false), entry(1, "b", true), entry(2, "b", false)]
        entries[2].partialChecks = ["walk.json"]
        #expect(HistorySamples.trends(entries) == ["purchase missing: failing since 1, 1 of 2"])
        entries[2].partialChecks = []
        #expect(HistorySamples.trends(entries) == ["purchase missing: flaky since 1, 1 of 3"])
    }

    /// Tests two shards of each revision with one history. One shard always fails, and the other shard never fails.
    @Test func shardsAreNotMistakenForAFlakyRun() throws {
        var entries: [HistoryEntry] = []
        for index in 0..<10 {
            var entry = try entry(index, "r\(index / 2)", false)
            entry.checks = ["shard \(index % 2)"]
            if index % 2 == 0 { entry.problems = [.init(event: "shard 0", kind: "failure", check: "shard 0"): 1] }
            entries.append(entry)
        }
        #expect(HistorySamples.trends(entries) == ["shard 0 failure: failing since 0, 5 of 5"])
    }

    @Test func aMergedReportReplacesItsShards() throws {
        var merged = try HistorySamples.entry(3, id: "merged-1", revision: "a", fails: true)
        merged.parts = ["0", "1"]
        let entries = try [entry(0, "a", true), entry(1, "a", false), merged, entry(2, "a", true)]
        #expect(HistorySummary(entries, branch: "main").runs.map(\.id) == ["merged-1", "2"])
        #expect(HistorySamples.trends(entries) == ["purchase missing: failing since merged-1, 2 of 2"])
        let read = try HistoryEntry(line: merged.line.utf8, place: "f")
        #expect(read.parts == ["0", "1"])
    }

    /// Tests a problem of one check. It still exists if a run makes only another check and passes.
    @Test func eachCheckHasItsOwnTrend() throws {
        let entries = try (0..<6).map { index in
            var entry = try entry(index, "r\(index)", index % 2 == 0)
            if index % 2 == 1 { entry.checks = ["other.json"] }
            return entry
        }
        #expect(HistorySamples.trends(entries) == ["purchase missing: failing since 0, 3 of 3"])
    }

    @Test func runsWithoutABranchAreOnNoBranch() throws {
        let entries = try [
            entry(0, "a", false), HistorySamples.entry(1, revision: "a", branch: nil, fails: true),
            HistorySamples.entry(2, revision: "a", branch: "topic", fails: true),
        ]
        #expect(HistorySamples.trends(entries) == [])
        #expect(HistorySamples.trends(entries, branch: nil) == ["purchase missing: flaky since 1, 2 of 3"])
    }

    @Test func withoutRevisionsTwoBreaksAreFlaky() throws {
        func trend(_ results: Bool...) throws -> [String] {
            HistorySamples.trends(try results.enumerated().map { try entry($0, nil, $1) })
        }
        #expect(try trend(false, true, true, false) == ["purchase missing: recovered since 2, 2 of 4"])
        #expect(try trend(true, false, true) == ["purchase missing: flaky since 0, 2 of 3"])
        #expect(try trend(true, false, true, true, true) == ["purchase missing: failing since 2, 4 of 5"])
    }

    /// Tests summaries of random entries. Neither the times nor the repetition of entries changes the trends.
    @Test func theTrendsDependOnlyOnTheOrderOfTheRuns() throws {
        var generator = SeededGenerator(seed: 16)
        for _ in 0..<300 {
            let count = Int.random(in: 1...25, using: &generator)
            let entries = try (0..<count).map { index in
                let isOther = Int.random(in: 0..<4, using: &generator) == 0
                var entry = try HistorySamples.entry(
                    .random(in: -100_000...100_000, using: &generator), id: "\(index)", revision: "r\(index)",
                    branch: isOther ? "topic" : "main",
                    fails: Bool.random(using: &generator))
                if Int.random(in: 0..<5, using: &generator) == 0 { (entry.checks, entry.problems) = ([], [:]) }
                return entry
            }
            let summary = HistorySummary(entries, branch: "main")
            let copies = entries + entries.filter { _ in Bool.random(using: &generator) }
            #expect(HistorySummary(copies, branch: "main") == summary)
            // Each run has its own revision, so no event is flaky.
            let runs = entries.filter { $0.run.branch == "main" && !$0.checks.isEmpty }
            var start: String?
            for run in runs { start = run.problems.isEmpty ? nil : start ?? run.run.id }
            let failing = summary.problems.first { $0.state == .failing }
            #expect(failing?.since.id == start)
            #expect(summary.problems.allSatisfy { $0.state != .flaky })
        }
    }

    @Test func theSummaryHasLimits() throws {
        let entries = try (0..<30).map { index in
            var entry = try entry(index, "r", false)
            for number in 0..<400 {
                entry.problems[.init(event: "e\(index) \(number)", kind: "missing", check: "walk.json")] = 1
                entry.seen["e\(index) \(number)"] = 1
            }
            return entry
        }
        let summary = HistorySummary(entries, branch: nil)
        #expect(summary.problems.count == 500)
        #expect(summary.lastSeen.count == 10_000)
        #expect(summary.lastSeen.last?.time == entries[29].run.started)
        #expect(summary.problems.first?.since.id == "29")
    }
}
