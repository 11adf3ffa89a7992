import TestSupport
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

    /// Compares a message of each kind: its short text, and then its blocks.
    @Test func messagesAreAsAccepted() throws {
        let good = HTMLSamples.comparison([Event("a")], [Event("a")])
        var passed = Report(try HTMLSamples.run(), [good])
        var failed = passed
        failed.runs[0].failures = ["the command ended with status 1"]
        var recovered = passed
        passed.runs[0].seconds = nil
        let runs = [
            try HTMLSamples.historyRun(1, differences: 1, findings: 0, coverage: nil),
            try HTMLSamples.historyRun(2, differences: 0, findings: 0, coverage: nil),
        ]
        recovered.history = HistorySummary(
            runs: runs,
            problems: [
                .init(event: "a", kind: "missing", state: .recovered, since: runs[0], failureCount: 1, runCount: 2),
                .init(event: "b", kind: "changed", state: .flaky, since: runs[0], failureCount: 1, runCount: 2),
            ], lastSeen: [])
        let many = HTMLSamples.comparison((0..<9).map { Event("event \($0)", ["a": 1]) }, [])
        var lost = try failing()
        lost.runs[0].failures = ["the recording may be incomplete, because events were lost"]
        var all = try failing()
        let finding = HTMLSamples.finding(.missing, "b", "v", expected: "a value", found: "nothing")
        let items = [HTMLSamples.item(.event, "a"), HTMLSamples.item(.event, "b")]
        all.sections += [HTMLSamples.findings([]), HTMLSamples.findings([]), HTMLSamples.findings([finding])]
        all.sections += [HTMLSamples.coverage(items, seen: ["": [1]])]
        var scored = try SampleReports.mutants(minimum: nil)
        scored.sections.append(good)
        let messages = [
            ("differences, with owners", try failing()), ("a passed run", passed), ("a recovery", recovered),
            ("more problems than the message lists", Report(try HTMLSamples.run(), [many])),
            ("counts of all checks", all), ("a run that failed is no problem of events", failed),
            ("failures of runs come first", lost), ("a score beside another check", scored),
        ]
        let texts = try messages.map { name, report in
            #expect(BlockKit.problems(of: .object(report.slackMessage)) == [], "\(name)")
            let text = try #require(report.slackMessage["text"]?.string)
            let blocks = try #require(report.slackMessage["blocks"]?.array)
            return (["== \(name)", text] + blocks.map(\.json) + [""]).joined(separator: "\n")
        }
        try expectGolden("slack-messages", texts.joined(separator: "\n"))
        #expect(failed.html.contains("<h1 id=\"title-summary\">The run failed</h1>"))
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

    /// The state of a problem, and the number of the run in which the state began: 0 for the previous run.
    typealias Problem = (state: HistorySummary.State, since: Int)

    /// Tests reports of passed and failed runs, after a previous run that passed or failed, or without a previous run.
    ///
    /// If the previous run failed too, the mode `change` includes a run in which another event fails, or in which
    /// a failure is fixed.
    @Test(
        arguments: [
            (.change, false, nil, nil, true), (.change, true, nil, nil, false), (.change, false, true, nil, true),
            (.change, true, false, nil, true), (.change, true, true, nil, false), (.change, false, false, nil, false),
            (.change, false, false, (.failing, 1), true), (.change, false, false, (.failing, 0), false),
            (.change, false, false, (.recovered, 0), true), (.change, false, false, (.flaky, 1), false),
            (.failure, false, false, nil, true), (.failure, true, false, nil, false), (.always, true, true, nil, true),
        ] as [(NotifyMode, Bool, Bool?, Problem?, Bool)])
    func aModeIncludesARun(
        mode: NotifyMode, isPassed: Bool, previous: Bool?, problem: Problem?, expected: Bool
    ) throws {
        var report = Report(try HTMLSamples.run(), [])
        if !isPassed { report.problems = ["failed"] }
        if let previous {
            let runs = try [previous, isPassed].enumerated().map {
                try HTMLSamples.historyRun($0, differences: $1 ? 0 : 1, findings: 0, coverage: nil)
            }
            let problems = problem.map { state, since in
                HistorySummary.Problem(
                    event: "e", kind: "k", state: state, since: runs[since], failureCount: 1, runCount: 2)
            }
            report.history = HistorySummary(runs: runs, problems: problems.map { [$0] } ?? [], lastSeen: [])
        }
        #expect(mode.includes(report) == expected)
    }

    /// Tests a finding that a message reported before. If the share of its events rises, this is news.
    @Test(arguments: [(2, 158, true), (2, 4, false)]) func aProblemThatGrowsIsNews(
        before: Int, now: Int, isNews: Bool
    ) throws {
        let finding = HTMLSamples.finding(.missing, "b", "v", expected: "a value", found: "nothing", count: now)
        let section = HTMLSamples.findings([finding], events: 158, ofEach: 158)
        var report = Report(try HTMLSamples.run(), [section])
        let entries = try [before, now].enumerated().map { index, count in
            var entry = try HistorySamples.entry(index)
            entry.checks = [section.nameInHistory]
            entry.planChecks = [section.nameInHistory]
            entry.problems = [.init(event: "b", path: "v", kind: "missing", check: section.nameInHistory): count]
            entry.seen = ["b": 158]
            entry.run.isPassed = false
            return try HistoryEntry(line: entry.line.utf8, place: "f")
        }
        report.history = HistorySummary(entries, branch: nil)
        #expect(NotifyMode.change.includes(report) == isNews)
        let blocks = try #require(report.slackMessage["blocks"]?.json)
        #expect(blocks.contains("Its share of events has risen from 1.3 % to 100 %.") == isNews)
        #expect(blocks.contains(isNews ? "158 of 158 events (1.3 % → 100 %)" : "4 of 158 events (1.3 % → 2.5 %)"))
        #expect(try Report(json: Array(report.render(.json).utf8), file: "f").history == report.history)
        // A later run that did not make the check does not report the rise again.
        let later = HistorySummary(entries + [try HistorySamples.entry(2)], branch: nil)
        #expect(!later.problems.contains { $0.hasRisen })
    }
}
