import Testing

@Suite("trackproof accept", .timeLimit(.minutes(15)))
struct AcceptTests {
    static let question = "[a]ccept, [r]eject, [s]kip, [q]uit? "
    static let unknown = "please answer a, r, s or q\n"

    /// Makes a folder in which `a.json` and `more/b.json` have pending snapshots.
    private func place() async throws -> Workplace {
        let place = try Workplace(recording: #"{"name":"a"}"# + "\n")
        for name in ["a", "more/b"] {
            try place.write(Fixture.snapshot, to: "\(name).json")
            let outcome = try await place.trackproof("verify", "r.ndjson", "--snapshot", "\(name).json")
            try #require(outcome.status == 1)
        }
        return place
    }

    static let accepted = """
        {
          "snapshot": 1,
          "order": "any",
          "events": [
            { "name": "a" }
          ]
        }

        """

    @Test(arguments: [
        ("s\nA\n", "1 accepted, 0 rejected, 1 left\n", 1), ("s\ns\n", "0 accepted, 0 rejected, 2 left\n", 1),
        ("q\n", "0 accepted, 0 rejected, 2 left\n", 1), ("r\nquit\n", "0 accepted, 1 rejected, 1 left\n", 1),
        ("accept\n reject \n", "1 accepted, 1 rejected, 0 left\n", 0), ("", "\n0 accepted, 0 rejected, 2 left\n", 1),
        ("a", "\n1 accepted, 0 rejected, 1 left\n", 1), ("nonsense\nq", "0 accepted, 0 rejected, 2 left\n", 1),
    ])
    func answersDetermineTheSummaryAndExitStatus(input: String, summary: String, status: Int32) async throws {
        let place = try await place()
        let outcome = try await place.trackproof("accept", input: input)
        #expect(outcome.status == status)
        #expect(outcome.output.hasSuffix(Self.question + summary))
    }

    /// Tests a pending file or a snapshot that changes while the user reads it.
    @Test(arguments: ["a.pending.json", "a.json"], ["a", "r"])
    func onlyWhatWasShownIsAccepted(name: String, answer: String) async throws {
        let place = try await place()
        try place.write(#"{"snapshot":1,"events":[{"name":"other"}]}"#, to: "new")
        let outcome = try await place.shell(
            """
            mkfifo keys
            : >shown
            trackproof accept a.json <keys >shown &
            exec 3>keys
            until grep -q 'uit?' shown; do sleep 0.05; done
            cp new \(name); echo \(answer) >&3
            for n in $(seq 1200); do test $(grep -o 'uit?' shown | wc -l) = 2 && break; sleep 0.05; done
            cat \(name) >&2; echo s >&3; wait; cat shown
            """)
        #expect(
            outcome.errors
                == "trackproof: a.pending.json: the pending snapshot or the snapshot has changed since it was shown\n"
                + #"{"snapshot":1,"events":[{"name":"other"}]}"#)
        #expect(outcome.output.hasSuffix(Self.question + "0 accepted, 0 rejected, 1 left\n"))
        #expect(outcome.output.contains("other"))
        #expect(place.has("a.pending.json"))
    }

    @Test(arguments: ["a.json", "a.pending.json", "./a.json a.pending.json"])
    func aSnapshotOrPendingPathSelectsThePendingSnapshot(path: String) async throws {
        let place = try await place()
        let outcome = try await place.shell("trackproof accept --all \(path)")
        #expect(outcome.status == 0)
        #expect(outcome.output.hasSuffix("1 accepted, 0 rejected, 0 left\n"))
        #expect(try place.read("a.json") == Self.accepted)
        #expect(place.has("more/b.pending.json"))
        #expect(try await place.trackproof("accept", "a.json").output == "there are no pending snapshots\n")
    }

    @Test(arguments: [
        ("{\"snapshot\":1,\"events\":[{\"name\":", "1:33: the file ends inside a value"),
        ("", "1:1: the file is empty"),
    ])
    func brokenPendingFileIsRefused(content: String, message: String) async throws {
        let place = try await place()
        try place.write(content, to: "a.pending.json")
        let outcome = try await place.trackproof("accept", "a.json", "--all")
        #expect(outcome.status == 65)
        #expect(outcome.errors == "trackproof: a.pending.json:\(message)\n")
        #expect(try place.read("a.json") == Fixture.snapshot)
        #expect(place.has("a.pending.json"))
    }

    static let kept = """
        {
          "x-team": "checkout",
          "snapshot": 1,
          "events": [
            { "name": "purchase", "parameters": { "order_id": "<uuid>", "price": 19.99 }, "x-owner": "ann" },
            { "name": "first" },
            { "name": "gone" }
          ],
          "order": "any",
          "volatile": { "purchase": { "order_id": "uuid" } },
          "ignore": ["heartbeat*"],
          "x-notes": { "b": 1, "a": [true, null] }
        }

        """

    @Test func acceptKeepsSettingsEditedAfterVerify() async throws {
        let place = try await place()
        let edited = Fixture.snapshot.replacing(
            "\"order\": \"any\",", with: "\"order\": \"any\",\n  \"volatile\": { \"b\": { \"x\": \"any\" } },")
        try place.write(edited, to: "a.json")
        #expect(try await place.trackproof("accept", "a.json", "--all").status == 0)
        #expect(try place.read("a.json").contains(#""volatile": { "b": { "x": "any" } }"#))
        #expect(!(try place.read("a.json").contains(#""name": "b""#)))
    }
}

/// Tests of recordings with events of one wire format. Such a recording becomes a snapshot of this wire format.
@Suite("trackproof accept, with events of a wire", .timeLimit(.minutes(15)))
struct AcceptWireTests {
    static let paid = #"{"name":"paid","parameters":{"x":1},"source":"wire:segment"}"# + "\n"
    static let other = #"{"name":"paid","source":"wire:mixpanel"}"# + "\n"
}
