import TestSupport
import Testing
import Trackproof

@testable import TrackproofReports

@Suite("Trends of a history")
struct HistoryTrendTests {
    /// Compares the trends of runs.
    ///
    /// The input of a step is a line of runs, separated by commas. If another line comes before it, the summary is
    /// about all branches instead of `main`. A run is its revision or `-`, and then other words: the kind of a problem
    /// of the event `e`, `@BRANCH` for another branch or `@` for no branch, `#CHECK` for another check, `#` for no
    /// check, `~` if the check is partial, and `=ID` for each part of a merged report.
    @Test func trendsAreAsAccepted() throws {
        try expectTranscript("trends") { _, lines in
            let runs = lines[lines.count - 1].split(separator: ", ").map(String.init)
            let summary = HistorySummary(
                try HistorySamples.entries(runs), branch: lines.count > 1 ? nil : "main")
            let ids = "runs " + summary.runs.map(\.id).joined(separator: " ")
            return ([ids] + HistorySamples.trends(summary)).joined(separator: "\n")
        }
    }

    /// Tests a problem that began before the first run that the summary shows.
    @Test func aProblemCanBeOld() throws {
        let entries = try (0..<400).map { try HistorySamples.entry($0, revision: "r\($0)", fails: $0 >= 50) }
        let summary = HistorySummary(entries, branch: "main")
        #expect(HistorySamples.trends(summary) == ["purchase missing: failing since 50, 100 of 100"])
        #expect(summary.runs.map(\.id) == (300..<400).map(String.init))
    }

    /// Tests summaries of random entries. Neither the times nor the repetition of entries changes the trends.
    @Test func theTrendsDependOnlyOnTheOrderOfTheRuns() throws {
        var generator = SeededGenerator(seed: 16)
        for _ in 0..<rounds(40, deep: 300) {
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
            var entry = try HistorySamples.entry(index, revision: "r")
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
