import Foundation
import TestSupport
import Testing
import Trackproof
import TrackproofJSON
@testable import TrackproofReports
import TrackproofSnapshots

@Suite("Reading and merging JSON reports")
struct ReportReadingTests {
    private func read(_ json: String) throws -> Report { try Report(json: Array(json.utf8), file: "r.json") }

    private func message(_ json: String) throws -> String {
        "\(try #require(#expect(throws: (any Error).self) { try read(json) }))"
    }

    /// Tests durations that are between two texts, and so near to the border that JSON's rounding could move them.
    @Test(arguments: [0.0346, 0.0046, 9.99499, 59.4996])
    func aReportFromJSONHasTheSameDuration(seconds: Double) throws {
        let report = Report(ReportedRun(id: "1", name: "r", seconds: seconds), [])
        #expect(try read(report.render(.json)).html == report.html)
    }

    @Test func invalidReportsAreErrorsWithTheirPlaces() throws {
        try expectTranscript("refused-reports") { try message($1[0]) }
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
        #expect(try message(changed(members, "sections", .array([])).json).hasPrefix("r.json: summary: expected"))
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
        // A run that was merged cannot be added again.
        var other = self.report("1", ["a"])
        #expect(throws: DocumentError.self) { try other.merge(report) }
        #expect(other.runs.count == 1)
    }
}
