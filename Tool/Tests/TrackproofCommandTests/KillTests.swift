import Foundation
import TestSupport
import Testing

@Suite("trackproof may be killed at any moment", .timeLimit(.minutes(15)))
struct KillTests {
    /// Returns a script that runs trackproof, and kills only the process of trackproof after `delay` seconds.
    private func script(_ arguments: String, _ delay: Double) -> String {
        "\(arguments) >/dev/null 2>&1 & pid=$!; sleep \(delay); kill -KILL $pid; wait $pid; true"
    }

    @Test func filesWithFinalNamesAreCompleteAfterAKill() async throws {
        let place = try Workplace()
        // The recording is large, so the command needs some time to write its files.
        let events = (0..<6_000).map {
            #"{"name":"event_\#($0 % 500)","parameters":{"number":\#($0),"text":"some more"}}"#
        }
        try place.write(events.joined(separator: "\n") + "\n", to: "r.ndjson")
        try place.write(#"{"snapshot":1,"events":[{"name":"a"}]}"#, to: "s.json")
        let before = try place.read("s.json")
        var generator = SeededGenerator(seed: 7)
        for round in 0..<rounds(6, deep: 20) {
            let delay = Double.random(in: 0.02...0.6, using: &generator)
            let call =
                round % 2 == 0
                ? "trackproof accept r.ndjson --snapshot s.json"
                : "trackproof verify r.ndjson --snapshot s.json --report json=report.json --report junit=report.xml"
            _ = try await place.shell(script(call, delay))
            // A file gets its final name only after it was written completely.
            let snapshot = try place.read("s.json")
            #expect(snapshot == before || snapshot.hasSuffix("  ]\n}\n"), "after \(delay) s")
            #expect(try await place.trackproof("diff", "s.json", "s.json").status == 0)
            if place.has("s.pending.json") {
                #expect(try await place.trackproof("diff", "s.pending.json", "s.pending.json").status == 0)
            }
            if place.has("report.json") { #expect(try place.read("report.json").hasSuffix("]}\n")) }
            if place.has("report.xml") { #expect(try place.read("report.xml").hasSuffix("</testsuites>\n")) }
            try place.write(before, to: "s.json")
        }
    }

    /// Tests the temporary folders of a killed command. The next command removes them, but not the folders of running
    /// commands and of other programs.
    @Test func theNextCommandRemovesTheFoldersOfAKilledCommand() async throws {
        let place = try Workplace()
        let outcome = try await place.shell(
            #"""
            mkdir -m 700 "$TMPDIR/trackproof-foreign" "$TMPDIR/trackproof-a"
            mkdir -m 755 "$TMPDIR/trackproof-abcdef"
            ln -s trackproof-a "$TMPDIR/trackproof-uvwxyz"
            others=$(ls "$TMPDIR" | sort)
            run() { trackproof run --collect --bridge $1 --unused-snapshots --report json=r.json -- sh -c "$2"; }
            run file 'mkdir -p "$TRACKPROOF_SCREENSHOTS/in/side"; echo $$ >up; exec sleep 200' >/dev/null 2>&1 & killed=$!
            until test -s up; do sleep 0.02; done
            # The function runs in a shell, whose child is the command.
            kill -KILL $(pgrep -P $killed trackproof) $killed
            wait $killed
            ls "$TMPDIR" | sort >killed
            run file 'touch live; until test -e go; do sleep 0.02; done' >/dev/null 2>&1 & live=$!
            until test -e live; do sleep 0.02; done
            ls "$TMPDIR" | sort >before
            run file true >/dev/null 2>&1
            ls "$TMPDIR" | sort >after
            touch go
            wait $live
            kill $(cat up)
            echo "left by the kill: $(($(wc -l <killed) - 4))"
            echo "left of these: $(comm -12 killed before | grep -c '')"
            cmp before after && echo "the running command keeps its $(($(wc -l <before) - 4)) folders"
            test "$(ls "$TMPDIR" | sort)" = "$others" && echo "the other folders stay"
            """#)
        #expect(
            outcome.output == """
                left by the kill: 7
                left of these: 4
                the running command keeps its 7 folders
                the other folders stay

                """, "\(outcome.errors)")
    }

    @Test(arguments: ["tcp", "file"])
    func theAppContinuesAfterTheCommandIsKilled(bridge: String) async throws {
        let place = try Workplace()
        try await place.recordWalk()
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<rounds(3, deep: 7) {
            let delay = Double.random(in: 0.01...0.5, using: &generator)
            let app = "sh -c 'trackproof-demo-app >said; echo $? >status'"
            _ = try await place.shell(
                script(
                    "trackproof run --bridge \(bridge) --recording kept.ndjson --snapshot walk.json -- \(app)", delay))
            // The kill of trackproof does not affect the app, which ends with status 0.
            let outcome = try await place.shell(
                """
                test -e said || exit 0
                for i in $(seq 100); do test -s status && break; sleep 0.1; done
                cat status
                rm status said
                """)
            #expect(outcome.output == "0\n" || outcome.output == "", "after \(delay) s")
            #expect(outcome.status == 0)
            if place.has("kept.ndjson") {
                #expect(try place.read("kept.ndjson").hasSuffix("}\n"))
                #expect(try await place.trackproof("show", "kept.ndjson").status == 0)
            }
            #expect(try place.read("walk.json").hasSuffix("\n}\n"))
        }
    }
}
