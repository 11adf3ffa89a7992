import Foundation
import Testing

@Suite("trackproof plan coverage", .timeLimit(.minutes(15)))
struct PlanCoverageTests {
    private static let plan = """
        plan: 1
        platforms: [ios, android]
        owners: {growth: [growth@example.com]}
        events:
          purchase:
            owner: growth
            parameters:
              method: {enum: [card, apple_pay]}
          home: {kind: screen, platforms: [ios]}

        """

    private func workplace() throws -> Workplace {
        let place = try Workplace()
        try place.write(Self.plan, to: "plan.yaml")
        try place.write(#"{"name":"purchase","parameters":{"method":"card"}}"# + "\n", to: "card.ndjson")
        try place.write(#"{"name":"purchase","parameters":{"method":"apple_pay"}}"# + "\n", to: "apple.ndjson")
        try place.write(#"{"kind":"screen","name":"home"}"# + "\n" + #"{"name":"zzz"}"# + "\n", to: "home.ndjson")
        return place
    }

    @Test func whatWasNeverSeenIsNamed() async throws {
        let outcome = try await workplace().trackproof(
            "plan", "coverage", "--plan", "plan.yaml", "card.ndjson", "home.ndjson")
        #expect(
            outcome.output == """
                80 % of the plan was seen (4 of 5)
                  events      2 of 2  100 %
                  parameters  1 of 1  100 %
                  values      1 of 2  50 %

                by owner
                  growth      3 of 4  75 %
                  (no owner)  1 of 1  100 %

                never seen
                  purchase: method = "apple_pay", owner growth (plan.yaml:8:29)

                1 event is not in the plan

                """)
        #expect(outcome.status == 0)
    }

    @Test func platforms() async throws {
        let outcome = try await workplace().trackproof(
            "plan", "coverage", "--plan", "plan.yaml", "ios=card.ndjson", "ios=home.ndjson", "android=apple.ndjson")
        #expect(
            outcome.output.hasSuffix(
                """
                by platform
                  android     3 of 4  75 %
                  ios         4 of 5  80 %

                never seen
                  purchase: method = "card" on android, owner growth (plan.yaml:8:23)
                  purchase: method = "apple_pay" on ios, owner growth (plan.yaml:8:29)

                1 event is not in the plan

                """))
    }

    @Test(arguments: [("80", Int32(0)), ("80.1", 1)])
    func theMinimumDecides(minimum: String, status: Int32) async throws {
        let outcome = try await workplace().trackproof(
            "plan", "coverage", "--plan", "plan.yaml", "card.ndjson", "home.ndjson", "--minimum", minimum)
        #expect(outcome.status == status)
        #expect(outcome.output.contains(", expected at least 80.1 %\n") == (status == 1))
    }

    @Test func noEventsAreNeverEnough() async throws {
        let place = try workplace()
        try place.write("", to: "empty.ndjson")
        let outcome = try await place.trackproof("plan", "coverage", "--plan", "plan.yaml", "empty.ndjson")
        #expect(outcome.errors == "trackproof: the recordings have no events of the source `app`\n")
        #expect(outcome.status == 1)
    }

    @Test func aPlanWithoutPartsIsNotSeen() async throws {
        let place = try workplace()
        try place.write("plan: 1\nevents: {}\n", to: "none.yaml")
        let outcome = try await place.trackproof(
            "plan", "coverage", "--plan", "none.yaml", "card.ndjson", "--minimum", "80")
        #expect(outcome.output.hasPrefix("the plan has no parts that a recording could show\n"), "\(outcome.output)")
        #expect(outcome.status == 1)
    }

    @Test func reports() async throws {
        let place = try workplace()
        let outcome = try await place.trackproof(
            "plan", "coverage", "--plan", "plan.yaml", "ios=card.ndjson", "--minimum", "90", "--report", "json=c.json",
            "--report", "markdown=c.md", "--report", "junit=c.xml", "--report", "github=c.txt")
        #expect(outcome.status == 1)
        let report = try JSONSerialization.jsonObject(with: Data(try place.read("c.json").utf8)) as? [String: Any]
        let json = try #require((report?["sections"] as? [[String: Any]])?.first)
        #expect(json["seen"] as? Int == 3)
        #expect(json["total"] as? Int == 5)
        #expect((json["unseen"] as? [[String: Any]])?.map { $0["event"] as? String } == ["home", "purchase"])
        #expect(
            try place.read("c.md") == """
                ### ❌ 60 % of the plan was seen (3 of 5), expected at least 90 %

                | | seen | of | |
                |---|---:|---:|---:|
                | events | 1 | 2 | 50 % |
                | parameters | 1 | 1 | 100 % |
                | values | 1 | 2 | 50 % |
                | owner `growth` | 3 | 4 | 75 % |
                | owner `(no owner)` | 0 | 1 | 0 % |
                | platform `ios` | 3 | 5 | 60 % |

                Never seen:

                - `home`
                - `purchase: method = "apple_pay"`, owner `growth`

                """)
        #expect(
            try place.read("c.xml") == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="trackproof" tests="3" failures="1" time="0">
                  <testsuite name="plan.yaml" tests="3" failures="1" errors="0" skipped="2" time="0">
                    <testcase classname="plan.yaml" name="coverage" time="0">
                      <failure type="coverage" message="60 % of the plan was seen (3 of 5), expected at least 90 %">60 % of the plan was seen (3 of 5), expected at least 90 %</failure>
                    </testcase>
                    <testcase classname="plan.yaml" name="purchase" time="0">
                      <skipped message="never seen: purchase: method = &quot;apple_pay&quot;"/>
                    </testcase>
                    <testcase classname="plan.yaml" name="home" time="0">
                      <skipped message="never seen: home"/>
                    </testcase>
                  </testsuite>
                </testsuites>

                """)
        #expect(
            try place.read("c.txt") == """
                ::error title=trackproof::plan.yaml: 60 %25 of the plan was seen (3 of 5), expected at least 90 %25
                ::notice file=plan.yaml,line=9,col=3,title=never seen::home
                ::notice file=plan.yaml,line=8,col=29,title=never seen::purchase: method = "apple_pay"

                """)
    }

    @Test func aRunPrintsTheShare() async throws {
        let place = try workplace()
        let outcome = try await place.trackproof(
            "run", "--bridge", "file", "--plan", "plan.yaml", "--", "sh", "-c",
            #"""
            f="${TRACKPROOF_BRIDGE#file:}"
            printf '{"hello":1,"writer":"1-a"}\n{"name":"purchase","parameters":{"method":"card"},"seq":1,"writer":"1-a"}\n{"bye":1,"writer":"1-a"}\n' >> "$f"
            """#)
        #expect(
            outcome.errors.contains(
                "plan.yaml: 1 event as planned\nplan.yaml: 60 % of the plan was seen (3 of 5)\n"))
        #expect(outcome.status == 0)
    }
}
