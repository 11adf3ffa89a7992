import Testing

/// Tests that the command refuses snapshots and comparisons without events, because they prove nothing.
@Suite("trackproof refuses empty snapshots and comparisons", .timeLimit(.minutes(15)))
struct EmptySnapshotTests {
    static let reason = "nothing was recorded, and a snapshot without events proves nothing"

    @Test func aRuleThatDoesNotFitIsReportedNotRecorded() async throws {
        let place = try Workplace()
        try await place.recordWalk()
        try place.write(
            try place.read("walk.json").replacing(#""order_id": "uuid""#, with: #""order_id": "integer""#),
            to: "walk.json")
        for mode in ["all", "failed", "missing"] {
            let outcome = try await place.trackproof(
                "run", "--record", mode, "--snapshot", "walk.json", "--", "trackproof-demo-app")
            #expect(outcome.status == 1)
            #expect(
                outcome.errors.contains("walk.json: the volatile rules do not fit what was recorded; edit the rules"))
            #expect(!place.has("walk.pending.json"))
        }
    }
}
