import _TrackproofTestSupport
import Foundation
import Testing
import Trackproof
import TrackproofJSON
import TrackproofPlans
import TrackproofSnapshots

@testable import TrackproofReports
import TrackproofPlanning

/// Tests of the history of runs: its entries, its trends and its output.
@Suite("History of runs")
struct HistoryTests {
    // MARK: Entries

    @Test func anEntryHasTheProblemsOfAllChecks() throws {
        var run = try HTMLSamples.run(HTMLSamples.recording(try HTMLSamples.recorded([Event("b"), Event("b")])))
        run.recording?.counts = ["b": 2]
        run.failures = ["events were lost"]
        let findings = [
            HTMLSamples.finding(.missing, "b", "v", expected: "a value", found: "nothing", count: 2),
            HTMLSamples.finding(.deprecated, "b", "", expected: "", found: "", severity: .warning),
        ]
        let items = [HTMLSamples.item(.event, "a"), HTMLSamples.item(.event, "b"), HTMLSamples.item(.event, "c")]
        let report = Report(
            run,
            [
                HTMLSamples.comparison([Event("a"), Event("b")], [Event("b"), Event("b")]),
                HTMLSamples.findings(findings),
                HTMLSamples.coverage(items, seen: ["": [1]]),
            ])
        let entry = try #require(HistoryEntry(report))
        try expectGolden("HistoryTests/an-entry-has-the-problems-of-all-checks", entry.line)
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
        #expect(entry.run.id == HistoryEntry(try report(["y", "x"]))?.run.id)
        #expect(entry.run.id != HistoryEntry(try report(["x", "z"]))?.run.id)
        #expect(entry.run.started == (try HTMLSamples.time(0)))
        #expect(entry.run.seconds == 144.8)
        #expect(HistoryEntry(Report(runs: [], [])) == nil)
    }

    @Test func anEntryStaysSmall() throws {
        var run = try HTMLSamples.run(HTMLSamples.recording([]))
        run.recording?.counts = Dictionary(uniqueKeysWithValues: (0..<3_000).map { ("seen \($0)", 1) })
        let events = (0..<2_000).map { Event(String(repeating: "long", count: 100) + "\($0)") }
        let entry = try #require(HistoryEntry(Report(run, [HTMLSamples.comparison(events, [])])))
        #expect(entry.seen.count == 2_000)
        #expect(entry.leftOut == 1_000)
        #expect(entry.run.differenceCount == 2_000)
        #expect(entry.line.utf8.count < 1 << 20)
    }

    @Test(arguments: [
        ("", "h:1: not JSON"), ("{", "h:1: not JSON"), ("[]", "h:1: expected an object, found array"),
        (#"{"history":2}"#, #"h:1: expected an entry of a history, {"history":1,…}"#),
        (#"{"history":1}"#, "h:1.id: is missing"),
        (
            #"{"history":1,"id":"1","started":"now"}"#,
            "h:1.started: expected a time such as 2026-11-23T04:00:00.000Z"
        ),
    ])
    func otherLinesAreRefused(line: String, message: String) {
        #expect(throws: DocumentError.self) { try HistoryEntry(line: line.utf8, place: "h:1") }
        do throws(DocumentError) { _ = try HistoryEntry(line: line.utf8, place: "h:1") } catch {
            #expect("\(error)" == message)
        }
    }

    // MARK: Trends

    /// Returns one entry for each text. A text is a revision, and then the kinds of problems of the event `e`.
    private func entries(_ runs: [String], check: String = "walk.json") throws -> [HistoryEntry] {
        try runs.enumerated().map { index, text in
            let words = text.split(separator: " ").map(String.init)
            var entry = HistoryEntry(
                HistorySummary.Run(
                    id: "\(index)", started: try HTMLSamples.time(index * 86_400),
                    revision: words[0] == "-" ? nil : words[0], branch: "main", isPassed: words.count == 1,
                    differenceCount: words.count - 1, findingCount: 0))
            entry.checks = [check]
            for kind in words.dropFirst() { entry.problems[.init(event: "e", kind: kind, check: check)] = 1 }
            return entry
        }
    }

    private func trend(_ runs: String...) throws -> String {
        let problems = HistorySummary(try entries(runs), branch: "main").problems
        return problems.map { "\($0.state) since \($0.since.id), \($0.failureCount) of \($0.runCount)" }
            .joined(separator: "; ")
    }

    @Test func aBrokenEventFailsSinceItsFirstFailure() throws {
        #expect(try trend("a", "b", "c missing", "c missing", "d missing") == "failing since 2, 3 of 5")
        #expect(try trend("a missing") == "failing since 0, 1 of 1")
        #expect(try trend("a missing", "b", "c missing") == "failing since 2, 2 of 3")
    }

    @Test func aFlakyEventDiffersAtOneRevision() throws {
        #expect(try trend("a", "a missing", "b", "b missing", "b") == "flaky since 1, 2 of 5")
        #expect(try trend("a", "a missing") == "flaky since 1, 1 of 2")
        // Each failure has its own revision, so changes of the app may be the cause.
        #expect(try trend("a", "b missing", "c", "d missing") == "failing since 3, 2 of 4")
        // Without revisions, one change from passing to failing and back does not prove that the event is flaky.
        #expect(try trend("-", "- missing", "-") == "recovered since 1, 1 of 3")
        #expect(try trend("-", "- missing", "-", "- missing") == "flaky since 1, 2 of 4")
    }

    @Test func aFlakyEventThatFailsForLongIsBroken() throws {
        #expect(try trend("a", "a missing", "a missing") == "flaky since 1, 2 of 3")
        #expect(try trend("a", "a missing", "a missing", "b missing") == "failing since 1, 3 of 4")
        #expect(
            try trend("a missing", "a missing", "a missing", "a", "b missing", "b missing", "b missing")
                == "flaky since 0, 6 of 7")
    }

    @Test func aFixedEventRecovers() throws {
        #expect(try trend("a missing", "b missing", "c", "d") == "recovered since 1, 2 of 4")
        #expect(
            try HistorySummary(entries(["a missing"] + Array(repeating: "b", count: 20)), branch: nil).problems == [])
    }

    /// Tests runs that did not make a check. They do not show whether the problems of this check are gone.
    @Test func runsWithoutTheCheckDoNotCount() throws {
        var all = try entries(["a missing", "b missing"])
        for (index, entry) in try entries(["b", "b", "b"], check: "other.json").enumerated() {
            var entry = entry
            entry.run.id = "other \(index)"
            entry.run.started = try HTMLSamples.time((index + 5) * 86_400)
            all.append(entry)
        }
        let problem = try #require(HistorySummary(all, branch: "main").problems.first)
        #expect(problem.state == .failing)
        #expect(problem.runCount == 2)
    }

    @Test func runsOfOtherBranchesDoNotCount() throws {
        var all = try entries(["a", "a"])
        var other = try #require(entries(["a missing"]).first)
        (other.run.id, other.run.branch) = ("other", "topic")
        all.append(other)
        #expect(HistorySummary(all, branch: "main").problems == [])
        #expect(HistorySummary(all, branch: "main").runs.count == 2)
        #expect(HistorySummary(all, branch: nil).runs.count == 3)
    }

    @Test func theSummaryIsReadFromAReportAgain() throws {
        var all = try entries(["a missing", "a", "b changed"])
        all[0].seen = ["e": 1]
        all[2].seen = ["f": 1]
        var report = Report(try HTMLSamples.run(), [])
        report.history = HistorySummary(all, branch: "main")
        report.owners = EventOwners(events: ["e": "team"], members: ["team": ["@U012AB3CD"]])
        let json = report.render(.json)
        let read = try Report(json: Array(json.utf8), file: "r.json")
        #expect(read.history == report.history)
        #expect(read.owners == report.owners)
        #expect(read.render(.json) == json)
    }

    // MARK: Output formats

    @Test func theTextHasATableAndTheProblems() throws {
        var all = try entries(["a", "a missing", "a", "b changed", "b changed", "c changed"])
        all[0].seen = ["e": 3, "old": 1]
        all[5].seen = ["e": 3]
        for index in 3...5 { all[index].run.coverage = 81.25 }
        all[5].run.seconds = 90
        let text = HistorySummary(all, branch: "main").text(TextStyle())
        try expectGolden("HistoryTests/the-text-has-a-table-and-the-problems", text)
    }

    @Test func theMarkdownHasTheProblemsOfNow() throws {
        var report = Report(try HTMLSamples.run(), [HTMLSamples.comparison([Event("a")], [Event("a")])])
        var all = try entries(["a", "a miss|ing", "b"])
        all[1].problems = [.init(event: "*<b>`", kind: "missing", check: "walk.json"): 1]
        report.history = HistorySummary(all, branch: "main")
        #expect(
            report.render(.markdown).hasSuffix(
                "\n#### History\n\n- `` *<b>` `` (missing) is flaky: 1 of 3 runs have this problem.\n"))
    }
}
