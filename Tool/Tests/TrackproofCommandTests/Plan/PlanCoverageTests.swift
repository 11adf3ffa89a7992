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

    @Test(arguments: [("80", Int32(0)), ("80.1", 1)])
    func theMinimumDecides(minimum: String, status: Int32) async throws {
        let outcome = try await workplace().trackproof(
            "plan", "coverage", "--plan", "plan.yaml", "card.ndjson", "home.ndjson", "--minimum", minimum)
        #expect(outcome.status == status)
        #expect(outcome.output.contains(", expected at least 80.1 %\n") == (status == 1))
    }
}
