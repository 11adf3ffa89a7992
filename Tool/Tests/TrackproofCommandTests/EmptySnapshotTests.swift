import Testing

/// Tests that the command refuses snapshots and comparisons without events, because they prove nothing.
@Suite("trackproof refuses empty snapshots and comparisons", .timeLimit(.minutes(15)))
struct EmptySnapshotTests {
    @Test(arguments: [
        "verify r.ndjson --snapshot s.json", "run --snapshot s.json -- true",
        "run --record all --snapshot s.json -- true",
        "accept r.ndjson --snapshot s.json", "diff s.json r.ndjson",
    ])
    func anEmptyFileIsRefusedAsASnapshot(call: String) async throws {
        let place = try Workplace(recording: "", snapshot: "")
        let outcome = try await place.shell("trackproof \(call)")
        #expect(outcome.status == 65)
        #expect(outcome.errors == "trackproof: s.json:1:1: the file is empty\n")
    }

    static let silentApp =
        #"printf '%s\n' '{"hello":1,"writer":"w"}' '{"bye":0,"writer":"w"}' >"${TRACKPROOF_BRIDGE#file:}""#
    static let reason = "nothing was recorded, and a snapshot without events proves nothing"

    @Test(arguments: ["missing", "failed", "all"])
    func anAppThatTracksNothingRecordsNoSnapshot(mode: String) async throws {
        let place = try Workplace()
        try place.write(Self.silentApp, to: "app")
        for runs in mode == "all" ? ["1", "2"] : ["1"] {
            let outcome = try await place.trackproof(
                "run", "--bridge", "file", "--record", mode, "--runs", runs, "--snapshot", "s.json", "--", "sh", "app")
            #expect(outcome.status == 1)
            #expect(outcome.errors == "trackproof: s.json: not recorded: \(Self.reason)\n")
            #expect(!place.has("s.json"))
        }
    }

    /// Tests a run whose only event is ignored. The command writes neither the snapshot nor a pending snapshot.
    @Test(arguments: ["failed", "all"])
    func ignoredEventsDoNotEmptyASnapshot(mode: String) async throws {
        let snapshot = #"{"snapshot":1,"events":[{"name":"b"}],"ignore":["a"]}"#
        let place = try Workplace(recording: #"{"name":"a"}"# + "\n", snapshot: snapshot)
        try place.write(
            Self.silentApp.replacing("'{\"bye\":0", with: #"'{"name":"a","seq":1,"writer":"w"}' '{"bye":1"#), to: "app")
        let outcome = try await place.trackproof(
            "run", "--bridge", "file", "--record", mode, "--snapshot", "s.json", "--", "sh", "app")
        #expect(outcome.status == 1)
        let unchanged =
            "s.json: left unchanged: no events of the source `app` were recorded, "
            + "or the snapshot ignores all of them"
        #expect(outcome.errors.hasSuffix("trackproof: \(unchanged)\n"))
        let accepted = try await place.trackproof("accept", "r.ndjson", "--snapshot", "s.json")
        #expect(accepted.status == 64)
        #expect(
            accepted.errors
                == "trackproof: r.ndjson: s.json ignores all events of the source `app`, "
                + "and a snapshot without events proves nothing\n")
        #expect(try place.read("s.json") == snapshot)
        #expect(!place.has("s.pending.json"))
    }

    /// Tests that `run` and `verify` fail if they compare no events. A test fails in this case too.
    @Test func aComparisonWithoutEventsFails() async throws {
        let place = try Workplace(recording: "", snapshot: #"{"snapshot":1,"events":[],"ignore":["i"]}"#)
        try place.write(Self.silentApp, to: "app")
        let verified = try await place.trackproof("verify", "r.ndjson", "--snapshot", "s.json")
        let run = try await place.trackproof("run", "--bridge", "file", "--snapshot", "s.json", "--", "sh", "app")
        #expect(verified.output == "")
        for outcome in [verified, run] {
            #expect(outcome.status == 1)
            #expect(
                outcome.errors.hasSuffix(
                    "trackproof: s.json: nothing was compared: the snapshot expects no event, and none was recorded\n"))
        }
    }

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
