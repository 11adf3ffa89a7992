import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofPlanning
import TrackproofPlans
import TrackproofSnapshots

@testable import TrackproofReports

@Suite("Formats of a report")
struct RenderingTests {
    /// Returns a report with one difference of each kind.
    private func report(seconds: Double? = nil, failures: [String] = []) -> Report {
        let expected = Snapshot(
            [
                Event("started"), Event("finished"), Event("lost", ["id": 1]),
                Event("bought", ["price": 19.99, "items": .list(["sku": "a"] as EventParameters)]),
                Event("favourite_added", ["point": 302, "total": 1]), Event("home", kind: .screen),
            ], settings: SnapshotSettings(ordered: [["started", "finished"]]))
        let actual = Recording([
            Event("finished"), Event("started"),
            Event("bought", ["price": "19.99", "items": .list(["sku": "b"] as EventParameters)]),
            Event("favorite_added", ["point": 302, "total": 1]), Event("home", kind: .screen),
            Event("home", kind: .screen), Event("clicked", ["x": true]),
        ])
        return Report(
            snapshot: "s.json", recording: "r.ndjson", comparison: Comparison(of: actual, with: expected),
            seconds: seconds, failures: failures)
    }

    private func passed(failures: [String] = []) -> Report {
        Report(
            snapshot: "s.json", recording: "r.ndjson",
            comparison: Comparison(of: Recording([Event("a")]), with: Snapshot([Event("a")])), seconds: 0.25,
            failures: failures)
    }

    /// All forms of reports but pages, which have their own tests.
    private static let kinds = ReportKind.allCases.filter { $0 != .html }

    @Test(arguments: kinds) func eachFormShowsEachKindOfDifference(kind: ReportKind) throws {
        try expectGolden("differences-\(kind)", report(seconds: 1.5).render(kind))
    }

    @Test(arguments: kinds) func eachFormShowsFailures(kind: ReportKind) throws {
        let report = passed(failures: ["wire:x: rejected: a|b", "late"])
        #expect(!report.isPassed)
        try expectGolden("failures-\(kind)", report.render(kind))
    }

    @Test(arguments: kinds) func eachFormShowsSuccess(kind: ReportKind) throws {
        try expectGolden("success-\(kind)", passed().render(kind))
    }

    @Test func aComparisonAloneIsOneLineOfJSON() throws {
        try expectGolden("comparison", try #require(report().sections.first as? ComparisonSection).json)
    }

    @Test func failuresAreShownBesideDifferences() {
        let report = report(failures: ["late"])
        #expect(report.render(.text).hasSuffix("+ unexpected track clicked {x: true}\n! late\n"))
        #expect(report.render(.junit).contains(#"tests="7" failures="7""#))
        #expect(report.render(.github).split(separator: "\n").count == 7)
        #expect(report.render(.markdown).contains("against `s.json`\n\n- `late`\n\n| | event"))
    }

    @Test(arguments: kinds) func eachFormShowsWhatWasNeverSeen(kind: ReportKind) throws {
        let items = [
            HTMLSamples.item(.event, "login"), HTMLSamples.item(.parameter, "login", "method", parent: 0),
            HTMLSamples.item(.event, "logout"),
        ]
        let section = HTMLSamples.coverage(items, seen: ["": [0]])
        try expectGolden("coverage-\(kind)", Report(try HTMLSamples.run(), [section]).render(kind))
    }

    // MARK: Limits

    private func missing(_ count: Int) -> Report {
        let names = (0..<count).map { Event("event_\($0)") }
        return Report(
            snapshot: "s.json", recording: "r.ndjson", comparison: Comparison(of: Recording(), with: Snapshot(names)))
    }

    @Test func gitHubShowsAtMostTenAnnotations() {
        let ten = missing(10).render(.github).split(separator: "\n")
        #expect(ten.count == 10)
        #expect(ten[9] == "::error file=s.json,title=missing%3A track event_9::expected but not tracked: track event_9")
        let many = missing(11).render(.github).split(separator: "\n")
        #expect(many.count == 10)
        #expect(
            many[9] == "::error file=s.json,title=trackproof::11 differences (11 missing), 0 events match")
    }

    @Test func gitHubShowsAtMostTenAnnotationsOfAllSections() throws {
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

    @Test func junitShowsFailuresBeforeDifferences() throws {
        let text = report(failures: ["late"]).render(.junit)
        let failure = try #require(text.firstRange(of: #"name="late""#))
        let difference = try #require(text.firstRange(of: #"name="moved track finished""#))
        #expect(failure.lowerBound < difference.lowerBound)
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
