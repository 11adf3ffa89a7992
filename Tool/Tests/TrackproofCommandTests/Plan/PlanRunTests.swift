import Foundation
import Testing

/// Tests that check events of the demo app against the plan in `Examples/Demo/Tracking`.
@Suite("trackproof run --plan and verify --plan", .timeLimit(.minutes(15)))
struct PlanRunTests {
    static let plan = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../../Examples/Demo/Tracking/plan.yaml").standardized.path

    @Test func theDemoFitsItsPlan() async throws {
        let place = try Workplace()
        let outcome = try await place.shell("trackproof run --plan '\(Self.plan)' -- trackproof-demo-app")
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("\(Self.plan): 20 events as planned\n"))
    }

    @Test(arguments: [
        ("renamed", "error: favorite_added (unplanned-event)"),
        ("retyped", "error: purchase: price (wrong-type)"),
        ("changed", "error: login_failed: reason (not-in-enum)"),
    ])
    func aRegressionViolatesThePlan(name: String, finding: String) async throws {
        let place = try Workplace()
        let outcome = try await place.shell(
            "trackproof run --plan '\(Self.plan)' -- trackproof-demo-app --regressions \(name)")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains(finding))
        #expect(outcome.errors.contains("1 error; 19 of 20 events as planned"))
    }

    /// Tests a run without an earlier snapshot. The events would become the first one, but violate the plan.
    @Test(arguments: ["missing", "all"])
    func eventsThatViolateThePlanAreNotRecorded(mode: String) async throws {
        let place = try Workplace()
        let outcome = try await place.shell(
            """
            trackproof run --snapshot s.json --record \(mode) --plan '\(Self.plan)' -- \
                trackproof-demo-app --regressions retyped
            """)
        #expect(outcome.status == 1)
        #expect(!place.has("s.json"))
        #expect(place.has("s.pending.json"))
        #expect(
            outcome.errors.contains("trackproof: s.json: not recorded, because the check against the plan failed\n"))
        #expect(outcome.errors.contains("error: purchase: price (wrong-type)"))
    }

    @Test func aMistakeInThePlanFailsBeforeTheRun() async throws {
        let place = try Workplace()
        try place.write("plan: 2\n", to: "plan.yaml")
        let outcome = try await place.shell("trackproof run --plan plan.yaml -- touch ran")
        #expect(outcome.status == 65)
        #expect(!place.has("ran"))
    }

    @Test func anAppThatTracksNothingDoesNotPass() async throws {
        let outcome = try await Workplace().shell("trackproof run --plan '\(Self.plan)' -- true")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("no events were recorded, so nothing was checked"))
    }

    @Test func verifyChecksThePlanToo() async throws {
        let place = try Workplace()
        try place.write("plan: 1\nevents: {a: {parameters: {n: integer}}}\n", to: "plan.yaml")
        try place.write(#"{"name":"a","parameters":{"n":"x"}}"# + "\n", to: "r.ndjson")
        let outcome = try await place.trackproof(
            "verify", "r.ndjson", "--snapshot", "r.ndjson", "--plan", "plan.yaml")
        #expect(outcome.status == 1)
        #expect(outcome.output.hasPrefix("1 event as expected\nplan.yaml: 1 error; 0 of 1 event as planned\n"))
        let usage = try await place.trackproof(
            "verify", "r.ndjson", "--snapshot", "r.ndjson", "--platform", "ios")
        #expect(usage.status == 64)
        #expect(usage.errors.contains("--platform and --app-version need --plan."))
    }
}
