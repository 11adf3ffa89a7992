import Testing
import Trackproof
import TrackproofArchives
import TrackproofJSON
import TrackproofPlanning
import TrackproofPlans
import TrackproofSnapshots
@testable import TrackproofReports

/// Tests of reports about archives, which show findings over time, by version and by platform.
struct ArchiveReportTests {
    /// Returns a report about an event `e` whose parameter `v` is null in some events.
    private func report(_ archive: String) throws -> Report {
        let summary = try ArchiveSummary(
            DocumentObject(EventValue(json: Array(archive.utf8), of: "archive"), at: "archive:"))
        let finding = PlanFinding(
            id: .null, severity: .error, event: "e", path: "v", expected: "a string", found: "null")
        let group = FindingGroup(
            finding, count: 3, eventCount: 3, first: EventPlace("a", number: 1), last: EventPlace("a", number: 9),
            samples: ["null"])
        let tally = CheckTally(
            eventCount: 10, fittingCount: 7, eventCounts: ["e": 10], groups: [group])
        let section = FindingsSection(plan: "plan.yaml", recordings: ["a"], tally: tally, archive: summary)
        return Report(try HTMLSamples.run(), [section])
    }

    private func archive(
        versions: String = #"{"1.9":4,"1.10":6}"#, platforms: String = #"{"ios":5,"android":5}"#,
        periods: String = #"{"2026-11-01":5,"2026-11-02":5}"#, layout: String = "segment", blind: String = "{}"
    ) -> String {
        """
        {"records":10,"bytes":100,"layouts":["\(layout)"],"blind":\(blind),"resolution":"day",
        "all":{"versions":\(versions),"platforms":\(platforms),"periods":\(periods)},
        "events":{"e":{"versions":\(versions),"platforms":\(platforms),"periods":\(periods)}},
        "findings":[{"event":"e","path":"v","id":"null","versions":{"1.10":3},"platforms":{"ios":3},
        "periods":{"2026-11-02":3},"firstTime":"2026-11-02T08:00:00.000Z","lastTime":"2026-11-02T09:00:00.000Z"}]}
        """
    }

    @Test func thePageHasTheShareOfEachDayVersionAndPlatform() throws {
        let page = try report(archive()).html
        #expect(page.contains("<title>2026-11-01: 0 of 5, 0 %</title>"))
        #expect(page.contains("<title>2026-11-02: 3 of 5, 60.0 %</title>"))
        #expect(
            page.contains(
                "First 2026-11-02T08:00:00.000Z, last 2026-11-02T09:00:00.000Z. Highest: 60.0 % (2026-11-02)."))
        // The newest version comes first: 1.10 is newer than 1.9.
        let newest = try #require(page.firstRange(of: #"<th scope="row">1.10</th><td class="number">3</td>"#))
        let oldest = try #require(page.firstRange(of: #"<th scope="row">1.9</th><td class="number">0</td>"#))
        #expect(newest.lowerBound < oldest.lowerBound)
        #expect(page.contains(#"<th scope="row">android</th><td class="number">0</td><td class="number">5</td>"#))
    }

    @Test func whatIsTheSameForAllEventsIsLeftOut() throws {
        let same = archive(versions: #"{"1.10":10}"#, platforms: #"{"ios":10}"#, periods: #"{"2026-11-02":10}"#)
        let report = try report(same)
        #expect(!report.html.contains("Share over time"))
        #expect(!report.text(TextStyle()).contains("version"))
        #expect(report.text(TextStyle()).contains("in 3 events (30.0 %): a#1 … a#9\n"))
    }

    @Test func manyDaysAreJoined() throws {
        let days = (1...28).flatMap { day in (1...12).map { (day, $0) } }.map { day, month in
            #""2025-\#(month < 10 ? "0" : "")\#(month)-\#(day < 10 ? "0" : "")\#(day)":2"#
        }
        let page = try report(archive(periods: "{" + days.joined(separator: ",") + #","2026-11-02":4}"#)).html
        #expect(page.contains("<title>2025-12: 0 of 56, 0 %</title>"))
        #expect(page.contains("<title>2026-11: 3 of 4, 75.0 %</title>"))
    }

    @Test func textsFromTheArchiveAreNotMarkup() throws {
        let page = try report(
            archive(versions: #"{"<script>":4,"1.10":6}"#, platforms: #"{"</td><b>":5,"ios":5}"#)
        ).html
        #expect(page.contains("&lt;script&gt;") && page.contains("&lt;/td&gt;&lt;b&gt;"))
        #expect(!page.contains("</td><b>"))
    }

    /// The archive of this test has findings of the kind `null`.
    @Test func theReportSaysWhatTheLayoutCannotShow() throws {
        let report = try report(archive(layout: "ga4", blind: #"{"ga4":["null","wrong-type","integer-as-float"]}"#))
        #expect(
            report.html.contains(
                "In the layout ga4, the check cannot detect these findings: wrong-type, integer-as-float."))
        #expect(
            report.text(TextStyle()).hasSuffix(
                "\nin the layout ga4, the check cannot detect these findings: wrong-type, integer-as-float\n"))
    }

    @Test func theJSONFormIsReadAgain() throws {
        let report = try report(archive())
        let copy = try Report(json: Array(report.render(.json).utf8), file: "r.json")
        #expect(copy.render(.json) == report.render(.json))
        var merged = report
        var other = copy
        other.runs[0].id = "2"
        try merged.merge(other)
        guard let section = merged.sections.first as? FindingsSection else { return }
        #expect(section.archive?.recordCount == 20)
        #expect(section.archive?.breakdown.facet(ofEvent: "e")?.versions == ["1.9": 8, "1.10": 12])
    }
}
