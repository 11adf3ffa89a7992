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
}
