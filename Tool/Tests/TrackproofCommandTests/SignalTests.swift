import Foundation
import Testing

@Suite("trackproof run, time limits", .timeLimit(.minutes(15)))
struct SignalTests {
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
}
