import Foundation
import Testing

@Suite("trackproof run, signals and time limits", .timeLimit(.minutes(15)))
struct SignalTests {
    @Test(arguments: [("TERM", 143), ("INT", 130), ("HUP", 129), ("QUIT", 131), ("USR1", 138), ("USR2", 140)])
    func signalsReachTheCommand(name: String, status: Int32) async throws {
        // The app sends the signal to its parent process, which is trackproof.
        let outcome = try await Workplace().trackproof(
            "run", "--", "sh", "-c", "kill -\(name) $PPID; exec sleep 60")
        #expect(outcome.status == status)
    }

    @Test func theCommandCanHandleSignalsItself() async throws {
        let place = try Workplace()
        let outcome = try await place.withGrowingTimeLimit { limit in
            try await place.shell(
                """
                mkfifo started$$
                trackproof run --timeout \(limit) -- sh -c '
                    session="import os, sys; os.setsid(); os.execvp(sys.argv[1], sys.argv[1:])"
                    python3 -c "$session" sh -c "echo \\$\\$ >pid; echo >$0; exec sleep 61" >/dev/null 2>&1 &
                    read word <$0; : >ready; exec sleep 62' started$$
                echo "status $?"
                ps -o stat= -p $(cat pid) | cut -c 1
                kill $(cat pid)
                """)
        }
        #expect(outcome.output == "status 124\nS\n", "\(outcome.errors)")
    }

    @Test func aCommandThatIgnoresSIGTERMIsKilled() async throws {
        let place = try Workplace()
        let outcome = try await place.withGrowingTimeLimit {
            let outcome = try await place.trackproof(
                "run", "--timeout", "\($0)", "--", "sh", "-c", "trap '' TERM; : >ready; while :; do sleep 0.1; done")
            #expect(outcome.errors.hasPrefix("trackproof: sh did not end within \($0) s and was terminated\n"))
            return outcome
        }
        #expect(outcome.status == 124)
    }

    /// Tests a command that is stopped, as by a request for a password that it may not read.
    @Test(arguments: ["TERM", "HUP"])
    func aStoppedCommandEnds(signal: String) async throws {
        let outcome = try await Workplace().shell(
            """
            trackproof run -- sh -c ': >ready; kill -STOP $$; exec sleep 60' & id=$!
            until test -e ready; do sleep 0.1; done
            kill -\(signal) $id; wait $id
            """, limit: .seconds(60))
        #expect(outcome.status == ["TERM": 143, "HUP": 129][signal], "\(outcome.errors)")
    }

    /// Tests signals that the command ignores because trackproof was started to ignore them, as under nohup.
    @Test func ignoredSignalsStayIgnored() async throws {
        let outcome = try await Workplace().shell(
            "trap '' HUP INT PIPE; trackproof run -- sh -c 'kill -HUP $$; kill -INT $$; kill -PIPE $$; echo alive'")
        #expect(outcome.output == "alive\n", "\(outcome.errors)")
        #expect(outcome.status == 0)
    }
}
