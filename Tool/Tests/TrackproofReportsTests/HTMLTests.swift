import Crypto
import Foundation
import Testing
import Trackproof
import TrackproofPlans
import TrackproofSnapshots

@testable import TrackproofReports
import TrackproofPlanning

/// Tests of the content of a report's HTML page.
@Suite("HTML page of a report")
struct HTMLTests {
    private func contains(_ html: String, _ parts: String..., location: SourceLocation = #_sourceLocation) {
        for part in parts where !html.contains(part) { Issue.record("no \(part)", sourceLocation: location) }
    }

    // MARK: Document

    @Test func theHeadIsolatesThePage() throws {
        let html = Report(try HTMLSamples.run(), []).html
        #expect(html.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"))
        contains(
            html, "<title>Nothing was checked - Trackproof</title>", "<meta name=\"viewport\"",
            "<h1 id=\"title-summary\">",
            "content=\"default-src 'none'; style-src 'sha256-", "base-uri 'none'; form-action 'none'\">")
        #expect(!html.contains("unsafe-"))
    }

    @Test func thePolicyHasTheHashesOfTheStyleAndTheScript() throws {
        let html = Report(try HTMLSamples.run(), []).html
        let style = try #require(html.firstMatch(of: /<style>([\s\S]*?)<\/style>/)).1
        let script = try #require(html.firstMatch(of: /<script>([\s\S]*?)<\/script>/)).1
        contains(
            html, "style-src 'sha256-\(hash(style))'", "script-src 'sha256-\(hash(script))'")
    }

    private func hash(_ text: Substring) -> String { Data(SHA256.hash(data: Data(text.utf8))).base64EncodedString() }

    @Test func thePageIsTheSameEachTime() throws {
        #expect(try HTMLSamples.hostile().html == HTMLSamples.hostile().html)
    }

    // MARK: Summary

    @Test func theSummaryTellsWhatIsWrongInPlainWords() throws {
        let expected = [Event("purchase", ["total": 5]), Event("login", ["method": "email"]), .screen("Home")]
        let actual = [Event("login", ["method": "google"]), .screen("Home"), .screen("Home")]
        let items = [HTMLSamples.item(.event, "purchase", owner: "checkout")]
        var report = Report(
            try HTMLSamples.run(),
            [
                HTMLSamples.comparison(expected, actual),
                HTMLSamples.coverage(items, seen: [:], minimum: 50),
            ])
        report.owners = EventOwners(events: ["purchase": "checkout"])
        let html = report.html
        contains(
            html, "<h1 id=\"title-summary\">The analytics events are not as expected</h1>",
            "<li>The event <strong>purchase</strong> was not tracked. <span class=\"chip\">owner: checkout</span></li>",
            "<li>The event <strong>login</strong> was tracked with another value than expected: <code>method</code>.</li>",
            "<li>The screen <strong>Home</strong> was tracked more often than expected.</li>",
            "<li>The recordings show only 0 % of the plan.</li>")
    }

    @Test func equalProblemsAreCounted() throws {
        let html = Report(
            try HTMLSamples.run(), [HTMLSamples.comparison([Event("a"), Event("a"), Event("a")], [])]
        ).html
        contains(html, "<li>The event <strong>a</strong> was not tracked. <span class=\"count\">3 times</span></li>")
    }

    @Test func onlyWebAddressesAreLinks() throws {
        let safe = [
            "https://ci.example/job/1?a=b&c=d#e", "http://localhost:8080/", "HTTPS://EXAMPLE.COM", "https://[::1]/",
        ]
        for url in safe { #expect(url.webHost != nil, "\(url)") }
        let unsafe = [
            "javascript:alert(1)", "data:text/html,x", "//example.com", "https://", "https:///x", "https://:80/",
            "https://good.example@evil.example/", "https://example.com/\"x", "https://example.com/ x", "file:///etc",
            "https://exämple.com/", "\u{1}https://example.com", "vbscript:x", "",
            "https://example.com/" + String(repeating: "x", count: 2_000),
        ]
        for url in unsafe { #expect(url.webHost == nil, "\(url)") }
        let html = Report(try HTMLSamples.run(job: CIJob(server: "GitHub", url: safe[0])), []).html
        contains(
            html,
            "<a href=\"https://ci.example/job/1?a=b&amp;c=d#e\" rel=\"noopener noreferrer nofollow\">GitHub</a>")
        #expect(!Report(try HTMLSamples.run(job: CIJob(server: "x", url: unsafe[0])), []).html.contains("javascript:"))
    }

    @Test func severalRunsAreATable() throws {
        var (first, second) = (try HTMLSamples.run(), try HTMLSamples.run())
        (first.name, second.name) = ("one", "two")
        second.failures = ["The command failed."]
        let html = Report(runs: [first, second], []).html
        contains(
            html, "<h2>2 runs</h2>", "<tr><th scope=\"row\">two</th><td><time datetime=\"2026-11-18T11:06:40.000Z\">")
        contains(html, "<li>two: The command failed.</li>")
    }

    // MARK: Differences

    @Test func parametersAreSideBySide() throws {
        let expected = Event("login", ["method": "email", "count": 1, "user.id": "x", "gone": true])
        let actual = Event("login", ["method": "google", "count": 1, "user.id": "x", "new": 2.5])
        let html = Report(try HTMLSamples.run(), [HTMLSamples.comparison([expected], [actual])]).html
        contains(
            html,
            """
            <tr class="differs"><th scope="row">method</th><td><code>&quot;email&quot;</code></td>\
            <td><code>&quot;google&quot;</code></td><td><span class="mark">other value</span></td></tr>
            <tr class="same"><th scope="row">count</th><td><code>1</code></td><td><code>1</code></td><td>same</td></tr>
            <tr class="same"><th scope="row">user.id</th>
            """,
            """
            <tr class="differs"><th scope="row">gone</th><td><code>true</code></td>\
            <td><span class="dim">nothing</span></td><td><span class="mark">missing</span></td></tr>
            <tr class="differs"><th scope="row">new</th><td><span class="dim">nothing</span></td>\
            <td><code>2.5</code></td><td><span class="mark">not expected</span></td></tr>
            """)
    }

    @Test func lookalikesAreSpelledOut() throws {
        let html = Report(
            try HTMLSamples.run(),
            [
                HTMLSamples.comparison([Event("e", ["name": "Zo\u{EB}"])], [Event("e", ["name": "Zoe\u{308}"])])
            ]
        ).html
        contains(html, "<code>&quot;Zo\\u{eb}&quot;</code>", "<code>&quot;Zoe\\u{308}&quot;</code>", "other characters")
    }

    /// Tests that the page escapes what a reader cannot see, as the text report does.
    @Test func unseenCharactersAreEscaped() throws {
        let event = Event("e", [" a": .string("\u{301}x\u{A0}")])
        let report = Report(try HTMLSamples.run(), [HTMLSamples.comparison([event], [])])
        contains(report.html, "<code>&quot;\\u{301}x\\u{a0}&quot;</code>")
        contains(report.render(.text), #"- missing    track e {\u{20}a: "\u{301}x\u{a0}"}"#)
    }

    @Test func eventsAroundADifferenceAreShown() throws {
        let events = (1...9).map { Event("event_\($0)") }
        var actual = events
        actual[4].parameters["x"] = .integer(1)
        let run = try HTMLSamples.run(HTMLSamples.recording(HTMLSamples.recorded(actual)))
        let html = Report(run, [HTMLSamples.comparison(events, actual)]).html
        let list = try #require(html.firstMatch(of: /<ol class="around">([\s\S]*?)<\/ol>/)).1
        #expect(list.matches(of: /event_(\d)/).map { String($0.1) } == ["3", "4", "5", "6", "7"])
        contains(html, "<li aria-current=\"true\"><span class=\"dim\">5</span>")
    }

    /// Tests that a delivery shows no events of the recording, because its positions count only what the SDK sent.
    @Test func eventsAroundADifferenceOfADeliveryAreNotShown() throws {
        let events = (1...9).map { Event("event_\($0)") }
        var actual = events
        actual[4].parameters["x"] = .integer(1)
        let run = try HTMLSamples.run(HTMLSamples.recording(HTMLSamples.recorded(actual)))
        let section = ComparisonSection(
            snapshot: "app", recording: "wire:segment",
            comparison: Comparison(of: Recording(actual), with: Snapshot(events)), redactedBy: nil,
            isDelivery: true)
        #expect(!Report(run, [section]).html.contains("<ol class=\"around\">"))
    }

    // MARK: Plans

    @Test func findingsAreGroupedByEvent() throws {
        let html = Report(
            try HTMLSamples.run(),
            [
                HTMLSamples.findings([
                    HTMLSamples.finding(
                        .notInEnum, "purchase", "method", expected: "one of \"card\"", found: "\"crad\"",
                        nearest: "card", owner: "checkout", count: 3),
                    HTMLSamples.finding(.missing, "purchase", "total", expected: "a number", found: "nothing"),
                ])
            ]
        ).html
        contains(
            html,
            "<tr><th scope=\"rowgroup\" colspan=\"6\">purchase <span class=\"chip\">owner: checkout</span></th></tr>",
            "<td>one of &quot;card&quot;<br>Did you mean <code>card</code>?</td><td><code>&quot;crad&quot;</code></td>",
            "<td class=\"number\">3<br><span class=\"dim\">25.0 %</span></td>", "plan: plan.yaml:12:3",
            "<li>The event <strong>purchase</strong> lacks the parameter <code>total</code>.</li>")
        #expect(html.ranges(of: "scope=\"rowgroup\"").count == 1)
    }

    @Test func coverageIsAGrid() throws {
        let items = [
            HTMLSamples.item(.event, "login"), HTMLSamples.item(.parameter, "login", "method", parent: 0),
            HTMLSamples.item(.value, "login", "method", detail: "\"sms\"", parent: 1),
        ]
        let html = Report(
            try HTMLSamples.run(), [HTMLSamples.coverage(items, seen: ["ios": [0, 1], "tv": [0]])]
        ).html
        contains(
            html,
            """
            <tr><th scope="row">login</th><td class="number">2 of 3</td><td><ul class="cells">
            <li>event<span class="hidden">, seen</span></li>
            <li class="partly">method, not on tv</li>
            <li class="never">method = &quot;sms&quot;<span class="hidden">, never seen</span></li>
            </ul></td></tr>
            """)
    }

    // MARK: History and events

    @Test func historyIsAChartAndTables() throws {
        let runs = try (0..<3).map { try HTMLSamples.historyRun($0, differences: $0, findings: 0, coverage: 50) }
        var report = Report(try HTMLSamples.run(), [])
        report.history = HistorySummary(
            runs: runs,
            problems: [
                .init(event: "track a", kind: "missing", state: .flaky, since: runs[1], failureCount: 2, runCount: 3)
            ], lastSeen: [])
        let html = report.html
        contains(
            html, "role=\"img\" aria-labelledby=\"chart-title\"",
            "<td><span class=\"chip\" data-state=\"flaky\">flaky</span></td><th scope=\"row\">track a</th>",
            "<td class=\"number\">2 of 3</td>", "<td class=\"number\">50 %</td>")
        #expect(html.ranges(of: "<rect ").count == 9)
    }

    @Test func numbersFromOutsideDoNotStopThePage() throws {
        var run = try HTMLSamples.historyRun(0, differences: .max, findings: .min, coverage: .nan)
        run.seconds = -.infinity
        var other = run
        (other.coverage, other.seconds, other.findingCount) = (1e308, 1e308, .max)
        var report = Report(try HTMLSamples.run(), [])
        report.runs[0].seconds = .infinity
        report.history = HistorySummary(runs: [run, other], problems: [], lastSeen: [])
        #expect(report.html.contains("<rect "))
    }

    @Test func eventsAreATable() throws {
        let events = try HTMLSamples.recorded(
            [
                .identify("user-1", ["plan": "free"]),
                Event("a", ["list": EventValue.array([.integer(1), .null, .string("\"x\"")])]),
            ])
        let html = Report(try HTMLSamples.run(HTMLSamples.recording(events)), []).html
        contains(
            html,
            """
            <tr><td class="number">2</td><td><time datetime="2026-11-18T11:06:41.000Z">11:06:41.000</time></td>\
            <td>app</td><td><span class="chip" data-kind="track">track</span></td><th scope="row">a</th>\
            <td><code>list: [1, null, &quot;\\&quot;x\\&quot;&quot;]</code></td></tr>
            """, "<th scope=\"row\">identify <span class=\"dim\">user-1</span></th>",
            "<div class=\"tools\" id=\"filters\" role=\"search\" hidden>", "<option>app</option>")
    }
}
