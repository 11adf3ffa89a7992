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

    @Test func runThatTakesTooLongEndsTheLearning() async throws {
        let place = try Workplace()
        let outcome = try await place.trackproof(
            "run", "--runs", "2", "--timeout", "0.5", "--record", "all", "--snapshot", "s.json", "--", "sleep", "60")
        #expect(outcome.status == 124)
        #expect(
            outcome.errors.hasSuffix(
                "trackproof: nothing was learned: in run 1 of 2, the command did not end in time\n"))
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
