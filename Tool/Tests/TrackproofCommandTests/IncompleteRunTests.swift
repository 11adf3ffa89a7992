import Foundation
import Testing

/// Tests of runs that end too early. The recording may lack events, so it becomes a snapshot only after a review.
/// The collectors that the runs start need most of the processor time.
@Suite("trackproof run records no snapshot of an incomplete run", .timeLimit(.minutes(15)))
struct IncompleteRunTests {
    /// A reason for which a run ends too early.
    struct Ending: Sendable {
        /// The shell code that the app runs after 30 events. The function `bye` sends the bridge's last line.
        let script: String
        /// The exit status of `trackproof` if no event differs from the snapshot.
        let status: Int32
        /// The reason that trackproof's message gives.
        let reason: String
        var hasTimeLimit = false

        static let all = [
            Ending(script: "kill -SEGV $$", status: 139, reason: "the command ended with status 139"),
            Ending(script: "bye; exit 3", status: 3, reason: "the command ended with status 3"),
            // An app also ends like this if it calls `_exit(0)`, or if it crashes and the script that started it
            // continues.
            Ending(script: "exit 0", status: 1, reason: "an app ended without a goodbye, or is still running"),
            Ending(script: #"say '{"lost":3'; bye"#, status: 74, reason: "events were lost"),
            Ending(
                script: "exec sleep 60", status: 124, reason: "the command did not end in time", hasTimeLimit: true),
            // In the next three endings, the app sends a signal to trackproof only. Ctrl-C would send the signal to the
            // app too. In the first of these endings, the app sends no goodbye.
            Ending(script: "kill -INT $PPID; exec sleep 60", status: 130, reason: "the run was ended by signal 2"),
            Ending(
                script: "trap 'bye; exit 0' INT; kill -INT $PPID; while :; do sleep 0.05; done", status: 1,
                reason: "the run was ended by signal 2"),
            Ending(
                script: "trap 'bye; exit 0' TERM; kill -TERM $PPID; while :; do sleep 0.05; done", status: 1,
                reason: "the run was ended by signal 15"),
        ]
    }

    static let modes = ["missing", "all", "failed"]

    private func snapshot(of count: Int) -> String {
        let events = (1...count).map { #"{"name":"event_\#($0)"}"# }
        return #"{ "events": [\#(events.joined(separator: ", "))], "snapshot": 1 }"#
    }

    /// Makes a folder with an app that tracks `count` events and then runs `script`.
    private func place(_ script: String, count: Int = 30) throws -> Workplace {
        let place = try Workplace()
        try place.write(
            """
            case $TRACKPROOF_BRIDGE in
            tcp:*) exec 3<>/dev/tcp/127.0.0.1/${TRACKPROOF_BRIDGE##*:} ;;
            file:*) exec 3>>"${TRACKPROOF_BRIDGE#file:}" ;;
            esac
            say() { printf '%s,"writer":"w"}\\n' "$1" >&3; }
            bye() { say '{"bye":\(count)'; }
            say '{"hello":1,"token":"'$TRACKPROOF_TOKEN'"'
            for n in {1..\(count)}; do say '{"name":"event_'$n'","seq":'$n; done
            : >ready
            \(script)

            """, to: "app")
        return place
    }

    private func run(_ ending: Ending, _ options: String, in place: Workplace) async throws -> Outcome {
        let command = "trackproof run \(options)"
        guard ending.hasTimeLimit else { return try await place.shell("\(command) -- bash app") }
        return try await place.withGrowingTimeLimit { try await place.shell("\(command) --timeout \($0) -- bash app") }
    }

    /// Tests each ending with one mode and one bridge. Each mode and each bridge have several endings.
    @Test(arguments: Ending.all.indices)
    func anIncompleteRunRecordsNoSnapshot(index: Int) async throws {
        let (ending, mode) = (Ending.all[index], Self.modes[index % 3])
        let options = "--snapshot s.json --record \(mode) --bridge \(["tcp", "file"][index % 2]) --report junit=r.xml"
        // There is no snapshot.
        let first = try place(ending.script)
        let unrecorded = try await run(ending, options, in: first)
        #expect(unrecorded.status == ending.status, "\(unrecorded.errors)")
        #expect(!first.has("s.json"))
        #expect(try first.read("s.pending.json").contains("event_30"))
        let review = """
            trackproof: s.json: not recorded, because \(ending.reason)
            trackproof: review and accept the pending snapshot: trackproof accept s.pending.json

            """
        #expect(unrecorded.errors.hasSuffix(review), "\(unrecorded.errors)")
        // The snapshot expects more events.
        let longer = try place(ending.script)
        try longer.write(snapshot(of: 100), to: "s.json")
        let different = try await run(ending, options, in: longer)
        let incomplete = "! the recording may be incomplete, because \(ending.reason)\n"
        #expect(different.status == 1, "\(different.errors)")
        #expect(try longer.read("s.json") == snapshot(of: 100))
        #expect(try longer.read("s.pending.json").contains("event_30"))
        #expect(different.errors.contains("70 differences (70 missing), 30 events match\n"))
        #expect(different.errors.contains(incomplete), "\(different.errors)")
        #expect(different.errors.contains("trackproof: s.json: not recorded, because ") == (mode != "missing"))
        // The run delivers all expected events. It fails nevertheless, because other events may be missing.
        let equal = try place(ending.script)
        try equal.write(snapshot(of: 30), to: "s.json")
        let expected = try await run(ending, options, in: equal)
        #expect(expected.status == ending.status, "\(expected.errors)")
        #expect(try equal.read("s.json") == snapshot(of: 30))
        #expect(!equal.has("s.pending.json"))
        #expect(expected.errors.contains("30 events as expected\n" + incomplete), "\(expected.errors)")
        #expect(try equal.read("r.xml").ranges(of: "<failure ").count == 1)
        // Nothing is learned.
        let learning = try place(ending.script)
        let unlearned = try await run(ending, "--runs 2 --record all --snapshot s.json", in: learning)
        #expect(unlearned.status == ending.status)
        #expect(
            unlearned.errors.hasSuffix("trackproof: nothing was learned: in run 1 of 2, \(ending.reason)\n" + review),
            "\(unlearned.errors)")
        #expect(!learning.has("s.json"))
        #expect(try learning.read("s.pending.json").contains("event_30"))
    }

    @Test func anIncompleteLearningRunLeavesTheSnapshotUnchanged() async throws {
        let place = try place(Ending.all[0].script)
        try place.write(snapshot(of: 100), to: "s.json")
        let outcome = try await run(Ending.all[0], "--runs 2 --record all --snapshot s.json", in: place)
        #expect(outcome.status == 1, "\(outcome.errors)")
        #expect(try place.read("s.json") == snapshot(of: 100))
        #expect(try place.read("s.pending.json").contains("event_30"))
    }

    /// Tests a run that records a first snapshot while another run has recorded it.
    @Test func aSnapshotOfAnotherRunIsNotReplaced() async throws {
        let place = try place("cp other.json s.json; bye")
        try place.write(snapshot(of: 100), to: "other.json")
        let outcome = try await run(Ending.all[0], "--snapshot s.json --record missing", in: place)
        #expect(outcome.status == 1, "\(outcome.errors)")
        #expect(outcome.errors.contains("70 differences (70 missing), 30 events match\n"))
        #expect(try place.read("s.json") == snapshot(of: 100))
    }

    /// Tests an app that connects while another process holds all connections that the bridge can have.
    @Test func connectionsThatWaitAreReported() async throws {
        let place = try place("bye; exec 3>&-; python3 crowd.py", count: 1)
        try place.write(
            """
            import os, resource, socket
            resource.setrlimit(resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
            port = int(os.environ["TRACKPROOF_BRIDGE"].rpartition(":")[2])
            ready, full = os.pipe()
            if os.fork() == 0:
                os.setsid()
                for stream in 0, 1, 2, ready: os.close(stream)
                crowd = [socket.create_connection(("127.0.0.1", port)) for _ in range(2500)]
                os.close(full)
                try: crowd[-1].recv(1)
                except OSError: pass
            else:
                os.close(full)
                os.read(ready, 1)
                app = socket.create_connection(("127.0.0.1", port))
                token = os.environ["TRACKPROOF_TOKEN"]
                for line in '"hello":1,"token":"%s"' % token, '"name":"x","seq":1', '"bye":1':
                    app.sendall(b'{%s,"writer":"v"}\\n' % line.encode())
            """, to: "crowd.py")
        try place.write(snapshot(of: 1), to: "s.json")
        let outcome = try await run(Ending.all[0], "--snapshot s.json", in: place)
        #expect(outcome.status == 74, "\(outcome.errors)")
        #expect(
            outcome.errors.contains(
                """
                trackproof: the bridge's port: connections were still waiting when the bridge ended, so events may be \
                missing

                """), "\(outcome.errors)")
    }

    @Test(arguments: modes)
    func aCompleteRunIsRecorded(mode: String) async throws {
        for bridge in ["tcp", "file"] {
            let place = try place("bye")
            let options = "--snapshot s.json --record \(mode) --bridge \(bridge)"
            #expect(try await run(Ending.all[0], options, in: place).status == 0)
            #expect(try place.read("s.json").contains("event_30"))
            #expect(!place.has("s.pending.json"))
        }
    }

    /// Tests Ctrl-C on a terminal, which sends the signal to the process group of trackproof and the command. The outer
    /// shell gets the signal too and traps it, because some shells would end before they print the status.
    @Test(
        .enabled(if: TerminalTests.hasScript, "needs util-linux's script"),
        arguments: [("kill -INT 0; exec sleep 60", "130"), ("trap 'bye; exit 0' INT; kill -INT 0; wait; exit 9", "1")])
    func ctrlCOnATerminalRecordsNoSnapshot(script: String, status: String) async throws {
        let place = try place(script)
        try place.write(snapshot(of: 100), to: "good.json")
        for snapshot in ["s.json", "good.json"] {
            let outcome = try await place.shell(
                """
                script -qec 'trap : INT; trackproof run --snapshot \(snapshot) --record all -- bash app; echo status $?' /dev/null
                """)
            let isFirst = snapshot == "s.json"
            #expect(outcome.output.contains("status \(isFirst ? status : "1")\r\n"), "\(outcome.output)")
            #expect(outcome.output.contains("\(snapshot): not recorded, because the run was ended by signal 2"))
        }
        #expect(!place.has("s.json"))
        #expect(try place.read("good.json") == self.snapshot(of: 100))
    }

    /// Tests an app that is killed on purpose. What arrived before counts, and nothing else is accepted.
    @Test(arguments: ["tcp", "file"])
    func anExpectedEndOfAnAppIsAccepted(bridge: String) async throws {
        let options = "--snapshot s.json --allow-incomplete --record missing --bridge \(bridge)"
        let killed = try place("exit 0")
        #expect(try await run(Ending.all[2], options, in: killed).status == 0)
        let second = try await run(Ending.all[2], options, in: killed)
        #expect(second.status == 0)
        #expect(
            second.errors == """
                trackproof: writer w was cut off, which --allow-incomplete accepts
                30 events as expected

                """)
        try killed.write(snapshot(of: 31), to: "s.json")
        #expect(try await run(Ending.all[2], options, in: killed).status == 1)
        for index in [1, 3] {
            let ending = Ending.all[index]
            let other = try place(ending.script)
            try other.write(snapshot(of: 30), to: "s.json")
            #expect(try await run(ending, options, in: other).status == ending.status)
        }
    }

    // MARK: SDKs

    /// Tests events that SDKs sent in an incomplete run. Like the app's events, they become a snapshot only after a
    /// review.
    @Test(arguments: zip(["missing", "all"], [("sys.exit(3)", Int32(3)), ("os.kill(os.getpid(), 11)", 139)]))
    func sdkEventsOfAnIncompleteRunNeedReview(mode: String, ending: (script: String, status: Int32)) async throws {
        let app = """
            import sys
            send(*[item(f"event_{number}", str(number)) for number in range(1, 31)])
            \(ending.script)
            """
        let place = try Workplace()
        let first = try await place.collect(app, "--snapshot s.json --record \(mode)")
        #expect(first.status == ending.status, "\(first.errors)")
        #expect(
            first.errors.contains(
                "trackproof: s.json: not recorded, because the command ended with status \(ending.status)\n"))
        #expect(!place.has("s.json"))
        #expect(try place.read("s.pending.json").contains("event_30"))

        let good = snapshot(of: 100).replacing("}]", with: #"}], "source": "wire:segment""#)
        try place.write(good, to: "good.json")
        let second = try await place.collect(app, "--snapshot good.json --record \(mode)")
        #expect(second.status == 1, "\(second.errors)")
        #expect(try place.read("good.json") == good)
        #expect(try place.read("good.pending.json").contains("event_30"))
    }

    /// Tests an incomplete run without a snapshot. The command compares nothing, and only prints a message about the
    /// run.
    @Test func withoutASnapshotTheStatusIsThatOfTheCommand() async throws {
        let outcome = try await place("exit 0").trackproof("run", "--", "bash", "app")
        #expect(outcome.status == 0)
        #expect(outcome.errors.hasPrefix("trackproof: writer w was cut off; its last events may be missing\n"))
    }
}
