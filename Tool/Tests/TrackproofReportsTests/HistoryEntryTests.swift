import TestSupport
import Testing
import Trackproof
import TrackproofJSON
import TrackproofPlanning
import TrackproofPlans
import TrackproofSnapshots

@testable import TrackproofReports

@Suite("Entries of a history")
struct HistoryEntryTests {
    private func entry(_ sections: [any ReportSection], failures: [String] = []) throws -> HistoryEntry {
        var run = try HTMLSamples.run()
        run.failures = failures
        return try #require(HistoryEntry(Report(run, sections)))
    }

    @Test func anEntryHasTheProblemsOfAllChecks() throws {
        var run = try HTMLSamples.run(HTMLSamples.recording(try HTMLSamples.recorded([Event("b"), Event("b")])))
        run.recording?.counts = ["b": 2]
        run.failures = ["events were lost", "late"]
        let findings = [
            HTMLSamples.finding(.missing, "b", "v", expected: "a value", found: "nothing", count: 2),
            HTMLSamples.finding(.deprecated, "b", "", expected: "", found: "", severity: .warning),
        ]
        let items = [HTMLSamples.item(.event, "a"), HTMLSamples.item(.event, "b"), HTMLSamples.item(.event, "c")]
        var report = Report(
            run,
            [
                HTMLSamples.comparison([Event("a"), Event("b")], [Event("b"), Event("b")]),
                HTMLSamples.findings(findings),
                HTMLSamples.coverage(items, seen: ["": [1]]),
            ])
        report.problems = ["a run is missing"]
        let entry = try #require(HistoryEntry(report))
        try expectGolden("history-entry", entry.line)
        #expect(try HistoryEntry(line: entry.line.utf8, place: "f:1").line == entry.line)
    }

    @Test func aMergedReportIsOneEntry() throws {
        func report(_ ids: [String]) throws -> Report {
            var runs: [ReportedRun] = []
            for (index, id) in ids.enumerated() {
                var run = try HTMLSamples.run()
                run.id = id
                run.started = try HTMLSamples.time(index)
                runs.append(run)
            }
            return Report(runs: runs, [])
        }
        let entry = try #require(HistoryEntry(report(["x", "y"])))
        #expect(entry.parts == ["x", "y"])
        #expect(try HistoryEntry(line: entry.line.utf8, place: "f") == entry)
        #expect(entry.run.id == HistoryEntry(try report(["y", "x"]))?.run.id)
        #expect(entry.run.id != HistoryEntry(try report(["x", "z"]))?.run.id)
        #expect(entry.run.started == (try HTMLSamples.time(0)))
        #expect(entry.run.seconds == 144.8)
        #expect(HistoryEntry(Report(runs: [], [])) == nil)
    }

    /// A check is partial if a comparison is about no events, or leaves events unexamined, also in one of two shards.
    @Test func aCheckIsPartialIfOneComparisonIs() throws {
        func section(_ comparison: Comparison, _ failures: [String] = []) -> ComparisonSection {
            ComparisonSection(
                snapshot: "walk.json", recording: "r", comparison: comparison, redactedBy: nil, failures: failures)
        }
        let good = HTMLSamples.comparison([Event("a")], [Event("a")])
        let crashed = section(HistorySamples.nothing, ["the app crashed"])
        let unexamined = section(Comparison(matched: 1, differences: [], unchangedAfter: 1, unexamined: (0, 1)))
        for sections in [[crashed], [unexamined], [good, crashed], [crashed, good]] {
            #expect(try entry(sections).partialChecks == ["walk.json"])
        }
        // A check of no events is a failure.
        let empty = try entry([HTMLSamples.findings([], events: 0)])
        #expect(empty.problems.keys.map(\.kind) == ["failure"] && empty.partialChecks == ["plan.yaml (app)"])
        // A run that crashed before its comparison does not show that a problem is gone.
        let entry = try entry([crashed])
        #expect(!entry.showsAbsence(of: HistorySamples.purchase))
        #expect(
            entry.problems == [HistoryEntry.Problem(event: "walk.json", kind: "failure", check: "walk.json"): 1])
    }

    /// Tests a run in which an event does not occur. The run does not show that a wrong parameter of the event is
    /// fixed, but it shows that the app no longer tracks the event.
    @Test func mostFindingsNeedTheirEvent() throws {
        let entry = try entry([HTMLSamples.findings([])])
        func problem(_ kind: String, _ event: String = "purchase") -> HistoryEntry.Problem {
            .init(event: event, kind: kind, check: "plan.yaml (app)")
        }
        #expect(entry.planChecks == ["plan.yaml (app)"])
        for id in FindingID.allCases {
            let isGone = [.unplannedEvent, .wrongPlatform, .deprecated, .expired].contains(id)
            #expect(entry.showsAbsence(of: problem(id.rawValue)) == isGone, "\(id)")
        }
        #expect(entry.showsAbsence(of: problem("failure", "plan.yaml")))
        var seen = entry
        seen.seen["purchase"] = 1
        #expect(seen.showsAbsence(of: problem("not-in-enum")))
        // In a comparison, a missing event is itself a problem. So if a problem does not occur, it is gone.
        seen.checks.append("walk.json")
        seen.seen = [:]
        #expect(seen.showsAbsence(of: HistorySamples.purchase))
    }

    @Test(arguments: [Double.infinity, .nan, -1, 1e300])
    func aLineWithAnImpossibleDurationIsReadAgain(seconds: Double) throws {
        var run = try HTMLSamples.run()
        run.seconds = seconds
        let entry = try #require(HistoryEntry(Report(run, [])))
        #expect(try HistoryEntry(line: entry.line.utf8, place: "f") == entry)
        #expect(entry.run.seconds == nil)
    }

    /// Tests that a coverage that is not complete does not become complete in the file.
    @Test func aLineHasTheCoverageThatReportsShow() throws {
        let items = (0..<5_000).map { HTMLSamples.item(.event, "e\($0)") }
        let section = HTMLSamples.coverage(items, seen: ["": Array(1..<5_000)])
        let entry = try entry([section])
        #expect(section.coverage.ratio().percentText == "99.9 %")
        let read = try HistoryEntry(line: entry.line.utf8, place: "f").run
        #expect(HistorySummary.Run.percentText(read.coverage) == "99.9 %")
    }

    /// Tests an entry that leaves out problems of a check. A problem that is not in this entry may still exist.
    @Test func aCheckIsPartialIfItsProblemsAreLeftOut() throws {
        let events = (0..<600).map { Event("event \($0)") }
        let entry = try entry([HTMLSamples.comparison(events, [])])
        #expect(entry.problems.count == 500)
        #expect(entry.leftOut == 100)
        #expect(entry.partialChecks == ["walk.json"])
    }

    @Test func namesWithProblemsStay() throws {
        var run = try HTMLSamples.run(HTMLSamples.recording([]))
        run.recording?.counts = Dictionary(uniqueKeysWithValues: (0..<2_500).map { ("e\($0)", $0) })
        let section = HTMLSamples.comparison([], [Event("e3")])
        let entry = try #require(HistoryEntry(Report(run, [section])))
        #expect(entry.seen["e3"] == 3)
        #expect(entry.seen["e2499"] == 2_499)
        #expect(entry.seen["e4"] == nil)
        #expect(entry.seen.count == 2_000)
        #expect(entry.leftOut == 500)
    }

    /// Tests that two long ids that begin alike stay different.
    @Test func aLongIDIsReplacedByAHash() throws {
        let long = String(repeating: "i", count: 1_000)
        let ids = try ["a", "b"].map { end -> String in
            var run = try HTMLSamples.run()
            run.id = long + end
            return try #require(HistoryEntry(Report(run, []))).run.id
        }
        #expect(ids[0] != ids[1])
        #expect(ids.allSatisfy { $0.utf8.count < 100 })
    }

    @Test func wrongLinesAreErrorsWithTheirPlaces() throws {
        try expectTranscript("refused-entries") { _, lines in
            let error = #expect(throws: DocumentError.self) { try HistoryEntry(line: lines[0].utf8, place: "h:1") }
            return "\(try #require(error))"
        }
    }
    // MARK: Output formats

    @Test func theTextHasATableAndTheProblems() throws {
        var all = try HistorySamples.entries(["a", "a missing", "a", "b changed", "b changed", "c changed"])
        all[0].seen = ["e": 3, "old": 1]
        all[5].seen = ["e": 3]
        for index in 3...5 { all[index].run.coverage = 81.25 }
        all[5].run.seconds = 90
        let text = HistorySummary(all, branch: "main").text(TextStyle())
        try expectGolden("history-text", text)
    }

    @Test func theMarkdownHasTheProblemsOfNow() throws {
        var report = Report(try HTMLSamples.run(), [HTMLSamples.comparison([Event("a")], [Event("a")])])
        var all = try HistorySamples.entries(["a", "a miss|ing", "b"])
        all[1].problems = [.init(event: "*<b>`", kind: "missing", check: "walk.json"): 1]
        report.history = HistorySummary(all, branch: "main")
        #expect(
            report.render(.markdown).hasSuffix(
                "\n#### History\n\n- `` *<b>` `` (missing) is flaky: 1 of 3 runs have this problem.\n"))
        report.history?.problems[0].since.revision = nil
        #expect(report.render(.markdown).hasSuffix("` (missing) comes and goes: 1 of 3 runs have this problem.\n"))
    }
}
