import Testing

/// Snapshots that would prove nothing, and rules that cannot be met by recording again.
@Suite("trackproof refuses what proves nothing", .timeLimit(.minutes(2)))
struct EmptyProofTests {
    @Test(arguments: [
        "verify r.ndjson --snapshot s.json", "run --snapshot s.json -- true",
        "run --record all --snapshot s.json -- true",
        "accept r.ndjson --snapshot s.json", "diff s.json r.ndjson",
    ])
    func anEmptyFileIsNoSnapshot(call: String) async throws {
        let place = try Workplace(recording: "", snapshot: "")
        let outcome = try await place.shell("trackproof \(call)")
        #expect(outcome.status == 65)
        #expect(outcome.errors == "trackproof: s.json:1:1: the file is empty\n")
    }

    @Test func aRuleThatDoesNotFitIsSaidAndNotRecordedAway() async throws {
        let place = try Workplace()
        try await place.recordWalk()
        try place.write(
            try place.read("walk.json").replacing(#""order_id": "uuid""#, with: #""order_id": "integer""#),
            to: "walk.json")
        for mode in ["all", "failed", "missing"] {
            let outcome = try await place.trackproof(
                "run", "--record", mode, "--snapshot", "walk.json", "--", "trackproof-demo-app")
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("walk.json: its volatile rules do not fit what was recorded; edit them"))
            #expect(!place.has("walk.pending.json"))
        }
    }
}
