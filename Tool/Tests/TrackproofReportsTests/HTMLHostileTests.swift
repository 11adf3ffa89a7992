import Testing
import Trackproof
import TrackproofJSON
import TrackproofMutation
import TrackproofPlanning
import TrackproofPlans
import TrackproofSnapshots

@testable import TrackproofReports

extension HTMLSamples {
    /// Texts that try to end a tag, a comment, a style or a script, to run a script, or to hide something.
    static let hostileTexts = [
        "</script><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "javascript:alert(1)",
        "</style><style>*{display:none}</style>", "--><!--", "]]>", "<![CDATA[", "\u{202E}gnp.exe", "\u{0}", "\"", "'",
        "{{constructor.constructor('alert(1)')()}}", "expression(alert(1))", "' onmouseover='alert(1)",
        "</title><svg onload=alert(1)>", "&lt;b&gt;&#x3c;", nonCharacters, "\u{85}\u{2028}\n\r\t\u{B}",
        "https://a@evil.example/", "https://example.com/\"onclick=\"alert(1)",
        "data:text/html,<script>alert(1)</script>",
        "\"\u{301}<\u{301}script>", "</table></body>", "`${alert(1)}`", "@import url(//evil.example)",
    ]

    /// Characters that HTML forbids.
    private static let nonCharacters = String(
        String.UnicodeScalarView([0xFFFE, 0x1FFFF, 0xFDD0].compactMap { Unicode.Scalar($0 as UInt32) }))

    /// A text that contains all hostile texts. Every field of the report has it, so the tests check each text in each
    /// field.
    static let hostileText = hostileTexts.joined(separator: " ")

    /// A report in which every text is ``hostileText``.
    static func hostile() throws -> Report {
        let text = hostileText
        let parameters = EventParameters([
            EventParameter(text, .string(text)),
            EventParameter(
                text + "2", .object(EventParameters([EventParameter(text, .array([.string(text), .integer(1)]))]))),
        ])
        var other = parameters
        other[text] = .string("other" + text)
        var recorded = try EventKind.allCases.flatMap { kind in
            try self.recorded([Event(text, parameters, kind: kind)], source: EventSource(rawValue: text))
        }
        for index in recorded.indices {
            recorded[index].event.user = text
            recorded[index].event.encodingError = text
        }
        let recording = recording(recorded)
        let runs = try hostileTexts.enumerated().map { index, url in
            ReportedRun(
                id: "\(index)", name: text, started: try time(0), seconds: 1, revision: text, branch: text,
                job: CIJob(server: text, url: url), failures: [text], recording: recording)
        }
        let event = Event(text, parameters)
        let differences = Difference.Kind.allCases.map { kind in
            Difference(
                kind: kind, expected: kind == .unexpected ? nil : event,
                actual: kind == .missing ? nil : Event(text, other), expectedPosition: 0, actualPosition: 1,
                parameters: [
                    ParameterDifference(
                        path: text, change: .value, expected: .string(text), actual: .string(text), isVolatile: true,
                        hasLookalike: true),
                    ParameterDifference(
                        path: text, change: .type, expected: .string(text), actual: .array([.string(text)]),
                        isVolatile: false, hasLookalike: false),
                ])
        }
        let comparison = ComparisonSection(
            snapshot: text, recording: text,
            comparison: Comparison(matched: 1, differences: differences, unchangedAfter: 0, unexamined: (0, 0)),
            redactedBy: nil, run: "1", failures: [text])
        let groups = FindingID.allCases.flatMap { id in
            [text, ""].map { path in
                FindingGroup(
                    PlanFinding(
                        id: id, severity: .error, event: text, path: path, expected: text, found: text, nearest: text,
                        owner: text, planPlace: PlanPlace(file: text, line: 1, column: 1)),
                    count: 1, eventCount: 1, first: EventPlace(text, number: 1), last: EventPlace(text, number: 2),
                    samples: [text, "2" + text])
            }
        }
        let findings = FindingsSection(
            plan: text, recordings: [text], source: EventSource(rawValue: text),
            tally: CheckTally(
                eventCount: 1, fittingCount: 0, eventCounts: [text: 1], groups: groups, uncounted: [.error: 1]))
        let items = CoverageItem.Kind.allCases.map { kind in
            CoverageItem(
                kind: kind, event: text, path: text, detail: text, owner: text, platforms: [text, "b"],
                place: PlanPlace(file: text, line: 1, column: 1), parent: nil)
        }
        let mutant = SampleReports.mutant(
            Event(text), .null, path: text, survived: 1, hint: text, tests: [text], killer: text)
        let mutants = MutationSection(subject: text, entries: [mutant], minimum: nil, leftOut: [(text, text)])
        let coverage = CoverageSection(
            plan: text,
            coverage: PlanCoverage(
                CoverageMap(items: items), eventCount: 1, unplannedCount: 1, seen: [text: [0, 1], "b": [1]]),
            minimum: 99)
        let names = EventValue.object([text: 4, "1": 6]).json
        let archive = try #require(try SampleReports.archive(versions: names, platforms: names).sections.first)
        let old = HistorySummary.Run(
            id: text, started: try time(0), revision: text, branch: text, isPassed: false, differenceCount: 1,
            findingCount: 1, coverage: 50, seconds: 1)
        var report = Report(runs: runs, [comparison, findings, coverage, mutants, archive])
        report.history = HistorySummary(
            runs: [old],
            problems: HistorySummary.State.allCases.map {
                .init(event: text, kind: text, state: $0, since: old, failureCount: 1, runCount: 2)
            },
            lastSeen: [.init(event: text, time: try time(0))])
        return report
    }
}

/// Tests that text from outside never becomes markup of the page.
@Suite("HTML page with hostile text")
struct HTMLHostileTests {
    /// Returns the tags of a page with their attributes, without the style and the script.
    private static func tags(in html: String) throws -> [String] {
        let style = try #require(html.firstRange(of: /<style>[\s\S]*?<\/style>/))
        let script = try #require(html.firstRange(of: /<script>[\s\S]*?<\/script>/))
        let rest = html[..<style.lowerBound] + html[style.upperBound..<script.lowerBound] + html[script.upperBound...]
        return rest.matches(of: /<[^>]*>/).map { String($0.0) }
    }

    /// Tests that a page with hostile texts has only tags and attributes that a page with harmless texts can have too,
    /// and that each special character in the texts of the page is escaped.
    @Test func hostileTextsAreOnlyTexts() throws {
        let html = try HTMLSamples.hostile().html
        try checkTags(html)
        let body = try #require(html.firstMatch(of: /<\/style>([\s\S]*)<script>/)).1
        let text = body.replacing(/<[^>]*>/, with: "")
        // Without the semantics `unicodeScalar`, a combining mark after an escape would hide the escape's semicolon.
        let special = /(?:&(?!(?:amp|lt|gt|quot|#39);)|[<>"']).{0,20}/.matchingSemantics(.unicodeScalar)
        let unescaped = text.matches(of: special).map { String($0.0) }
        #expect(unescaped == [])
        for scalar in Set(html.unicodeScalars) {
            let isForbidden = scalar.isTerminalControl || scalar.properties.isNoncharacterCodePoint
            #expect(!isForbidden || scalar == "\n", "\(scalar.escapedForDisplay)")
        }
        // If a part of the page does not show the hostile text, the test does not check this part.
        for id in ["summary", "differences", "findings", "coverage", "mutants", "history", "events"] {
            let section = try #require(html.firstMatch(of: try Regex("<section id=\"\(id)\"[\\s\\S]*?</section>"))).0
            #expect(section.contains("&lt;/script&gt;&lt;script&gt;"), "\(id)")
            #expect(section.replacing("<wbr>", with: "").contains("\\u{202e}gnp.exe"), "\(id)")
        }
    }

    private func checkTags(_ html: String) throws {
        let names: Set<String> = [
            "a", "body", "br", "caption", "code", "dd", "details", "div", "dl", "dt", "em", "h1", "h2", "h3", "h4",
            "head", "header", "html", "input", "label", "li", "main", "meta", "meter", "nav", "ol", "option", "output",
            "p", "rect", "section", "select", "span", "strong", "summary", "svg", "table", "tbody", "td", "text", "th",
            "thead", "time", "title", "tr", "ul", "wbr",
        ]
        let attribute = /\ [a-zA-Z-]+(="[^"<>']*")?/
        for tag in try Self.tags(in: html) where tag != "<!DOCTYPE html>" && !tag.hasPrefix("<meta http-equiv=") {
            guard let parts = tag.wholeMatch(of: /<\/?([a-z0-9]+)(( [a-zA-Z-]+(="[^"<>']*")?)*)>/) else {
                Issue.record("expected a tag whose attributes are in double quotes, found \(tag)")
                continue
            }
            #expect(names.contains(String(parts.1)), "\(tag)")
            for match in parts.2.matches(of: attribute) {
                let text = match.0
                #expect(!text.hasPrefix(" on") && !text.hasPrefix(" style") && !text.hasPrefix(" src"), "\(tag)")
                if text.hasPrefix(" href=") {
                    #expect(text.hasPrefix(" href=\"#") || text.hasPrefix(" href=\"https://"), "\(tag)")
                }
            }
        }
    }

    @Test(arguments: ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;", "\u{0}": "\\u{0}"])
    func escapes(character: String, escaped: String) {
        #expect(character.escapedForHTML == escaped)
        // The combining mark and the character before it are one `Character`. The character must be escaped
        // nevertheless.
        #expect((character + "\u{301}").escapedForHTML == escaped + "\u{301}")
    }
}
