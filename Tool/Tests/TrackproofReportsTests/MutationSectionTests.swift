import TestSupport
import Testing
import Trackproof
import TrackproofMutation
import TrackproofPlanning
import TrackproofSnapshots

@testable import TrackproofReports

@Suite struct MutationSectionTests {
    @Test func nothingPlantedIsNoSuccess() throws {
        let section = MutationSection(subject: "swift test", entries: [], minimum: nil)
        #expect(!section.isPassed)
        #expect(section.headline == "no mistake was planted")
    }

    @Test(arguments: [
        ([], "tests notice"), (["s.json"], "s.json notices"), (["s.json", "p.yaml"], "s.json and p.yaml notice"),
    ])
    func theVerbFitsTheDefences(defences: [String], words: String) {
        let section = MutationSection(
            subject: "r", defences: defences, entries: SampleReports.mutants, minimum: nil)
        #expect(section.headline == words + " 25 % of planted mistakes (1 of 4, 1 not decided)")
    }

    @Test(arguments: [
        (100.0, 23, false, "(1 of 1, 23 not decided), expected at least 100 %: 23 mistakes are undecided and count"),
        (100, 1, false, "(1 of 1, 1 not decided), expected at least 100 %: 1 mistake is undecided and counts"),
        (50, 1, true, "(1 of 1, 1 not decided)"), (100, 0, true, "(1 of 1)"),
    ])
    func undecidedMistakesCountAsNotNoticedForAMinimum(minimum: Double, undecided: Int, isPassed: Bool, text: String) {
        let entries =
            [SampleReports.mutant(Event("e"), .lost, killed: 1)]
            + (0..<undecided).map { SampleReports.mutant(Event("e\($0)"), .lost, undecided: 1) }
        let section = MutationSection(subject: "t", entries: entries, minimum: minimum)
        #expect(section.isPassed == isPassed)
        let ending = isPassed ? "" : " as not noticed"
        #expect(section.headline == "tests notice 100 % of planted mistakes \(text)\(ending)")
    }

    /// Tests more mistakes than the page and the text show, with long texts.
    @Test func manyMistakesKeepThePageSmall() throws {
        let text = String(repeating: "long ", count: 2_000)
        let entries = (0..<rounds(3_000, deep: 20_000)).map {
            SampleReports.mutant(Event("e\($0)"), .lost, killed: $0 % 2, survived: 1 - $0 % 2, hint: text, killer: text)
        }
        let report = Report(try HTMLSamples.run(), [MutationSection(subject: "t", entries: entries, minimum: nil)])
        #expect(report.html.utf8.count < 6_000_000)
        #expect(report.render(.text).utf8.count < 3_000_000)
    }

    @Test func anEventIsUncheckedOnlyIfAllMistakesWereTried() {
        let survivor = SampleReports.mutant(Event("e"), .null, path: "a", survived: 1)
        let open = SampleReports.mutant(Event("e"), .lost, undecided: 1)
        #expect(MutationSection(subject: "t", entries: [survivor], minimum: nil).uncheckedEvents == ["e"])
        #expect(MutationSection(subject: "t", entries: [survivor, open], minimum: nil).uncheckedEvents == [])
    }

    @Test func aSuiteThatMissesOneMistakeNamesIt() {
        var entries = [MutationOperator.lost, .twice].map { SampleReports.mutant(Event("e"), $0, killed: 1) }
        entries[0].suites = ["A": true, "B": false]
        entries[1].suites = ["A": true, "B": true]
        let text = MutationSection(subject: "t", entries: entries, minimum: nil).text(TextStyle())
        let shares = "by suite\n  B  1 of 2  50 %, not: track e is not tracked\n  A  2 of 2  100 %\n"
        #expect(text.contains(shares), "\(text)")
    }

    // MARK: History

    @Test func theHistoryTellsHowTheScoreHasChanged() throws {
        var report = try SampleReports.mutants(minimum: nil)
        let entry = try #require(HistoryEntry(report))
        #expect(entry.line.contains(#""mutants":25"#))
        let read = try HistoryEntry(line: entry.line.utf8, place: "f:1")
        #expect(read == entry)
        func run(daysAgo days: Int, _ score: Double?) throws -> HistorySummary.Run {
            var run = try HTMLSamples.historyRun(0, differences: 0, findings: 0, coverage: nil)
            run.started = try HTMLSamples.time(-days * 86_400)
            run.score = score
            return run
        }
        // HTMLSamples.time(0) is a Wednesday.
        let changes: [(before: [(Int, Double?)], text: String?)] = [
            ([(1, 29)], "−4 since Tuesday"), ([(6, 20.4)], "+5 since Thursday"), ([(7, 20)], "+5 since 2026-11-11"),
            ([(1, 25.3)], nil), ([(2, 30), (1, nil)], "−5 since Monday"), ([], nil), ([(1, nil)], nil),
        ]
        for (before, text) in changes {
            let runs = try before.map { try run(daysAgo: $0, $1) } + [run(daysAgo: 0, 25)]
            report.history = HistorySummary(runs: runs, problems: [], lastSeen: [])
            let headline =
                "Tests notice 25 % of planted mistakes (1 of 4, 1 not decided)" + (text.map { " (\($0))" } ?? "")
            #expect(report.slackMessage["text"]?.string == "✅ " + headline)
            #expect(report.html.contains("<h1 id=\"title-summary\">\(headline)</h1>"))
        }
        #expect(report.render(.text).contains("coverage  mutants  duration"))
    }

    @Test func onlyARunWithAMinimumShowsThatTheScoreHasRecovered() throws {
        func entry(_ number: Int, minimum: Double?, undecided: Bool = false) throws -> HistoryEntry {
            let entries = SampleReports.mutants.filter { undecided || $0.undecided == 0 }
            let section = MutationSection(subject: "swift test", entries: entries, minimum: minimum)
            var run = try HTMLSamples.run()
            (run.id, run.revision, run.started) = ("\(number)", "\(number)", try HTMLSamples.time(number))
            return try #require(HistoryEntry(Report(run, [section])))
        }
        let failed = try entry(0, minimum: 80)
        let others: [(HistoryEntry, HistorySummary.State)] = [
            (try entry(1, minimum: nil), .failing), (try entry(1, minimum: 20, undecided: true), .failing),
            (try entry(1, minimum: 20), .recovered),
        ]
        for (entry, state) in others {
            let summary = HistorySummary([failed, entry], branch: nil)
            #expect(summary.problems.map(\.kind) == ["mutants"] && summary.problems.map(\.state) == [state])
        }
    }
}
