import Foundation
import Testing
import Trackproof
@_spi(Tooling) import TrackproofPlans
@_spi(Tooling) import TrackproofSnapshots

@testable import TrackproofReports

/// Pages to look at in a browser. Nothing is written unless the variable names a folder.
@Suite struct HTMLPageFiles {
    @Test(.enabled(if: ProcessInfo.processInfo.environment["TRACKPROOF_HTML_PAGES"] != nil))
    func writePages() throws {
        let folder = try #require(ProcessInfo.processInfo.environment["TRACKPROOF_HTML_PAGES"])
        for (name, report) in [
            ("sample", try sample()), ("passed", try passed()), ("large", try large()), ("hostile", try HTMLSamples.hostile()),
            ("merged", try merged()),
        ] {
            let clock = ContinuousClock()
            var html = ""
            let time = clock.measure { html = report.html }
            print(name, html.utf8.count, time)
            try html.write(toFile: folder + "/" + name + ".html", atomically: true, encoding: .utf8)
        }
    }

    private var walk: [Event] {
        [
            .screen("Home", ["tab": "movies"]), Event("movie_tapped", ["id": 67563, "slug": "67563-daredevil", "index": 6]),
            .screen("Movie", ["id": 67563]),
            Event("add_to_cart", ["sku": "BR-67563", "price": 12.5, "currency": "EUR"]),
            .identify("user-81", ["plan": "premium", "age_group": "25-34"]),
            Event("purchase", ["order": "A-1001", "total": 25.0, "currency": "EUR",
                "items": EventValue.array([.object(["sku": "BR-67563", "quantity": 2])]), "method": "card"]),
            .screen("Receipt", ["order": "A-1001"]), Event("sign_up", ["method": "email"]),
            Event("share_tapped", ["target": "messages"]), Event("logout"),
        ]
    }

    private func sample() throws -> Report {
        let expected = walk
        var actual = walk
        actual[1].parameters["index"] = .string("6")
        actual[5].parameters["total"] = .number(24.99)
        actual[5].parameters["currency"] = nil
        actual[5].parameters["coupon"] = .string("SPRING")
        actual[7] = Event("signup", ["method": "email"])
        actual.insert(actual[2], at: 3)
        actual.remove(at: actual.count - 1)
        actual.append(Event("debug_menu_opened", ["build": 4012]))
        let recorded = try HTMLSamples.recorded(actual) + HTMLSamples.recorded(Array(actual.prefix(4)), source: .wire("segment"))
        let run = try HTMLSamples.run(
            HTMLSamples.recording(recorded), job: CIJob(server: "GitHub", url: "https://github.com/acme/shop/actions/runs/1"))
        var items: [CoverageItem] = []
        for (event, owner, parameters) in [
            ("movie_tapped", "discovery", ["id", "slug", "index", "genre"]), ("add_to_cart", "checkout", ["sku", "price", "currency"]),
            ("purchase", "checkout", ["order", "total", "currency", "items", "items[].sku", "items[].quantity", "coupon", "method"]),
            ("sign_up", "growth", ["method", "referrer"]), ("logout", "growth", []),
            ("share_tapped", "growth", ["target"]),
        ] as [(String, String, [String])] {
            let parent = items.count
            items.append(HTMLSamples.item(.event, event, owner: owner))
            for parameter in parameters {
                items.append(HTMLSamples.item(.parameter, event, parameter, owner: owner, parent: parent))
                if parameter == "method" {
                    for value in ["card", "paypal", "invoice"] {
                        items.append(HTMLSamples.item(.value, event, parameter, detail: "\"\(value)\"", owner: owner, parent: items.count - 1))
                    }
                }
            }
        }
        let ios = items.indices.filter { ![4, 16, 21, 22, 26, 27].contains($0) }
        let android = items.indices.filter { ![4, 16, 21, 22, 26, 27, 8, 14, 29].contains($0) }
        var report = Report(
            run,
            [
                .comparison(HTMLSamples.comparison(expected, actual)),
                .findings(HTMLSamples.findings([
                    HTMLSamples.finding(.missing, "purchase", "currency", expected: "a value", found: "nothing", owner: "checkout", count: 3),
                    HTMLSamples.finding(.notInEnum, "purchase", "method", expected: "one of \"card\", \"paypal\", \"invoice\"", found: "\"crad\"", nearest: "card", owner: "checkout", count: 1),
                    HTMLSamples.finding(.unplannedEvent, "signup", "", expected: "an event of the plan", found: "signup", nearest: "sign_up"),
                    HTMLSamples.finding(.deprecated, "share_tapped", "", expected: "no use since 3.0", found: "the event", owner: "growth", severity: .warning, count: 2),
                    HTMLSamples.finding(.integerAsFloat, "movie_tapped", "index", expected: "an integer", found: "6.0", owner: "discovery", severity: .info),
                ])),
                .coverage(HTMLSamples.coverage(items, seen: ["iOS": ios, "android": android], minimum: 90)),
            ])
        var runs: [HistorySummary.Run] = []
        for index in 0..<30 {
            runs.append(try HTMLSamples.historyRun(index, differences: index % 7 == 3 ? 2 : index > 25 ? index - 23 : 0, findings: index < 8 ? 8 - index : index > 26 ? 3 : 0, coverage: index < 3 ? nil : 60 + Double(index)))
        }
        report.history = HistorySummary(
            runs: runs,
            problems: [
                .init(event: "track purchase", kind: "changed", state: .failing, since: runs[26], failureCount: 4, runCount: 30),
                .init(event: "track logout", kind: "missing", state: .flaky, since: runs[10], failureCount: 4, runCount: 30),
                .init(event: "track sign_up", kind: "not-in-enum", state: .recovered, since: runs[7], failureCount: 8, runCount: 28),
            ],
            lastSeen: [.init(event: "track purchase", time: runs[29].started), .init(event: "track logout", time: runs[25].started)])
        return report
    }

    private func passed() throws -> Report {
        let run = try HTMLSamples.run(HTMLSamples.recording(HTMLSamples.recorded(walk)))
        return Report(run, [.comparison(HTMLSamples.comparison(walk, walk))])
    }

    private func merged() throws -> Report {
        var runs: [ReportedRun] = []
        for index in 0..<3 {
            var run = try HTMLSamples.run(HTMLSamples.recording(HTMLSamples.recorded(walk)))
            run.id = "\(index)"
            run.name = "UITests shard \(index)"
            if index == 1 { run.failures = ["The command exited with status 65.", "3 events were lost."] }
            runs.append(run)
        }
        var section = HTMLSamples.comparison(walk, walk.reversed())
        section.run = "2"
        return Report(runs: runs, [.comparison(section)])
    }

    private func large() throws -> Report {
        let parameters: EventParameters = ["id": 67563, "slug": "67563-daredevil", "index": 6, "price": 12.5, "text": .string(String(repeating: "lorem ipsum ", count: 20))]
        let events = try HTMLSamples.recorded((0..<1_000_000).map { Event("event_\($0 % 40)", parameters) })
        let expected = (0..<10_000).map { Event("event_\($0)", ["id": .integer(Int64($0)), "text": "lorem ipsum", "same": true]) }
        let actual = (0..<10_000).map { Event("event_\($0)", ["id": .integer(Int64($0 + 1)), "text": "lorem ipsum", "same": true]) }
        return Report(try HTMLSamples.run(HTMLSamples.recording(events)), [.comparison(HTMLSamples.comparison(expected, actual))])
    }
}
