import Foundation
import TestSupport
import Testing
import Trackproof
import TrackproofPlanning
import TrackproofPlans
import TrackproofSnapshots

@testable import TrackproofReports

@Suite("Formats of a report")
struct RenderingTests {
    @Test(arguments: SampleReports.all.keys.sorted(), ReportKind.allCases)
    func eachFormIsAsAccepted(name: String, kind: ReportKind) throws {
        let report = try #require(SampleReports.all[name])
        var text = try report().render(kind)
        if kind == .html {
            // The style and the script are files of the sources, and `HTMLTests` compares their hashes.
            text.replace(/<(style|script)>[\s\S]*?<\/(style|script)>/, with: "")
            text.replace(/'sha256-[^']*'/, with: "HASH")
        }
        try expectGolden("\(name)-\(kind)", text)
    }

    /// Tests that a report is the same after it was written as JSON and read again.
    @Test(arguments: SampleReports.all.keys.sorted()) func aReportIsTheSameAfterReading(name: String) throws {
        let make = try #require(SampleReports.all[name])
        let report = try make()
        let read = try Report(json: Array(report.render(.json).utf8), file: "r.json")
        #expect(read.runs == report.runs && read.history == report.history && read.owners == report.owners)
        for kind in ReportKind.allCases { #expect(read.render(kind) == report.render(kind), "\(kind)") }
    }

    @Test func aComparisonAloneIsOneLineOfJSON() throws {
        let section = try #require(SampleReports.differences().sections.first as? ComparisonSection)
        try expectGolden("comparison", section.json)
    }

    @Test func failuresAreShownBesideDifferences() {
        let report = SampleReports.differences(failures: ["late"])
        #expect(report.render(.text).hasSuffix("+ unexpected track clicked {x: true}\n! late\n"))
        let junit = report.render(.junit)
        #expect(junit.contains(#"tests="7" failures="7""#))
        #expect(junit.contains(/name="late"[\s\S]*name="moved track finished"/))
        #expect(report.render(.github).split(separator: "\n").count == 7)
        #expect(report.render(.markdown).contains("against `s.json`\n\n- `late`\n\n| | event"))
    }

    // MARK: Limits

    private func missing(_ count: Int) -> Report {
        let names = (0..<count).map { Event("event_\($0)") }
        return Report(
            snapshot: "s.json", recording: "r.ndjson", comparison: Comparison(of: Recording(), with: Snapshot(names)))
    }

    @Test func gitHubShowsAtMostTenAnnotations() throws {
        let ten = missing(10).render(.github).split(separator: "\n")
        #expect(ten.count == 10)
        #expect(ten[9] == "::error file=s.json,title=missing%3A track event_9::expected but not tracked: track event_9")
        let many = missing(11).render(.github).split(separator: "\n")
        #expect(many.count == 10)
        #expect(
            many[9] == "::error file=s.json,title=trackproof::11 differences (11 missing), 0 events match")
        // All sections share the ten annotations.
        let sections = [5, 6].map { count in
            HTMLSamples.comparison((0..<count).map { Event("event_\($0)") }, [])
        }
        let lines = Report(try HTMLSamples.run(), sections).render(.github).split(separator: "\n")
        #expect(lines.count == 10)
        #expect(lines[9].hasPrefix("::error title=trackproof::"))
    }

    @Test func gitHubShowsTheNumberOfFindingsAtThePlan() throws {
        let groups = (0..<11).map {
            HTMLSamples.finding(.missing, "e\($0)", "p", expected: "a number", found: "nothing")
        }
        let lines = Report(try HTMLSamples.run(), [HTMLSamples.findings(groups)]).render(.github).split(separator: "\n")
        #expect(lines.count == 10)
        #expect(lines[0].hasPrefix("::error file=plan.yaml,line=12,col=3,title=missing%3A e0::"))
        #expect(lines[9] == "::error file=plan.yaml,title=trackproof::11 errors; 9 of 20 events as planned")
    }

    @Test func markdownSaysHowManyRecordingsAreLeftOut() throws {
        var section = HTMLSamples.findings([])
        section.recordings = (1...12).map { "r\($0)" }
        let text = Report(try HTMLSamples.run(), [section]).render(.markdown)
        #expect(text.contains(", `r9`, `r10` and 2 more against `plan.yaml`\n"))
    }

    @Test func gitHubNamesTheSourceOfAResult() throws {
        let section = FindingsSection(
            plan: "plan.yaml", recordings: ["r"], source: EventSource(rawValue: "wire:segment"),
            tally: CheckTally(eventCount: 2, fittingCount: 2, eventCounts: [:], groups: []))
        let text = Report(try HTMLSamples.run(), [section]).render(.github)
        #expect(text == "::notice title=trackproof::plan.yaml, wire:segment: 2 events as planned\n")
    }

    @Test func markdownShowsAtMost100Differences() {
        let text = missing(103).render(.markdown)
        #expect(text.hasSuffix("| **missing** | `track event_99` | `event_99` | nothing |\n\n… and 3 more.\n"))
        #expect(text.split(separator: "\n").filter { $0.hasPrefix("| **") }.count == 100)
    }

    @Test(arguments: [
        ("a", "`a`"), ("a`b", "``a`b``"), ("`a", "`` `a ``"), ("a``b`", "``` a``b` ```"), ("a|b", #"`a\|b`"#),
        (#"a\|b"#, #"`a\ \|b`"#), (#"a\\|b"#, #"`a\\ \|b`"#), ("a\nb\r", #"`a\nb\r`"#),
        ("\u{202E}\u{1B}[2J", #"`\u{202e}\u{1b}[2J`"#), ("</td>", "`</td>`"),
        (String(repeating: "x", count: 501), "`" + String(repeating: "x", count: 500) + "…`"),
    ])
    func aPathStaysInsideItsCodeSpan(path: String, expected: String) {
        let report = Report(
            snapshot: path, recording: "r", comparison: Comparison(of: Recording(), with: Snapshot([Event]())))
        #expect(report.render(.markdown) == "### ✅ 0 events as expected\n\n`r` matches \(expected).\n")
    }

    @Test(arguments: [
        ("plain", "plain"), ("é👩‍👩‍👧 \"quoted\" \\", "é👩‍👩‍👧 \"quoted\" \\"), ("a\nb\rc\td", #"a\nb\rc\td"#),
        ("\u{1B}\u{7F}\u{9B}\u{0}", #"\u{1b}\u{7f}\u{9b}\u{0}"#),
        ("\u{202E}\u{2066}\u{200B}\u{2028}", #"\u{202e}\u{2066}\u{200b}\u{2028}"#),
        ("\u{E0041}", #"\u{e0041}"#),
    ])
    func invisibleCharactersAreEscaped(text: String, expected: String) {
        #expect(text.displayable == expected)
    }
}
