import Foundation
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

    @Test func textShowsEachKindOfDifference() {
        #expect(
            report().render(.text) == #"""
                6 differences (1 missing, 1 unexpected, 1 changed, 1 renamed, 1 duplicated, 1 moved), 2 events match

                  … 1 event unchanged
                ↕ moved      track finished  (expected at position 2, tracked at position 1)
                - missing    track lost {id: 1}
                ~ changed    track bought
                    - price: 19.99
                    + price: "19.99"  (number became string)
                    - items.0.sku: "a"
                    + items.0.sku: "b"
                ~ renamed    track favourite_added → track favorite_added
                  … 1 event unchanged
                + duplicated screen home
                + unexpected track clicked {x: true}

                """#)
    }

    @Test func failuresAreShownInEachFormat() {
        let report = passed(failures: ["wire:x: rejected: a|b", "late"])
        #expect(!report.isPassed)
        #expect(report.render(.text) == "1 event as expected\n! wire:x: rejected: a|b\n! late\n")
        #expect(
            report.render(.json) == #"""
                {"report":1,"passed":false,"summary":"2 failures","runs":[{"id":"run-1","name":"r.ndjson",\#
                "started":"2026-01-02T03:04:05.000Z","seconds":0.25,"failures":[]}],"sections":[{"comparison":1,\#
                "snapshot":"s.json","recording":"r.ndjson","matched":1,"differences":[],"unchangedAfter":1,\#
                "failures":["wire:x: rejected: a|b","late"]}]}

                """#)
        #expect(
            report.render(.markdown) == #"""
                ### ❌ 2 failures

                `r.ndjson` against `s.json`

                - `wire:x: rejected: a\|b`
                - `late`

                """#)
        #expect(
            report.render(.github) == """
                ::error file=s.json,title=trackproof::wire:x: rejected: a|b
                ::error file=s.json,title=trackproof::late

                """)
        #expect(report.render(.junit).contains(#"tests="2" failures="2""#))
        #expect(report.render(.junit).contains(#"<failure type="failure" message="late">late</failure>"#))
    }

    @Test func failuresAreShownBesideDifferences() {
        let report = report(failures: ["late"])
        #expect(report.render(.text).hasSuffix("+ unexpected track clicked {x: true}\n! late\n"))
        #expect(report.render(.junit).contains(#"tests="7" failures="7""#))
        #expect(report.render(.github).split(separator: "\n").count == 7)
        #expect(report.render(.markdown).contains("against `s.json`\n\n- `late`\n\n| | event"))
    }

    private func comparison(_ report: Report) -> ComparisonSection? {
        report.sections.first as? ComparisonSection
    }

    @Test func jsonShowsEachKindOfDifference() {
        #expect(
            comparison(report())?.json == #"""
                {"comparison":1,"matched":2,"differences":[{"kind":"moved","expected":{"kind":"track",\#
                "name":"finished","parameters":{}},"actual":{"kind":"track","name":"finished","parameters":{}},\#
                "position":{"expected":1,"actual":0},"parameters":[]},{"kind":"missing","expected":{"kind":"track",\#
                "name":"lost","parameters":{"id":1}},"actual":null,"position":{"expected":2,"actual":null},\#
                "parameters":[]},{"kind":"changed","expected":{"kind":"track","name":"bought",\#
                "parameters":{"price":19.99,"items":[{"sku":"a"}]}},"actual":{"kind":"track","name":"bought",\#
                "parameters":{"price":"19.99","items":[{"sku":"b"}]}},"position":{"expected":3,"actual":2},\#
                "parameters":[{"path":"price","change":"type","expected":19.99,"actual":"19.99"},\#
                {"path":"items.0.sku","change":"value","expected":"a","actual":"b"}]},{"kind":"renamed",\#
                "expected":{"kind":"track","name":"favourite_added","parameters":{"point":302,"total":1}},\#
                "actual":{"kind":"track","name":"favorite_added","parameters":{"point":302,"total":1}},\#
                "position":{"expected":4,"actual":3},"parameters":[]},{"kind":"duplicated",\#
                "expected":{"kind":"screen","name":"home","parameters":{}},"actual":{"kind":"screen","name":"home",\#
                "parameters":{}},"position":{"expected":5,"actual":5},"parameters":[]},{"kind":"unexpected",\#
                "expected":null,"actual":{"kind":"track","name":"clicked","parameters":{"x":true}},\#
                "position":{"expected":null,"actual":6},"parameters":[]}]}

                """#)
    }

    @Test func markdownShowsEachKindOfDifference() {
        #expect(
            report().render(.markdown) == #"""
                ### ❌ 6 differences (1 missing, 1 unexpected, 1 changed, 1 renamed, 1 duplicated, 1 moved), 2 \#
                events match

                `r.ndjson` against `s.json`

                | | event | expected | found |
                |---|---|---|---|
                | **moved** | `track finished` | position 2 | position 1 |
                | **missing** | `track lost` | `{id: 1}` | nothing |
                | **changed** | `track bought` | `price` `19.99` | `price` `"19.99"` |
                |  |  | `items.0.sku` `"a"` | `items.0.sku` `"b"` |
                | **renamed** | `track favourite_added → track favorite_added` | `{point: 302, total: 1}` | \#
                `{point: 302, total: 1}` |
                | **duplicated** | `screen home` | fewer | `home` |
                | **unexpected** | `track clicked` | nothing | `{x: true}` |

                """#)
    }

    @Test func junitShowsEachKindOfDifference() {
        #expect(
            report(seconds: 1.5).render(.junit) == #"""
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="trackproof" tests="6" failures="6" time="1.500">
                  <testsuite name="s.json" tests="6" failures="6" errors="0" skipped="0" time="1.500">
                    <testcase classname="s.json" name="moved track finished" time="0">
                      <failure type="moved" message="tracked out of order: track finished">tracked out of order: \#
                track finished</failure>
                    </testcase>
                    <testcase classname="s.json" name="missing track lost" time="0">
                      <failure type="missing" message="expected but not tracked: track lost {id: 1}">expected but \#
                not tracked: track lost {id: 1}</failure>
                    </testcase>
                    <testcase classname="s.json" name="changed track bought" time="0">
                      <failure type="changed" message="price: expected 19.99, found &quot;19.99&quot; (number \#
                became string); items.0.sku: expected &quot;a&quot;, found &quot;b&quot;">price: expected 19.99, \#
                found &quot;19.99&quot; (number became string); items.0.sku: expected &quot;a&quot;, found \#
                &quot;b&quot;</failure>
                    </testcase>
                    <testcase classname="s.json" name="renamed track favourite_added → track favorite_added" \#
                time="0">
                      <failure type="renamed" message="tracked under another name">tracked under another \#
                name</failure>
                    </testcase>
                    <testcase classname="s.json" name="duplicated screen home" time="0">
                      <failure type="duplicated" message="tracked more often than expected: screen home">tracked \#
                more often than expected: screen home</failure>
                    </testcase>
                    <testcase classname="s.json" name="unexpected track clicked" time="0">
                      <failure type="unexpected" message="tracked but not expected: track clicked {x: \#
                true}">tracked but not expected: track clicked {x: true}</failure>
                    </testcase>
                  </testsuite>
                </testsuites>

                """#)
    }

    @Test func gitHubShowsEachKindOfDifference() {
        #expect(
            report().render(.github) == #"""
                ::error file=s.json,title=moved%3A track finished::tracked out of order: track finished
                ::error file=s.json,title=missing%3A track lost::expected but not tracked: track lost {id: 1}
                ::error file=s.json,title=changed%3A track bought::price: expected 19.99, found "19.99" (number \#
                became string); items.0.sku: expected "a", found "b"
                ::error file=s.json,title=renamed%3A track favourite_added → track favorite_added::tracked under \#
                another name
                ::error file=s.json,title=duplicated%3A screen home::tracked more often than expected: screen home
                ::error file=s.json,title=unexpected%3A track clicked::tracked but not expected: track clicked {x: \#
                true}

                """#)
    }

    @Test(arguments: [
        (ReportKind.text, "1 event as expected\n"),
        (.markdown, "### ✅ 1 event as expected\n\n`r.ndjson` matches `s.json`.\n"),
        (.github, "::notice title=trackproof::s.json: 1 event as expected\n"),
        (
            .junit,
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="trackproof" tests="1" failures="0" time="0.250">
              <testsuite name="s.json" tests="1" failures="0" errors="0" skipped="0" time="0.250">
                <testcase classname="s.json" name="1 event as expected" time="0"/>
              </testsuite>
            </testsuites>

            """
        ),
    ])
    func aReportWithoutDifferencesShowsSuccess(kind: ReportKind, expected: String) {
        #expect(passed().render(kind) == expected)
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
