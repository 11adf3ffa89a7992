import Trackproof
import TrackproofArchives
import TrackproofJSON
import TrackproofMutation
import TrackproofPlanning
import TrackproofPlans
import TrackproofSnapshots

@testable import TrackproofReports

/// Sample reports, whose forms are in the folder `Golden`.
enum SampleReports {
    /// The reports, by name. Together, they have all that a form can show.
    static let all: [String: @Sendable () throws -> Report] = [
        "archive": { try archive(layout: "ga4", blind: #"{"ga4":["null","wrong-type","integer-as-float"]}"#) },
        "coverage": { Report(try HTMLSamples.run(), [HTMLSamples.coverage(items, seen: ["": [0]])]) },
        "differences": { differences(seconds: 1.5) },
        "everything": everything,
        "failures": { passed(failures: ["wire:x: rejected: a|b", "late"]) },
        "mutants": { try mutants(minimum: 80, note: "1 mistake needs more runs") },
        "mutants-passed": { try mutants(minimum: nil) },
        "success": { passed() },
    ]

    /// Returns a report with one difference of each kind.
    static func differences(seconds: Double? = nil, failures: [String] = []) -> Report {
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

    private static func passed(failures: [String] = []) -> Report {
        Report(
            snapshot: "s.json", recording: "r.ndjson",
            comparison: Comparison(of: Recording([Event("a")]), with: Snapshot([Event("a")])), seconds: 0.25,
            failures: failures)
    }

    private static let items = [
        HTMLSamples.item(.event, "login"), HTMLSamples.item(.parameter, "login", "method", parent: 0),
        HTMLSamples.item(.event, "logout", owner: "checkout"),
        HTMLSamples.item(.value, "login", "method", detail: "\"sms\"", parent: 1),
    ]

    // MARK: Mutants

    static func mutant(
        _ event: Event, _ mistake: MutationOperator, path: String = "", killed: Int = 0, survived: Int = 0,
        undecided: Int = 0, hint: String? = nil, tests: [String] = [], killer: String? = nil
    ) -> MutationEntry {
        var mutant = Mutant(of: event, mistake)
        mutant.path = path
        var entry = MutationEntry(mutant)
        (entry.killed, entry.survived, entry.undecided) = (killed, survived, undecided)
        (entry.hint, entry.tests, entry.killer) = (hint, tests, killer)
        if killed + survived > 0 { entry.suites = ["CheckoutTests": killed > 0] }
        return entry
    }

    static let mutants = [
        mutant(Event("purchase"), .lost, killed: 1, killer: "CheckoutTests/buys(): not tracked: track purchase"),
        mutant(
            Event("purchase"), .null, path: "coupon|code", survived: 1,
            hint: "T.swift:3: the assertion names only `id`: name `coupon|code` too", tests: ["CheckoutTests/buys()"]),
        mutant(
            Event("purchase"), .empty, path: "coupon|code", survived: 1,
            hint: "T.swift:3: the assertion names only `id`: name `coupon|code` too", tests: ["CheckoutTests/buys()"]),
        mutant(
            .screen("home"), .twice, survived: 1, hint: "add expectNothingElse()",
            tests: (1...5).map { "HomeTests/test\($0)()" }),
        mutant(.identify("u"), .otherUser, undecided: 1),
    ]

    static func mutants(minimum: Double?, note: String? = nil) throws -> Report {
        var section = MutationSection(
            subject: "swift test", entries: mutants, minimum: minimum,
            leftOut: [("T.HomeTests/flaky()", "failed without a mistake: no message")])
        section.note = note
        return Report(try HTMLSamples.run(), [section])
    }

    // MARK: Archives

    /// Returns a report about an archive with an event `e`, whose parameter `v` is null in some events.
    static func archive(
        versions: String = #"{"1.9":4,"1.10":6}"#, platforms: String = #"{"ios":5,"android":5}"#,
        periods: String = #"{"2026-11-01":5,"2026-11-02":5}"#, layout: String = "segment", blind: String = "{}"
    ) throws -> Report {
        let json = """
            {"records":10,"bytes":100,"layouts":["\(layout)"],"blind":\(blind),"resolution":"day",
            "all":{"versions":\(versions),"platforms":\(platforms),"periods":\(periods)},
            "events":{"e":{"versions":\(versions),"platforms":\(platforms),"periods":\(periods)}},
            "findings":[{"event":"e","path":"v","id":"null","versions":{"1.10":3},"platforms":{"ios":3},
            "periods":{"2026-11-02":3},"firstTime":"2026-11-02T08:00:00.000Z","lastTime":"2026-11-02T09:00:00.000Z"}]}
            """
        let summary = try ArchiveSummary(
            DocumentObject(EventValue(json: Array(json.utf8), of: "archive"), at: "archive:"))
        let finding = PlanFinding(
            id: .null, severity: .error, event: "e", path: "v", expected: "a string", found: "null")
        let group = FindingGroup(
            finding, count: 3, eventCount: 3, first: EventPlace("a", number: 1), last: EventPlace("a", number: 9),
            samples: ["null"])
        let tally = CheckTally(eventCount: 10, fittingCount: 7, eventCounts: ["e": 10], groups: [group])
        let section = FindingsSection(plan: "plan.yaml", recordings: ["a"], tally: tally, archive: summary)
        return Report(try HTMLSamples.run(), [section])
    }

    // MARK: Everything

    /// Returns a report of two runs with sections of all kinds, owners and a history.
    @Sendable private static func everything() throws -> Report {
        var (expected, actual) = ((1...9).map { Event("event_\($0)") }, (1...9).map { Event("event_\($0)") })
        expected[4].parameters = ["method": "email", "count": 1, "user.id": "x", "gone": true]
        actual[4].parameters = ["method": "google", "count": 1, "user.id": "x", "new": 2.5]
        expected += [Event("purchase", ["total": 5]), .screen("Home"), Event("a"), Event("a")]
        // The reports escape what a reader cannot see, and spell out characters that only look the same.
        expected += [Event("name", ["first": "Zo\u{EB}"]), Event("e", [" a": .string("\u{301}x\u{A0}")])]
        actual += [.screen("Home"), .screen("Home"), Event("name", ["first": "Zoe\u{308}"])]
        actual += [.identify("user-1", ["list": EventValue.array([.integer(1), .null, .string("\"x\"")])])]
        var run = try HTMLSamples.run(
            HTMLSamples.recording(HTMLSamples.recorded(actual)),
            job: CIJob(server: "GitHub", url: "https://ci.example/job/1?a=b&c=d#e"))
        run.failures = ["late"]
        var second = try HTMLSamples.run(job: CIJob(server: "x", url: "javascript:alert(1)"))
        (second.id, second.name, second.failures) = ("2", "two", ["The command failed."])
        // Only the first comparison shows events of the recording, because the positions in a delivery are others.
        let comparison = ComparisonSection(
            snapshot: "walk.json", recording: "run.ndjson",
            comparison: Comparison(of: Recording(actual), with: Snapshot(expected)), redactedBy: nil, run: "1")
        let delivery = ComparisonSection(
            snapshot: "app", recording: "wire:segment",
            comparison: Comparison(of: Recording(Array(actual[..<9])), with: Snapshot(Array(expected[..<9]))),
            redactedBy: nil, isDelivery: true, run: "1")
        let findings = HTMLSamples.findings([
            HTMLSamples.finding(
                .notInEnum, "purchase", "method", expected: "one of \"card\"", found: "\"crad\"",
                nearest: "card", owner: "checkout", count: 3),
            HTMLSamples.finding(.missing, "purchase", "total", expected: "a number", found: "nothing"),
        ])
        let coverage = HTMLSamples.coverage(items, seen: ["ios": [0, 1], "tv": [0]], minimum: 80)
        var report = Report(runs: [run, second], [comparison, delivery, findings, coverage])
        report.problems = ["a run is missing"]
        report.owners = EventOwners(events: ["purchase": "checkout"], members: ["checkout": ["@U012AB3CD"]])
        let runs = try (0..<3).map { try HTMLSamples.historyRun($0, differences: $0, findings: 0, coverage: 50) }
        report.history = HistorySummary(
            runs: runs,
            problems: [
                .init(event: "track a", kind: "missing", state: .flaky, since: runs[1], failureCount: 2, runCount: 3)
            ], lastSeen: [.init(event: "old", time: runs[0].started)])
        return report
    }
}

extension Report {
    /// Creates a report with one comparison.
    init(
        snapshot: String, recording: String, comparison: Comparison, seconds: Double? = nil, failures: [String] = []
    ) {
        let started = EventTime("2026-01-02T03:04:05Z") ?? .now
        self.init(
            ReportedRun(id: "run-1", name: recording, started: started, seconds: seconds),
            [
                ComparisonSection(
                    snapshot: snapshot, recording: recording, comparison: comparison, redactedBy: nil,
                    failures: failures)
            ])
    }
}
