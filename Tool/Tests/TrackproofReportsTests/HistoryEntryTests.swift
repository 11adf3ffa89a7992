import Foundation
import Testing
import TrackproofJSON
import Trackproof
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

    /// Tests a run that crashed before its comparison. Such a run does not show that a problem is gone.
    @Test func aComparisonOfNothingIsPartial() throws {
        let section = ComparisonSection(
            snapshot: "walk.json", recording: "r", comparison: HistorySamples.nothing, redactedBy: nil,
            failures: ["the app crashed"])
        let entry = try entry([section])
        #expect(entry.partialChecks == ["walk.json"])
        #expect(!entry.showsAbsence(of: HistorySamples.purchase))
        #expect(
            entry.problems == [HistoryEntry.Problem(event: "walk.json", kind: "failure", check: "walk.json"): 1])
    }

    @Test func aComparisonWithUnexaminedEventsIsPartial() throws {
        let comparison = Comparison(matched: 1, differences: [], unchangedAfter: 1, unexamined: (0, 1))
        let section = ComparisonSection(snapshot: "walk.json", recording: "r", comparison: comparison, redactedBy: nil)
        #expect(try entry([section]).partialChecks == ["walk.json"])
    }

    /// Tests two shards with the same check. If one shard compares no events, the check is partial.
    @Test func aRepeatedCheckIsPartialIfOneIs() throws {
        let good = HTMLSamples.comparison([Event("a")], [Event("a")])
        let bad = ComparisonSection(
            snapshot: "walk.json", recording: "r", comparison: HistorySamples.nothing, redactedBy: nil,
            failures: ["lost"])
        for sections in [[good, bad], [bad, good]] {
            #expect(try entry(sections).partialChecks == ["walk.json"])
        }
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

    @Test func aCheckOfNoEventsIsAFailure() throws {
        let entry = try entry([HTMLSamples.findings([], events: 0)])
        #expect(entry.problems.keys.map(\.kind) == ["failure"])
        #expect(entry.partialChecks == ["plan.yaml (app)"])
    }

    @Test func failuresHaveTheNameOfTheirRun() throws {
        var report = Report(try HTMLSamples.run(), [])
        report.runs[0].failures = ["a", "b"]
        report.problems = ["a run is missing"]
        let entry = try #require(HistoryEntry(report))
        #expect(
            entry.problems == [
                HistoryEntry.Problem(event: "swift test", kind: "failure", check: "swift test"): 2,
                HistoryEntry.Problem(event: "", kind: "failure", check: ""): 1,
            ])
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
        let items = (0..<30_000).map { HTMLSamples.item(.event, "e\($0)") }
        let section = HTMLSamples.coverage(items, seen: ["": Array(1..<30_000)])
        let entry = try entry([section])
        #expect(section.coverage.ratio().percentText == "99.9 %")
        let read = try HistoryEntry(line: entry.line.utf8, place: "f").run
        #expect(HistorySummary.Run.percentText(read.coverage) == "99.9 %")
    }

    /// Tests a line with very long texts, in which each scalar has the longest escape.
    @Test func aLineHasALimit() throws {
        let long = String(repeating: "\u{1}", count: 5_000)
        func names(_ count: Int) -> [String] { (0..<count).map { "\($0)" + long } }
        var run = try HTMLSamples.run(HTMLSamples.recording([]))
        (run.id, run.name, run.revision, run.branch) = (long, long, long, long)
        run.recording?.counts = Dictionary(uniqueKeysWithValues: names(3_000).map { ($0, 7) })
        let sections = names(700).map { name in
            ComparisonSection(
                snapshot: name, recording: "r",
                comparison: Comparison(of: Recording([Event("x" + name)]), with: Snapshot([Event("a" + name)])),
                redactedBy: nil)
        }
        let line = try #require(HistoryEntry(Report(run, sections))).line
        #expect(line.utf8.count < 256 << 10)
        #expect(line.utf8.count > 64 << 10)
        #expect(!line.utf8.contains(UInt8(ascii: "\n")))
        let read = try HistoryEntry(line: line.utf8, place: "f")
        #expect(read.line == line)
        #expect(read.leftOut > 3_000)
        #expect(read.run.differenceCount >= 700)
        // The entry leaves out the names of events before it leaves out problems.
        #expect(read.seen.isEmpty)
        #expect(!read.problems.isEmpty)
        #expect(read.problems.keys.allSatisfy { read.checks.contains($0.check) })
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

    @Test(arguments: [
        (#""checks":["a"],"plans":[1]"#, #"h:1.plans[0]: expected the index of an element of "checks""#),
        (#""checks":["a"],"partial":["a"]"#, #"h:1.partial[0]: expected the index of an element of "checks""#),
        (
            #""checks":["a"],"problems":[{"event":"e","kind":"missing","check":-1,"count":1}]"#,
            #"h:1.problems[0].check: expected the index of an element of "checks""#
        ),
        (#""seen":{"e":-1}"#, "h:1.seen: expected an object whose values are numbers of events"),
    ])
    func aWrongMemberIsAnErrorWithItsPlace(members: String, message: String) {
        let line = #"{"history":1,"id":"1","started":"2026-11-23T04:00:00Z",\#(members)}"#
        do throws(DocumentError) {
            _ = try HistoryEntry(line: line.utf8, place: "h:1")
            Issue.record("expected an error")
        } catch {
            #expect("\(error)" == message)
        }
    }
}
