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

    private func review(_ place: String) -> String {
        """

        \(place)

        1 difference (1 missing), 1 event matches

          … 1 event unchanged
        - missing    track b {x: 1}


        """
    }

    @Test func asksAboutEachPendingSnapshot() async throws {
        let place = try await place()
        let outcome = try await place.trackproof("accept", input: "what?\n\na\nr\n")
        #expect(outcome.status == 0)
        #expect(
            outcome.output == review("1/2  a.json") + Self.question + Self.unknown + Self.question + Self.unknown
                + Self.question
                + review("2/2  more/b.json") + Self.question + "1 accepted, 1 rejected, 0 left\n")
        #expect(outcome.errors == "")
        #expect(try place.read("a.json") == Self.accepted)
        #expect(try place.read("more/b.json") == Fixture.snapshot)
        #expect(!place.has("a.pending.json") && !place.has("more/b.pending.json"))
    }

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

    @Test func acceptsAllPendingSnapshotsOfAFolder() async throws {
        let place = try await place()
        let outcome = try await place.trackproof("accept", "more/", "--all")
        #expect(outcome.status == 0)
        #expect(outcome.output == review("1/1  more/b.json") + "1 accepted, 0 rejected, 0 left\n")
        #expect(try place.read("more/b.json") == Self.accepted)
        #expect(place.has("a.pending.json"))
        #expect(try await place.trackproof("accept", "--all").status == 0)
        #expect(try await place.trackproof("accept").output == "there are no pending snapshots\n")
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

    static let keptRecording = """
        {"name":"first","seq":1}
        {"name":"new","parameters":{"z":1,"a":2}}
        {"name":"purchase","parameters":{"price":20.5,"order_id":"6F9619FF-8B86-D011-B42D-00CF4FC964FF"}}
        {"name":"heartbeat_2"}

        """

    /// Tests that the user sees all that a new snapshot expects and all that it excuses.
    @Test func aNewSnapshotIsShownWithItsSettings() async throws {
        let place = try Workplace()
        try place.write(
            """
            {"snapshot":1,"source":"wire:x","order":"strict","events":[{"name":"buy","parameters":{"n":1}}],
            "ignore":["purchase*"],"volatile":{"buy":{"n":"integer"}}}
            """, to: "s.pending.json")
        let outcome = try await place.trackproof("accept", input: "q\n")
        #expect(
            outcome.output == """

                1/1  s.json

                a new snapshot of 1 event

                1 difference (1 unexpected), 0 events match

                + unexpected track buy {n: 1}

                + volatile   buy.n: integer
                + ignore     purchase*
                + order      strict
                + source     wire:x

                \(Self.question)0 accepted, 0 rejected, 1 left

                """)
    }

    @Test(arguments: [#"{"snapshot":1,"events":[{"name":"a"}]}"#, nil])
    func aPendingSnapshotWithoutEventsIsNotAccepted(snapshot: String?) async throws {
        let place = try Workplace()
        if let snapshot { try place.write(snapshot, to: "s.json") }
        try place.write(#"{"snapshot":1,"events":[]}"#, to: "s.pending.json")
        let outcome = try await place.trackproof("accept", "--all")
        #expect(outcome.status == 65)
        #expect(
            outcome.errors
                == "trackproof: s.pending.json: has no events, and a snapshot without events proves nothing\n")
        #expect(try place.has("s.json") ? place.read("s.json") == snapshot : snapshot == nil)
        #expect(try await place.trackproof("accept", input: "r\n").output.hasSuffix("0 accepted, 1 rejected, 0 left\n"))
    }

    @Test func aRecordingWithoutEventsLeavesNoPendingSnapshot() async throws {
        let place = try Workplace(recording: #"{"recording":1}"# + "\n", snapshot: Fixture.snapshot)
        let outcome = try await place.trackproof("verify", "r.ndjson", "--snapshot", "s.json")
        #expect(outcome.status == 1)
        #expect(outcome.errors == "")
        #expect(!place.has("s.pending.json"))
    }

    @Test func aPendingSnapshotOfAnotherSourceIsNotAccepted() async throws {
        let place = try Workplace()
        try place.write(#"{"snapshot":1,"events":[{"name":"a"}]}"#, to: "s.json")
        try place.write(#"{"snapshot":1,"source":"wire:x","events":[{"name":"b"}]}"#, to: "s.pending.json")
        let outcome = try await place.trackproof("accept", "--all")
        #expect(outcome.status == 64)
        #expect(
            outcome.errors == """
                trackproof: s.json: the snapshot expects events of the source `app`; for events of `wire:x`, use another \
                snapshot

                """)
        #expect(try place.read("s.json").contains(#""a""#))
    }

    @Test func acceptChangesOnlyTheDifferences() async throws {
        let place = try Workplace(recording: Self.keptRecording, snapshot: Self.kept)
        try #require(try await place.trackproof("verify", "r.ndjson", "--snapshot", "s.json").status == 1)
        #expect(try await place.trackproof("accept", "--all").status == 0)
        let changed = Self.kept
            .replacing("\"price\": 19.99", with: "\"price\": 20.5")
            .replacing("{ \"name\": \"gone\" }", with: "{ \"name\": \"new\", \"parameters\": { \"a\": 2, \"z\": 1 } }")
        #expect(try place.read("s.json") == changed)
        #expect(try await place.trackproof("verify", "r.ndjson", "--snapshot", "s.json").status == 0)
    }

    @Test func acceptKeepsSettingsEditedAfterVerify() async throws {
        let place = try await place()
        let edited = Fixture.snapshot.replacing(
            "\"order\": \"any\",", with: "\"order\": \"any\",\n  \"volatile\": { \"b\": { \"x\": \"any\" } },")
        try place.write(edited, to: "a.json")
        #expect(try await place.trackproof("accept", "a.json", "--all").status == 0)
        #expect(try place.read("a.json").contains(#""volatile": { "b": { "x": "any" } }"#))
        #expect(!(try place.read("a.json").contains(#""name": "b""#)))
    }

    @Test func recordingBecomesASnapshot() async throws {
        let place = try Workplace(recording: Fixture.recording)
        let outcome = try await place.trackproof("accept", "r.ndjson", "--snapshot", "new/t.json")
        #expect(outcome.status == 0)
        #expect(outcome.output == "new/t.json expects 2 events\n")
        #expect(try place.read("new/t.json") == Fixture.snapshot)
    }

    @Test func recordingUpdatesASnapshot() async throws {
        let place = try Workplace(recording: #"{"name":"a"}"# + "\n", snapshot: Fixture.snapshot)
        try place.write("stale", to: "s.pending.json")
        let outcome = try await place.trackproof("accept", "-", "--snapshot", "s.json", input: #"{"name":"a"}"# + "\n")
        #expect(outcome.status == 0)
        #expect(outcome.output == "s.json expects 1 event\n")
        #expect(try place.read("s.json") == Self.accepted)
        #expect(!place.has("s.pending.json"))
    }

    @Test(arguments: ["", #"{"recording":1}"# + "\n"])
    func aRecordingWithoutEventsIsNotAccepted(recording: String) async throws {
        let place = try Workplace(recording: recording)
        let before = try place.read("s.json")
        for snapshot in ["s.json", "new.json"] {
            let outcome = try await place.trackproof("accept", "r.ndjson", "--snapshot", snapshot)
            #expect(outcome.status == 65)
            #expect(
                outcome.errors
                    == "trackproof: r.ndjson: has no events, and a snapshot without events proves nothing\n")
        }
        #expect(try place.read("s.json") == before)
        #expect(!place.has("new.json"))
    }

    @Test func volatileRulesThatDoNotFitAreReported() async throws {
        let snapshot = """
            { "snapshot": 1, "events": [], "volatile": { "b": { "x": "uuid" } } }
            """
        let place = try Workplace(recording: Fixture.recording, snapshot: snapshot)
        let outcome = try await place.trackproof("accept", "r.ndjson", "--snapshot", "s.json")
        #expect(outcome.status == 1)
        #expect(outcome.output == "s.json expects 2 events\n")
        #expect(
            outcome.errors == """
                trackproof: s.json: the volatile rules do not fit this recording; edit the rules. These events still \
                differ:
                1 difference (1 changed), 1 event matches

                  … 1 event unchanged
                ~ changed    track b
                    - x: <uuid>
                    + x: 1

                """)
    }
}

/// Tests of recordings with events of one wire format. Such a recording becomes a snapshot of this wire format.
@Suite("trackproof accept, with events of a wire", .timeLimit(.minutes(15)))
struct AcceptWireTests {
    static let paid = #"{"name":"paid","parameters":{"x":1},"source":"wire:segment"}"# + "\n"
    static let other = #"{"name":"paid","source":"wire:mixpanel"}"# + "\n"

    @Test func aRecordingOfOneWireBecomesItsSnapshot() async throws {
        let place = try Workplace(recording: Self.paid)
        let accepted = try await place.trackproof("accept", "r.ndjson", "--snapshot", "new.json")
        #expect(accepted.status == 0)
        #expect(accepted.output == "new.json expects 1 event\n")
        #expect(try place.read("new.json").hasSuffix("  ],\n  \"source\": \"wire:segment\"\n}\n"))
        // The snapshot has the source, so later comparisons need no `--source`.
        let same = try await place.trackproof("verify", "r.ndjson", "--snapshot", "new.json")
        #expect(same.status == 0)
        #expect(same.output == "1 event as expected\n")
        try place.write(Self.paid.replacing("1", with: "2"), to: "r.ndjson")
        #expect(try await place.trackproof("verify", "r.ndjson", "--snapshot", "new.json").status == 1)
        #expect(try await place.trackproof("accept", "r.ndjson", "--snapshot", "new.json").status == 0)
        #expect(try place.read("new.json").contains(#""x": 2"#))
    }

    @Test func aRecordingWithAppEventsBecomesAnAppSnapshot() async throws {
        let place = try Workplace(recording: Self.paid + Fixture.recording)
        #expect(try await place.trackproof("accept", "r.ndjson", "--snapshot", "new.json").status == 0)
        #expect(try place.read("new.json") == Fixture.snapshot)
    }

    @Test func aRecordingOfSeveralWiresNeedsASource() async throws {
        let place = try Workplace(recording: Self.paid + Self.other)
        let refused = try await place.trackproof("accept", "r.ndjson", "--snapshot", "new.json")
        #expect(refused.status == 64)
        #expect(
            refused.errors == """
                trackproof: no events of the source `app` were recorded (recorded sources: wire:mixpanel, \
                wire:segment); name one with --source

                """)
        #expect(!place.has("new.json"))
        let named = try await place.trackproof(
            "accept", "r.ndjson", "--snapshot", "new.json", "--source", "wire:segment")
        #expect(named.status == 0)
        let later = try await place.trackproof("verify", "r.ndjson", "--snapshot", "new.json")
        #expect(later.output == "1 event as expected\n")
    }

    @Test func aSnapshotIsNotEmptiedByEventsOfAnotherSource() async throws {
        let place = try Workplace(recording: Self.paid, snapshot: Fixture.snapshot)
        let outcome = try await place.trackproof("accept", "r.ndjson", "--snapshot", "s.json")
        #expect(outcome.status == 64)
        #expect(
            outcome.errors == """
                trackproof: r.ndjson: has no events of the source `app` for s.json (recorded sources: wire:segment); \
                name one with --source

                """)
        #expect(try place.read("s.json") == Fixture.snapshot)
        let wrong = try await place.trackproof("accept", "r.ndjson", "--snapshot", "t.json", "--source", "wire:x")
        #expect(wrong.status == 64)
        #expect(!place.has("t.json"))
        #expect(try await place.trackproof("accept", "--source", "app").status == 64)
    }

    /// Tests a recording in place of a snapshot. If all its events have one wire format, `--source` is not necessary.
    @Test func aRecordingUsedAsASnapshotSelectsItsWire() async throws {
        let place = try Workplace(recording: Self.paid)
        let same = try await place.trackproof("verify", "r.ndjson", "--snapshot", "r.ndjson")
        #expect(same.output == "1 event as expected\n")
        try place.write(Self.paid + Self.other, to: "both.ndjson")
        let refused = try await place.trackproof("verify", "r.ndjson", "--snapshot", "both.ndjson")
        #expect(refused.status == 65)
        #expect(
            refused.errors == """
                trackproof: both.ndjson:1:1: expected events of the source `app`, found none; choose one of these \
                sources: wire:mixpanel, wire:segment

                """)
        let named = try await place.trackproof(
            "verify", "r.ndjson", "--snapshot", "both.ndjson", "--source", "wire:segment")
        #expect(named.output == "1 event as expected\n")
    }
}
