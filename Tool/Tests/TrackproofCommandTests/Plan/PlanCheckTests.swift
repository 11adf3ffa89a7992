import Foundation
import Testing

@Suite("trackproof plan check", .timeLimit(.minutes(15)))
struct PlanCheckTests {
    static let plan = """
        plan: 1
        owners: {growth: [growth@example.com]}
        platforms: [ios]
        events:
          purchase:
            owner: growth
            since: {ios: 5.2}
            parameters:
              price: {type: number, minimum: 0, required: true}
              method: {enum: [card, apple_pay]}
          movie_tapped:
        check: {not-in-enum: warning}

        """

    static let good = #"{"name":"purchase","parameters":{"price":19.99,"method":"card"}}"# + "\n"
    static let bad = """
        {"name":"purchase","parameters":{"price":-1,"method":"cash"}}
        {"name":"purchase","parameters":{"price":-2}}
        {"name":"movie_taped"}

        """

    private static func workplace(_ recording: String, plan: String = plan) throws -> Workplace {
        let place = try Workplace()
        try place.write(plan, to: "Tracking/plan.yaml")
        try place.write(recording, to: "r.ndjson")
        return place
    }

    @Test func eventsThatFitPass() async throws {
        let outcome = try await Self.workplace(Self.good).trackproof("plan", "check", "r.ndjson")
        #expect(outcome.output == "1 event as planned\n")
        #expect(outcome.errors == "")
        #expect(outcome.status == 0)
    }

    @Test func equalFindingsAreCounted() async throws {
        let outcome = try await Self.workplace(Self.good + Self.bad).trackproof("plan", "check", "r.ndjson")
        #expect(
            outcome.output == """
                2 errors, 1 warning; 1 of 4 events as planned

                error: purchase: price (range)
                  expected a number that is at least 0
                  found    -1
                  found    -2
                  in 2 events (66.7 %): r.ndjson#2 … r.ndjson#3
                  owner: growth
                  plan: Tracking/plan.yaml:9:14

                error: movie_taped (unplanned-event)
                  expected an event of the plan
                  found    track "movie_taped"
                  did you mean "movie_tapped"?
                  in 1 event (100 %): r.ndjson#4

                warning: purchase: method (not-in-enum)
                  expected one of "card", "apple_pay"
                  found    "cash"
                  did you mean "card"?
                  in 1 event (33.3 %): r.ndjson#2
                  owner: growth
                  plan: Tracking/plan.yaml:10:15

                """)
        #expect(outcome.status == 1)
    }

    @Test func failOnDecidesTheStatus() async throws {
        let place = try Self.workplace(#"{"name":"purchase","parameters":{"price":1,"method":"cash"}}"#)
        #expect(try await place.trackproof("plan", "check", "r.ndjson").status == 0)
        #expect(try await place.trackproof("plan", "check", "r.ndjson", "--fail-on", "warning").status == 1)
        #expect(try await place.trackproof("plan", "check", "r.ndjson", "--fail-on", "info").status == 1)
    }

    @Test func platformAndVersionOfTheAppAreChecked() async throws {
        let place = try Self.workplace(Self.good)
        let early = try await place.trackproof(
            "plan", "check", "r.ndjson", "--platform", "ios", "--app-version", "5.1.9", "--fail-on", "warning")
        #expect(early.output.contains("warning: purchase (too-early)\n  expected app version 5.2 or later\n"))
        #expect(early.status == 1)
        let wrong = try await place.trackproof("plan", "check", "r.ndjson", "--app-version", "new")
        #expect(wrong.status == 64)
        #expect(wrong.errors.contains("--app-version needs a version such as 5.2.0."))
    }

    @Test func acceptedFindingsAreNotReported() async throws {
        let place = try Self.workplace(Self.bad)
        let missing = try await place.trackproof("plan", "check", "r.ndjson", "--baseline", "b.json")
        #expect(missing.status == 66)
        let created = try await place.trackproof(
            "plan", "check", "r.ndjson", "--baseline", "b.json", "--update-baseline")
        #expect(created.output == "0 of 3 events as planned, all findings are accepted\n")
        #expect(created.status == 0)
        #expect(created.errors == "trackproof: b.json: accepted 3 findings, removed 0 findings\n")
        #expect(
            try place.read("b.json") == """
                {
                  "baseline": 1,
                  "findings": [
                    {"event":"movie_taped","path":"","id":"unplanned-event"},
                    {"event":"purchase","path":"method","id":"not-in-enum"},
                    {"event":"purchase","path":"price","id":"range"}
                  ]
                }

                """)
        let accepted = try await place.trackproof("plan", "check", "r.ndjson", "--baseline", "b.json")
        #expect(accepted.status == 0)
        #expect(accepted.errors == "")
        // The command reports a finding that the baseline does not accept, and counts accepted findings that no longer
        // occur.
        try place.write(#"{"name":"purchase","parameters":{"method":"cash"}}"#, to: "r.ndjson")
        let new = try await place.trackproof("plan", "check", "r.ndjson", "--baseline", "b.json")
        #expect(new.status == 1)
        #expect(new.output.contains("error: purchase: price (missing)"))
        #expect(!new.output.contains("not-in-enum"))
        #expect(
            new.errors
                == "trackproof: b.json: 2 accepted findings do not occur in these recordings; "
                + "--update-baseline removes fixed findings\n"
        )
        let updated = try await place.trackproof(
            "plan", "check", "r.ndjson", "--baseline", "b.json", "--update-baseline")
        #expect(updated.errors == "trackproof: b.json: accepted 1 finding, removed 2 findings\n")
    }

    @Test func recordingsOfOtherSourcesAreNotCheckedSilently() async throws {
        let place = try Self.workplace(#"{"name":"zzz","source":"wire:ga4"}"#)
        let outcome = try await place.trackproof("plan", "check", "r.ndjson")
        #expect(outcome.status == 1)
        #expect(
            outcome.errors
                == "trackproof: no events of the source `app` were recorded (recorded sources: wire:ga4); name one with --source\n"
        )
        #expect(try await place.trackproof("plan", "check", "r.ndjson", "--source", "wire:ga4").output.contains("zzz"))
    }

    @Test func aRecordingThatIsCutShortIsReported() async throws {
        let place = try Self.workplace(Self.good + #"{"name":"purch"#)
        let outcome = try await place.trackproof("plan", "check", "r.ndjson")
        #expect(outcome.status == 1)
        #expect(
            outcome.output
                == """
                1 error; 1 of 1 event as planned

                error: unreadable records (unreadable)
                  expected an event
                  found    the last line is cut short
                  in 1 record (50.0 %): r.ndjson#2

                """)
        #expect(try await place.trackproof("plan", "audit", "r.ndjson", "--strict").status == 65)
    }

    /// Tests inputs that only `plan audit` reads.
    @Test func anArchiveIsForAnotherCommand() async throws {
        let place = try Self.workplace(Self.good)
        let record = #"{"type":"track","event":"purchase","messageId":"1","userId":"u","properties":{"price":1}}"#
        try place.write(record + "\n", to: "logs/segment.ndjson")
        for input in ["logs/segment.ndjson", "logs", "r.ndjson 'logs/*'"] {
            let outcome = try await place.shell("trackproof plan check \(input)")
            let words = "these are records of segment, not a recording; use `trackproof plan audit`"
            #expect(outcome.errors == "trackproof: logs/segment.ndjson: \(words)\n")
            #expect(outcome.status == 64)
            #expect(outcome.output.isEmpty)
        }
        #expect(try await place.trackproof("plan", "audit", "logs").status == 0)
        let url = try await place.trackproof("plan", "check", "s3://bucket/r.ndjson")
        let advice = "pipe its content into `plan check -`, or use `plan audit --engine spark`"
        #expect(url.errors == "trackproof: s3://bucket/r.ndjson: this is a URL: \(advice)\n")
        #expect(url.status == 64)
        let option = try await place.trackproof("plan", "check", "r.ndjson", "--resume", "state")
        #expect(option.errors.hasPrefix("Error: Unknown option '--resume'"))
        #expect(option.status == 64)
    }

    @Test func reportsAreWritten() async throws {
        let place = try Self.workplace(Self.bad)
        let outcome = try await place.trackproof(
            "plan", "check", "r.ndjson", "--report", "github", "--report", "junit=j.xml", "--report", "markdown=m.md",
            "--report", "json=j.json")
        #expect(outcome.status == 1)
        let lines = outcome.output.split(separator: "\n")
        #expect(
            lines.first
                == "::error file=Tracking/plan.yaml,line=9,col=14,title=range%3A purchase::purchase: price: expected a number that is at least 0, found -1 (range), in 2 events, first r.ndjson#1"
        )
        #expect(lines.last?.hasPrefix("::warning file=Tracking/plan.yaml,line=10,col=15,") == true)
        let junit = try place.read("j.xml")
        #expect(junit.contains(#"<testsuites name="trackproof" tests="3" failures="2" time="0">"#))
        #expect(junit.contains(#"<failure type="range" message="#))
        #expect(junit.contains("<system-out>warning: purchase: method:"))
        let markdown = try place.read("m.md")
        #expect(markdown.hasPrefix("### ❌ 2 errors, 1 warning; 0 of 3 events as planned\n"))
        #expect(
            markdown.contains(
                "| **range** (error) | `purchase` `price` | `a number that is at least 0` | `-1`, `-2` | 2 | `growth` |"
            ))
        let json = try JSONSerialization.jsonObject(with: Data(place.read("j.json").utf8)) as? [String: Any]
        let section = (json?["sections"] as? [[String: Any]])?.first
        #expect(section?["events"] as? Int == 3)
        #expect((section?["findings"] as? [[String: Any]])?.count == 3)
    }

    @Test func withoutAPlanTheErrorSaysWhere() async throws {
        let place = try Workplace()
        try place.write(Self.good, to: "r.ndjson")
        let outcome = try await place.trackproof("plan", "check", "r.ndjson")
        #expect(outcome.status == 66)
        #expect(
            outcome.errors
                == "trackproof: Tracking/plan.yaml: there is no such file; name the tracking plan with --plan\n")
    }
}
