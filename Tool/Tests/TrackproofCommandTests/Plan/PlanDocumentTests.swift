import Foundation
import Testing

/// Tests the plans in `docs/TrackingPlans.md`, and the output that the page shows.
@Suite("The documentation of tracking plans", .timeLimit(.minutes(15)))
struct PlanDocumentTests {
    @Test func itsPlanAndItsOutputAreRight() async throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../../docs/TrackingPlans.md").standardized
        let text = try String(contentsOf: file, encoding: .utf8)
        let plan = try #require(Self.block("yaml", of: text))
        let output = try #require(Self.block("text", of: text))
        let place = try Workplace()
        try place.write(plan, to: "Tracking/plan.yaml")
        try place.write(
            """
            {"name":"movie_tapped","parameters":{"id":1,"slug":"a"}}
            {"name":"purchase","parameters":{"price":"19.99","method":"card"}}

            """, to: "run.ndjson")
        let outcome = try await place.trackproof("plan", "check", "run.ndjson")
        #expect(outcome.output == output)
        #expect(outcome.status == 1)
    }

    /// Returns the first code block of a language in a page.
    private static func block(_ language: String, of text: String) -> String? {
        guard let start = text.range(of: "```\(language)\n"),
            let end = text[start.upperBound...].range(of: "```")
        else { return nil }
        return String(text[start.upperBound..<end.lowerBound])
    }
}
