import Testing
import Trackproof
import TrackproofJSON
import TrackproofMutation
import TrackproofPlanning
import TrackproofSnapshots
import _TrackproofTestSupport

@testable import TrackproofReports

@Suite struct MutationSectionTests {
    private static func entry(
        _ event: Event, _ mistake: MutationOperator, path: String = "", killed: Int = 0, survived: Int = 0,
        undecided: Int = 0, hint: String? = nil, tests: [String] = [], killer: String? = nil
    ) -> MutationEntry {
        var mutant = Mutant(of: event, mistake)
        mutant.path = path
        var entry = MutationEntry(mutant)
        (entry.killed, entry.survived, entry.undecided) = (killed, survived, undecided)
        (entry.hint, entry.tests, entry.killer) = (hint, tests, killer)
        entry.suites = ["CheckoutTests": PlanCoverage.Ratio(seen: killed, total: killed + survived)]
        return entry
    }

    static let entries = [
        entry(Event("purchase"), .lost, killed: 1, killer: "CheckoutTests/buys(): not tracked: track purchase"),
        entry(
            Event("purchase"), .null, path: "coupon|code", survived: 1,
            hint: "T.swift:3: the assertion names only `id`: name `coupon|code` too", tests: ["CheckoutTests/buys()"]),
        entry(
            Event("purchase"), .empty, path: "coupon|code", survived: 1,
            hint: "T.swift:3: the assertion names only `id`: name `coupon|code` too", tests: ["CheckoutTests/buys()"]),
        entry(
            .screen("home"), .twice, survived: 1, hint: "add expectNothingElse()",
            tests: (1...5).map { "HomeTests/test\($0)()" }),
        entry(.identify("u"), .otherUser, undecided: 1),
    ]

    private func report(minimum: Double?, note: String? = nil) throws -> Report {
        var section = MutationSection(
            subject: "swift test", entries: Self.entries, minimum: minimum,
            unstable: [("T.HomeTests/flaky()", "failed without a mistake: no message")])
        section.note = note
        return Report(try HTMLSamples.run(), [section])
    }

    private static let kinds = ReportKind.allCases.filter { $0 != .html }

    @Test(arguments: kinds) func eachFormShowsWhatNothingNotices(kind: ReportKind) throws {
        try expectGolden("mutants-\(kind)", report(minimum: 80, note: "1 mistake needs more runs").render(kind))
    }

    @Test(arguments: kinds) func eachFormShowsAScoreThatIsEnough(kind: ReportKind) throws {
        try expectGolden("mutants-passed-\(kind)", report(minimum: nil).render(kind))
    }

    @Test func aReportIsReadAsItWasWritten() throws {
        for report in [try report(minimum: 80, note: "n"), try report(minimum: nil)] {
            let read = try Report(json: Array(report.render(.json).utf8), file: "r.json")
            for kind in ReportKind.allCases { #expect(read.render(kind) == report.render(kind), "\(kind)") }
        }
    }

    @Test func nothingPlantedIsNoSuccess() throws {
        let section = MutationSection(subject: "swift test", entries: [], minimum: nil)
        #expect(!section.isPassed)
        #expect(section.headline == "no mistake was planted")
    }

    @Test func theVerbFitsTheDefences() {
        func headline(_ defences: [String]) -> String {
            MutationSection(subject: "r", defences: defences, entries: Self.entries, minimum: nil).headline
        }
        #expect(headline([]) == "tests notice 25 % of planted mistakes (1 of 4, 1 not decided)")
        #expect(headline(["s.json"]) == "s.json notices 25 % of planted mistakes (1 of 4, 1 not decided)")
        #expect(
            headline(["s.json", "p.yaml"])
                == "s.json and p.yaml notice 25 % of planted mistakes (1 of 4, 1 not decided)")
    }

    @Test func thePageShowsSurvivorsAndEscapesThem() throws {
        let page = try report(minimum: 80).html
        #expect(
            page.contains(
                "<h1 id=\"title-summary\">Tests notice 25 % of planted mistakes (1 of 4, 1 not decided), expected"))
        #expect(page.contains("<code>coupon|code</code> of track purchase is null"))
        #expect(page.contains("the assertion names only <code>id</code>: name <code>coupon|code</code> too"))
        #expect(page.contains("<summary>1 mistake noticed</summary>"))
        #expect(page.contains("T.HomeTests/flaky()</code>: failed without a mistake: no message"))
        for text in HTMLSamples.hostileTexts {
            let entry = Self.entry(
                Event(text), .null, path: text, survived: 1, hint: text, tests: [text], killer: text)
            let section = MutationSection(
                subject: text, entries: [entry], minimum: nil, unstable: [(text, text)])
            let hostile = Report(try HTMLSamples.run(), [section]).html
            #expect(!hostile.contains("<script>alert") && !hostile.contains("<img src"), "\(text)")
        }
    }

    @Test func manyMistakesKeepThePageSmall() throws {
        let text = String(repeating: "long ", count: 2_000)
        let entries = (0..<20_000).map {
            Self.entry(Event("e\($0)"), .lost, killed: $0 % 2, survived: 1 - $0 % 2, hint: text, killer: text)
        }
        let report = Report(try HTMLSamples.run(), [MutationSection(subject: "t", entries: entries, minimum: nil)])
        #expect(report.html.utf8.count < 6_000_000)
        #expect(report.render(.text).utf8.count < 3_000_000)
    }

    // MARK: History

    @Test func theHistoryTellsHowTheScoreHasChanged() throws {
        var report = try report(minimum: nil)
        let entry = try #require(HistoryEntry(report))
        #expect(entry.line.contains(#""mutants":25"#))
        let read = try HistoryEntry(line: entry.line.utf8, place: "f:1")
        #expect(read == entry)
        func run(daysAgo days: Int, _ score: Double?) throws -> HistorySummary.Run {
            var run = try HTMLSamples.historyRun(0, differences: 0, findings: 0, coverage: nil)
            run.started = try HTMLSamples.time(-days * 86_400)
            run.score = score
            return run
        }
        // HTMLSamples.time(0) is a Wednesday.
        let changes: [(before: [(Int, Double?)], text: String?)] = [
            ([(1, 29)], "−4 since Tuesday"), ([(6, 20.4)], "+5 since Thursday"), ([(7, 20)], "+5 since 2026-11-11"),
            ([(1, 25.3)], nil), ([(2, 30), (1, nil)], "−5 since Monday"), ([], nil), ([(1, nil)], nil),
        ]
        for (before, text) in changes {
            let runs = try before.map { try run(daysAgo: $0, $1) } + [run(daysAgo: 0, 25)]
            report.history = HistorySummary(runs: runs, problems: [], lastSeen: [])
            let headline =
                "Tests notice 25 % of planted mistakes (1 of 4, 1 not decided)" + (text.map { " (\($0))" } ?? "")
            #expect(report.slackMessage["text"]?.string == "✅ " + headline)
            #expect(report.html.contains("<h1 id=\"title-summary\">\(headline)</h1>"))
        }
        #expect(report.render(.text).contains("coverage  mutants  duration"))
    }

    @Test func onlyARunWithAMinimumShowsThatTheScoreHasRecovered() throws {
        func entry(_ number: Int, minimum: Double?, undecided: Bool = false) throws -> HistoryEntry {
            let entries = Self.entries.filter { undecided || $0.undecided == 0 }
            let section = MutationSection(subject: "swift test", entries: entries, minimum: minimum)
            var run = try HTMLSamples.run()
            (run.id, run.revision, run.started) = ("\(number)", "\(number)", try HTMLSamples.time(number))
            return try #require(HistoryEntry(Report(run, [section])))
        }
        let failed = try entry(0, minimum: 80)
        let others: [(HistoryEntry, HistorySummary.State)] = [
            (try entry(1, minimum: nil), .failing), (try entry(1, minimum: 20, undecided: true), .failing),
            (try entry(1, minimum: 20), .recovered),
        ]
        for (entry, state) in others {
            let summary = HistorySummary([failed, entry], branch: nil)
            #expect(summary.problems.map(\.kind) == ["mutants"] && summary.problems.map(\.state) == [state])
        }
    }

    @Test func theMessageOfOtherChecksHasTheScore() throws {
        var report = try report(minimum: nil)
        report.sections.append(HTMLSamples.comparison([Event("a")], [Event("a")]))
        let message = EventValue.object(report.slackMessage).json
        #expect(message.contains("tests notice 25 % of planted mistakes (1 of 4, 1 not decided)."))
        #expect(message.contains("✅ All analytics events are as expected"))
    }
}
