import _TrackproofTestSupport
import Foundation
import Testing
import TrackproofJSON
import Trackproof
@testable import TrackproofReports
import TrackproofSnapshots

@Suite("Reading and merging JSON reports")
struct ReportReadingTests {
    private func read(_ json: String) throws -> Report { try Report(json: Array(json.utf8), file: "r.json") }

    private func message(_ json: String) -> String {
        do {
            _ = try read(json)
            return ""
        } catch {
            return "\(error)"
        }
    }

    /// Tests durations that are between two texts, and so near to the border that JSON's rounding could move them.
    @Test(arguments: [0.0346, 0.0046, 9.99499, 59.4996])
    func aReportFromJSONHasTheSameDuration(seconds: Double) throws {
        let report = Report(ReportedRun(id: "1", name: "r", seconds: seconds), [])
        #expect(try read(report.render(.json)).html == report.html)
    }

    /// Tests a report with one difference of each kind, a run with all properties, and events. When the report is
    /// written as JSON and read again, it is the same.
    @Test func aReportIsTheSameAfterReading() throws {
        let expected = Snapshot([
            Event("lost"), Event("bought", ["price": 19.99, "nothing": EventValue.null, "id": "a"]), Event("same"),
            .identify("u1", ["plan": "free"]), Event("caf\u{E9}"),
        ])
        let actual = Recording([
            Event("bought", ["price": 20, "id": "b"]), Event("same"), Event("same"), .identify("u1", ["plan": "pro"]),
            Event("cafe\u{301}", ["\u{E9}": 1]), Event("new", kind: .screen),
        ])
        let run = ReportedRun(
            id: "7", name: "shard 1", seconds: 1.5, revision: "abc", branch: "main",
            job: CIJob(server: "GitHub", url: "https://example.com/1"), failures: ["late"],
            recording: ReportedRecording(
                eventCount: 6, events: actual.events.enumerated().map { .init(number: $0 + 1, event: $1) }))
        let section = ComparisonSection(
            snapshot: "s.json", recording: "r", comparison: Comparison(of: actual, with: expected), redactedBy: nil,
            failures: ["x"])
        var report = Report(run, [section])
        report.problems = ["a run is missing"]
        let read = try read(report.render(.json))
        #expect(read.runs == report.runs)
        for kind in ReportKind.allCases { #expect(read.render(kind) == report.render(kind)) }
    }

    @Test func invalidReportsAreErrorsWithTheirPlaces() throws {
        try expectTranscript("refused-reports") { message($1[0]) }
    }

    /// Tests each way to lose a part of a report that failed.
    @Test func aReportThatLostAPartIsAnError() throws {
        let comparison = Comparison(of: Recording([]), with: Snapshot([Event("a")]))
        let section = ComparisonSection(snapshot: "s", recording: "r", comparison: comparison, redactedBy: nil)
        let report = Report(ReportedRun(id: "1", name: "n", failures: ["late"]), [section])
        let members = report.members
        _ = try read(EventValue.object(members).json)
        /// Returns each copy of a value in which one member of an object or one element of a list is lost or empty.
        func losses(_ value: EventValue) -> [EventValue] {
            switch value {
            case .object(let members):
                members.flatMap { member in
                    [nil, EventValue.null].map { changed(members, member.name, $0) }
                        + losses(member.value).map { changed(members, member.name, $0) }
                }
            case .array(let values) where values.count > 0:
                [.array([])] + losses(values[0]).map { .array([$0] + values.dropFirst()) }
            default: []
            }
        }
        func changed(_ members: EventParameters, _ name: String, _ value: EventValue?) -> EventValue {
            var members = members
            members[name] = value
            return .object(members)
        }
        let all = losses(.object(members))
        #expect(all.count > 20)
        for json in all.map(\.json) {
            if let read = try? read(json) { #expect(!read.isPassed, "\(json)") }
        }
        for name in ["runs", "sections", "passed", "summary"] {
            #expect(message(changed(members, name, nil).json) == "r.json: \(name): is missing")
            #expect(message(changed(members, name, .null).json) == "r.json: \(name): is missing")
        }
        #expect(message(changed(members, "sections", .array([])).json).hasPrefix("r.json: summary: expected"))
    }

    private func report(_ id: String, _ names: [String]) -> Report {
        let comparison = Comparison(of: Recording(names.map { Event($0) }), with: Snapshot([Event("a")]))
        let section = ComparisonSection(snapshot: "s.json", recording: "r", comparison: comparison, redactedBy: nil)
        return Report(ReportedRun(id: id, name: "shard \(id)"), [section])
    }

    @Test func runsAreMergedOnce() throws {
        var report = report("1", ["a"])
        try report.merge(self.report("2", ["b"]))
        try report.merge(self.report("1", ["a"]))
        #expect(report.runs.map(\.name) == ["shard 1", "shard 2"])
        #expect(report.headline == "1 of 2 checks failed")
        #expect(!report.isPassed)
        #expect(report.render(.junit).contains(#"<testsuites name="trackproof" tests="3" failures="2""#))
    }

    @Test func aRunThatWasMergedCannotBeAddedAgain() throws {
        var merged = report("1", ["a"])
        try merged.merge(report("2", ["a"]))
        var other = report("1", ["a"])
        #expect(throws: DocumentError.self) { try other.merge(merged) }
        #expect(other.runs.count == 1)
    }
}
