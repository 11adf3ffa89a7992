import Testing

@Suite("trackproof run --runs learns what varies", .timeLimit(.minutes(15)))
struct LearningRunTests {
    /// Makes a folder with an `app` that tracks the events that the shell code `body` prints.
    ///
    /// In `body`, `$n` is the number of the run.
    private func place(_ body: String) throws -> Workplace {
        let place = try Workplace()
        try place.write(
            """
            n=$(($(cat count 2>/dev/null || echo 0) + 1))
            echo $n >count
            exec >"${TRACKPROOF_BRIDGE#file:}"
            echo '{"hello":1,"writer":"w"}'
            \(body)
            last=$(sed -n 's/.*"seq":\\([0-9]*\\).*/\\1/p' "${TRACKPROOF_BRIDGE#file:}" | tail -n 1)
            echo '{"bye":'${last:-0}',"writer":"w"}'
            """, to: "app")
        return place
    }

    private func learn(in place: Workplace, runs: Int = 3) async throws -> Outcome {
        try await place.trackproof(
            "run", "--bridge", "file", "--runs", "\(runs)", "--record", "all", "--snapshot", "s.json", "--", "sh", "app"
        )
    }

    static let alike = #"echo '{"name":"a","parameters":{"x":1},"seq":1,"writer":"w"}'"#
    static let varies = #"echo '{"name":"buy","parameters":{"n":'$n',"x":1},"seq":1,"writer":"w"}'"#
    static let sometimes = #"[ $n = 2 ] || echo '{"name":"a","seq":1,"writer":"w"}'"#

    static let pending = """
        {
          "snapshot": 1,
          "order": "any",
          "events": [
            { "name": "buy", "parameters": { "n": "<integer>", "x": 1 } }
          ],
          "volatile": { "buy": { "n": "integer" } }
        }

        """

    private func lines(_ outcome: Outcome) -> [String] {
        outcome.errors.split(separator: "\n").map(String.init)
    }

    @Test func runsThatAreAlikeBecomeTheSnapshot() async throws {
        let place = try place(Self.alike)
        try place.write("stale", to: "s.pending.json")
        let outcome = try await learn(in: place)
        #expect(outcome.status == 0)
        #expect(
            lines(outcome)
                == ["trackproof: 3 runs are alike: s.json expects 1 event; later runs are compared with this snapshot"])
        #expect(try place.read("count") == "3\n")
        #expect(try place.read("s.json").contains(#"{ "name": "a", "parameters": { "x": 1 } }"#))
        #expect(!place.has("s.pending.json"))
        // The command leaves no recordings of its runs.
        #expect(try place.names() == ["app", "count", "s.json", "tmp"])
        #expect(try await place.shell("ls tmp").output == "")
    }

    @Test func aSnapshotIsNotEmptiedByAnAppThatTracksNothing() async throws {
        let place = try place("")
        try place.write(Fixture.snapshot, to: "s.json")
        let outcome = try await learn(in: place)
        #expect(outcome.status == 1)
        let unchanged =
            "s.json: left unchanged: no events of the source `app` were recorded, "
            + "or the snapshot ignores all of them"
        #expect(lines(outcome) == ["trackproof: \(unchanged)"])
        #expect(try place.read("s.json") == Fixture.snapshot)
    }

    @Test func varyingParametersNeedReview() async throws {
        let place = try place(Self.varies)
        let outcome = try await learn(in: place)
        #expect(outcome.status == 0)
        #expect(outcome.output == "")
        #expect(
            lines(outcome) == [
                "trackproof: parameters that vary from run to run:",
                "  buy.n: integer",
                "trackproof: review and accept the pending snapshot: "
                    + "trackproof accept s.pending.json",
            ])
        #expect(!place.has("s.json"))
        #expect(try place.read("s.pending.json") == Self.pending)

        let review = try await place.trackproof("accept", input: "a\n")
        #expect(review.status == 0)
        #expect(
            review.output == """

                1/1  s.json

                a new snapshot of 1 event

                1 difference (1 unexpected), 0 events match

                + unexpected track buy {n: "<integer>", x: 1}

                + volatile   buy.n: integer

                \(AcceptTests.question)1 accepted, 0 rejected, 0 left

                """)
        #expect(try place.read("s.json") == Self.pending)
        let verified = try await place.trackproof(
            "run", "--bridge", "file", "--snapshot", "s.json", "--", "sh", "app")
        #expect(verified.status == 0)
    }

    @Test func anExistingSnapshotStaysUntilReview() async throws {
        let place = try place(Self.varies)
        let snapshot = """
            {
              "x-team": "checkout",
              "snapshot": 1,
              "events": [
                { "name": "buy", "parameters": { "n": 7, "x": 1 }, "x-owner": "ann" }
              ],
              "volatile": { "sell": { "id": "uuid" } },
              "ignore": ["heartbeat"]
            }

            """
        try place.write(snapshot, to: "s.json")
        #expect(try await learn(in: place).status == 0)
        #expect(try place.read("s.json") == snapshot)

        // The user edits the snapshot before the user reviews the pending snapshot.
        let edited = snapshot.replacing("heartbeat", with: "pulse")
        try place.write(edited, to: "s.json")
        let review = try await place.trackproof("accept", "--all")
        #expect(
            review.output == """

                1/1  s.json

                1 difference (1 changed), 0 events match

                ~ changed    track buy
                    - n: 7
                    + n: <integer>

                + volatile   buy.n: integer

                1 accepted, 0 rejected, 0 left

                """)
        #expect(
            try place.read("s.json")
                == edited.replacing(#""n": 7"#, with: #""n": "<integer>""#)
                .replacing(#""id": "uuid" } }"#, with: #""id": "uuid" }, "buy": { "n": "integer" } }"#))
    }

    @Test func aDifferenceThatNoRuleCanExpressExits1() async throws {
        let place = try place(Self.sometimes)
        let outcome = try await learn(in: place)
        #expect(outcome.status == 1)
        #expect(
            lines(outcome) == [
                "trackproof: differences that no rule can express:",
                "  track a: tracked in 2 of 3 runs",
                "trackproof: review and accept the pending snapshot: "
                    + "trackproof accept s.pending.json",
            ])
        #expect(!place.has("s.json"))
        #expect(place.has("s.pending.json"))
    }

    @Test func runThatFailsEndsTheLearning() async throws {
        let place = try place(Self.varies + "\n[ $n != 2 ] || exit 7")
        let outcome = try await learn(in: place)
        #expect(outcome.status == 7)
        #expect(
            lines(outcome) == [
                "trackproof: writer w was cut off; its last events may be missing",
                "trackproof: nothing was learned: in run 2 of 3, the command ended with status 7",
                "trackproof: s.json: not recorded, because the command ended with status 7",
                "trackproof: review and accept the pending snapshot: "
                    + "trackproof accept s.pending.json",
            ])
        #expect(try place.read("count") == "2\n")
        #expect(!place.has("s.json") && place.has("s.pending.json"))
    }

    @Test func runThatTakesTooLongEndsTheLearning() async throws {
        let place = try Workplace()
        let outcome = try await place.trackproof(
            "run", "--runs", "2", "--timeout", "0.5", "--record", "all", "--snapshot", "s.json", "--", "sleep", "60")
        #expect(outcome.status == 124)
        #expect(
            outcome.errors.hasSuffix(
                "trackproof: nothing was learned: in run 1 of 2, the command did not end in time\n"))
    }

    @Test func runWithLostEventsEndsTheLearning() async throws {
        let place = try place(Self.alike + "\n" + #"echo '{"name":"b","seq":4,"writer":"w"}'"#)
        let outcome = try await learn(in: place)
        #expect(outcome.status == 74)
        #expect(
            lines(outcome) == [
                "trackproof: 2 events of writer w did not arrive",
                "trackproof: nothing was learned: in run 1 of 3, events were lost",
                "trackproof: s.json: not recorded, because events were lost",
                "trackproof: review and accept the pending snapshot: "
                    + "trackproof accept s.pending.json",
            ])
        #expect(!place.has("s.json") && place.has("s.pending.json"))
    }

    @Test func withoutAnAppNothingIsLearned() async throws {
        let place = try Workplace()
        let outcome = try await place.trackproof(
            "run", "--runs", "2", "--record", "all", "--snapshot", "s.json", "--", "true")
        #expect(outcome.status == 66)
        #expect(outcome.errors.hasSuffix("trackproof: s.json: nothing to record in run 1 of 2\n"))
        #expect(!place.has("s.json"))
    }

    @Test func demoAppsIdentifiersAreLearned() async throws {
        let place = try Workplace()
        let outcome = try await place.trackproof(
            "run", "--runs", "4", "--snapshot", "walk.json", "--", "trackproof-demo-app",
            environment: ["TRACKPROOF_RECORD": "all"])
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("\n  purchase.order_id: uuid\n"))
        #expect(outcome.errors.contains("\n  app_launched.session_id: uuid\n"))
        #expect(try await place.trackproof("accept", "--all").status == 0)
        for (regressions, status) in [("", Int32(0)), ("--regressions retyped", 1), ("--regressions lost", 1)] {
            let later = try await place.shell(
                "trackproof run --snapshot walk.json -- trackproof-demo-app \(regressions)")
            #expect(later.status == status, "\(later.errors)")
        }
    }
}
