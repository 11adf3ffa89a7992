import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofJSON
import TrackproofPlans
import TrackproofSnapshots

@testable import TrackproofReports
import TrackproofPlanning

/// Tests of a report's message for Slack.
@Suite("Slack message of a report")
struct SlackTests {
    /// Returns the lines of the message. A link is written as `[text](url)`, and code is in backquotes.
    private func lines(_ report: Report) throws -> [String] {
        #expect(BlockKit.problems(of: .object(report.slackMessage)) == [])
        return try #require(report.slackMessage["blocks"]?.array).flatMap { block -> [String] in
            let block = block.object ?? [:]
            if let text = block["text"]?.object?["text"]?.string { return [text] }
            let elements = (block["elements"]?.array ?? []).map { $0.object ?? [:] }
            if block["type"]?.string == "context" {
                return [elements.compactMap { $0["text"]?.string }.joined(separator: " | ")]
            }
            return elements.flatMap { element -> [String] in
                let isList = element["type"]?.string == "rich_text_list"
                let sections = isList ? (element["elements"]?.array ?? []).map { $0.object ?? [:] } : [element]
                return sections.map { (isList ? "• " : "") + Self.words($0["elements"]?.array ?? []) }
            }
        }
    }

    private static func words(_ parts: [EventValue]) -> String {
        parts.map { part in
            let part = part.object ?? [:]
            let text = part["text"]?.string ?? ""
            return switch part["type"]?.string {
            case "link": "[\(text)](\(part["url"]?.string ?? ""))"
            case "user": "@\(part["user_id"]?.string ?? "")"
            case "usergroup": "@\(part["usergroup_id"]?.string ?? "")"
            default: part["style"] == nil ? text : "`\(text)`"
            }
        }.joined()
    }

    private func failing() throws -> Report {
        let expected = [Event("purchase", ["total": 5]), Event("login", ["method": "email"]), .screen("Home")]
        let actual = [Event("login", ["method": "google"]), .screen("Home"), .screen("Home")]
        var report = Report(
            try HTMLSamples.run(job: CIJob(server: "GitHub", url: "https://github.com/acme/shop/actions/runs/1")),
            [HTMLSamples.comparison(expected, actual)])
        report.owners = EventOwners(
            events: ["purchase": "checkout"],
            members: ["checkout": ["pay@example.com", "@U012AB3CD", "@S012AB3CD", "<!channel>"]])
        report.page = "https://acme.github.io/report.html"
        return report
    }

    @Test func theMessageSaysWhatIsWrongAndWhoOwnsIt() throws {
        try expectGolden(
            "SlackTests/the-message-says-what-is-wrong-and-who-owns-it", lines(failing()).joined(separator: "\n"))
    }

    @Test func aPassedRunIsShort() throws {
        var run = try HTMLSamples.run()
        run.seconds = nil
        let report = Report(run, [HTMLSamples.comparison([Event("a")], [Event("a")])])
        #expect(
            try lines(report) == [
                "✅ All analytics events are as expected", "swift test | branch main | revision 8f1c2d3",
            ])
        #expect(report.slackMessage["text"]?.string == "✅ All analytics events are as expected")
    }

    @Test func aRecoverySaysSo() throws {
        var report = Report(try HTMLSamples.run(), [HTMLSamples.comparison([Event("a")], [Event("a")])])
        let runs = [
            try HTMLSamples.historyRun(1, differences: 1, findings: 0, coverage: nil),
            try HTMLSamples.historyRun(2, differences: 0, findings: 0, coverage: nil),
        ]
        report.history = HistorySummary(
            runs: runs,
            problems: [
                .init(event: "a", kind: "missing", state: .recovered, since: runs[0], failureCount: 1, runCount: 2),
                .init(event: "b", kind: "changed", state: .flaky, since: runs[0], failureCount: 1, runCount: 2),
            ], lastSeen: [])
        try expectGolden("SlackTests/a-recovery-says-so", lines(report).joined(separator: "\n"))
    }

    @Test func onlyTheMostImportantProblemsAreListed() throws {
        let expected = (0..<9).map { Event("event \($0)", ["a": 1]) }
        let report = Report(try HTMLSamples.run(), [HTMLSamples.comparison(expected, [])])
        let lines = try lines(report)
        #expect(lines.filter { $0.hasPrefix("• ") }.count == 5)
        #expect(lines.contains("and 4 other problems"))
        #expect(lines.first == "❌ 9 problems with analytics events")
    }

    @Test func theCountsHaveAllChecks() throws {
        var report = try failing()
        report.sections += [HTMLSamples.findings([]), HTMLSamples.findings([])]
        let finding = HTMLSamples.finding(.missing, "b", "v", expected: "a value", found: "nothing")
        report.sections += [HTMLSamples.findings([finding])]
        let items = [HTMLSamples.item(.event, "a"), HTMLSamples.item(.event, "b")]
        report.sections += [HTMLSamples.coverage(items, seen: ["": [1]])]
        #expect(try lines(report).contains("3 differences, 1 violation of the plan, 50 % of the plan was seen."))
    }

    @Test func aRunThatFailedIsNoProblemOfEvents() throws {
        var report = Report(try HTMLSamples.run(), [HTMLSamples.comparison([Event("a")], [Event("a")])])
        report.runs[0].failures = ["the command ended with status 1"]
        #expect(try lines(report).first == "❌ The run of the analytics tests failed")
        #expect(report.html.contains("<h1 id=\"title-summary\">The run failed</h1>"))
    }

    @Test func failuresOfRunsComeFirst() throws {
        var report = try failing()
        report.runs[0].failures = ["the recording may be incomplete, because events were lost"]
        #expect(try lines(report)[2] == "• the recording may be incomplete, because events were lost")
    }

    /// Tests that Slack accepts the message of any report, and does not interpret text from outside as markup.
    @Test func hostileReportsGiveValidMessages() throws {
        var report = try HTMLSamples.hostile()
        report.page = "https://example.com/"
        for name in ["<!channel>", "<https://evil.example|click>", String(repeating: "x", count: 100_000), "", "\u{0}"]
        {
            report.runs[0].name = name
            report.runs[0].branch = name
            report.runs[0].failures = [name, String(repeating: "&", count: 5_000)]
            report.owners = EventOwners(events: [:], members: [:])
            #expect(BlockKit.problems(of: .object(report.slackMessage)) == [], "\(name.prefix(50))")
            let text = try #require(report.slackMessage["text"]?.string)
            #expect(!text.contains("<") && !text.contains(">"))
        }
    }

    @Test(arguments: ["", "@", "@channel", "@here", "@U1", "U012AB3CD", "@u012ab3cd", "@U012 AB3CD", "@X012AB3CD"])
    func otherMembersAreNoMentions(member: String) {
        #expect(EventValue.mention(member) == nil)
    }

    // MARK: Notifications

    private func report(isPassed: Bool, after previous: Bool?, _ problem: HistorySummary.State? = nil, since: Int = 0)
        throws -> Report
    {
        var report = Report(try HTMLSamples.run(), [])
        if !isPassed { report.problems = ["failed"] }
        guard let previous else { return report }
        let runs = try [previous, isPassed].enumerated().map {
            try HTMLSamples.historyRun($0, differences: $1 ? 0 : 1, findings: 0, coverage: nil)
        }
        let problems = problem.map {
            HistorySummary.Problem(event: "e", kind: "k", state: $0, since: runs[since], failureCount: 1, runCount: 2)
        }
        report.history = HistorySummary(runs: runs, problems: problems.map { [$0] } ?? [], lastSeen: [])
        return report
    }

    @Test func changesAreReported() throws {
        let mode = NotifyMode.change
        #expect(try mode.includes(report(isPassed: false, after: nil)))
        #expect(try !mode.includes(report(isPassed: true, after: nil)))
        #expect(try mode.includes(report(isPassed: false, after: true)))
        #expect(try mode.includes(report(isPassed: true, after: false)))
        #expect(try !mode.includes(report(isPassed: true, after: true)))
        #expect(try !mode.includes(report(isPassed: false, after: false)))
        // The previous run failed too. The mode `change` includes this run if another event fails now, or if a failure
        // is fixed.
        #expect(try mode.includes(report(isPassed: false, after: false, .failing, since: 1)))
        #expect(try !mode.includes(report(isPassed: false, after: false, .failing, since: 0)))
        #expect(try mode.includes(report(isPassed: false, after: false, .recovered, since: 0)))
        #expect(try !mode.includes(report(isPassed: false, after: false, .flaky, since: 1)))
    }

    @Test func failuresAndAllRunsAreReported() throws {
        #expect(try NotifyMode.failure.includes(report(isPassed: false, after: false)))
        #expect(try !NotifyMode.failure.includes(report(isPassed: true, after: false)))
        #expect(try NotifyMode.always.includes(report(isPassed: true, after: true)))
    }
}
