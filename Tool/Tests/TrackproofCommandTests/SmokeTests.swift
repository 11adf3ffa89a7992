import Foundation
import Testing

/// Runs each subcommand, each option of `run` and each exit status once.
///
/// `make test` runs this suite with the debug build and with the release build, because users install the release build.
/// It needs several seconds of processor time, because it starts about a hundred programs.
@Suite("trackproof, smoke tests of each build", .timeLimit(.minutes(15)))
struct SmokeTests {
    /// A shell script that runs `trackproof`, and what it must result in.
    struct Case: Sendable, CustomTestStringConvertible {
        let script: String
        let status: Int32
        /// A text that standard output or standard error must contain.
        let text: String

        init(_ script: String, _ status: Int32, _ text: String = "") {
            self.script = script
            self.status = status
            self.text = text
        }

        var testDescription: String { script }
    }

    static let cases = [
        // Options of `run`.
        Case("trackproof run -- ./app", 0, "2  track  b     {x: 1}"),
        Case(
            "trackproof run --snapshot new.json -- ./app && trackproof run --snapshot new.json -- ./app", 0, "recorded"),
        Case("trackproof run --snapshot s.json --allow-incomplete -- ./app", 0, "2 events as expected"),
        Case("trackproof run --snapshot other.json -- ./app", 1, "- missing    track c"),
        Case("trackproof run --snapshot other.json --record all -- ./app && cat other.json", 0, #""name": "a""#),
        Case("trackproof run --snapshot other.json --record failed -- ./app", 1, "1 missing"),
        Case("trackproof run --snapshot new.json --record never -- ./app", 66, "new.json: no such snapshot"),
        Case("trackproof run --runs 3 --record all --snapshot new.json -- ./app", 0, "3 runs are alike"),
        Case(
            "trackproof run --recording new.ndjson -- ./app && cat new.ndjson", 0,
            #"{"name":"b","parameters":{"x":1},"seq":2}"#),
        Case("trackproof run --snapshot backwards.json -- ./app", 0, "2 events as expected"),
        Case("trackproof run --snapshot backwards.json --order strict -- ./app", 1, "moved"),
        Case("trackproof run --snapshot s.json --source provider:x -- ./app", 1, "provider:x"),
        Case("trackproof run --collect -- ./app --send", 0, "wire:segment against app: 2 events as expected"),
        Case("trackproof run --collect -- ./app", 1, "nothing arrived at the collector"),
        Case("trackproof run --collect -- true", 1, "nothing arrived at the collector"),
        Case("trackproof run --collect --snapshot s.json -- ./app --send", 0, "2 events as expected"),
        Case("trackproof run --collect --snapshot new.json -- ./app --send && cat new.json", 0, #""name": "b""#),
        Case(
            "trackproof run --collect --plan plan.yaml -- ./app --send", 0,
            "plan.yaml, wire:segment: 2 events as planned"),
        Case("trackproof run --collect --wire segment=app -- ./app --send", 0, "wire:segment against app"),
        Case("trackproof run --collect -- sh -c './app --send; exit 3'", 3),
        Case(
            "trackproof run --collect --timeout 2 -- sh -c './app --send; exec sleep 60'", 124, "did not end within 2 s"
        ),
        Case(
            "trackproof run --collect --snapshot s.json -- sh -c 'kill -TERM $PPID; exec sleep 60'", 1,
            "the run was ended by signal 15"),
        Case("trackproof run --bridge tcp -- trackproof-demo-app", 0, "20  track     open_screen"),
        Case("trackproof run --bridge file -- trackproof-demo-app", 0, "20  track     open_screen"),
        Case("trackproof run --timeout 1 -- sleep 60", 124, "did not end within 1 s"),
        Case("trackproof run --unused-snapshots -- true", 1),
        Case("trackproof run --plan plan.yaml --platform ios --app-version 1.0 -- ./app", 0, "2 events as planned"),
        Case("trackproof run --plan strict.yaml -- ./app", 1, "b: x (wrong-type)"),
        Case(
            "trackproof run --report json=new.json --notify always --history h -- ./app && cat new.json h/*", 0,
            #""report""#),
        // Exit statuses of `run`.
        Case("trackproof run -- sh -c 'exit 3'", 3),
        Case("trackproof run -- sh -c 'kill -KILL $$'", 137),
        Case("trackproof run -- ./plan.yaml", 126, "is not executable"),
        Case("trackproof run -- ./absent", 127, "no such file"),
        // The other subcommands.
        Case("trackproof verify r.ndjson --snapshot s.json", 0, "2 events as expected"),
        Case("trackproof verify r.ndjson --snapshot other.json --format json", 1, #""comparison""#),
        Case("trackproof verify r.ndjson --snapshot s.json --plan strict.yaml", 1, "wrong-type"),
        Case("trackproof verify absent --snapshot s.json", 66, "absent"),
        Case("trackproof mutate r.ndjson --snapshot s.json", 0, "s.json notices"),
        Case("trackproof mutate r.ndjson --snapshot s.json --minimum 100", 1, "expected at least 100 %"),
        Case("trackproof mutate -- true", 1, "no mistake can be planted"),
        Case("trackproof verify plan.yaml --snapshot s.json", 65, "plan.yaml:1:1: expected an event object"),
        Case("trackproof verify r.ndjson", 64, "Missing expected argument '--snapshot <file>'"),
        Case("trackproof verify r.ndjson --snapshot s.json --report json=r.ndjson/x", 73, "r.ndjson/x"),
        Case("trackproof show r.ndjson >/dev/full", 74, "standard output: cannot write: No space left on device"),
        Case("trackproof diff r.ndjson s.json", 0),
        Case("trackproof diff r.ndjson other.json", 1, "track c"),
        Case("trackproof accept r.ndjson --snapshot other.json --all && cat other.json", 0, #""name": "a""#),
        Case("trackproof show r.ndjson --format csv", 0, "track,b"),
        Case("trackproof plan init r.ndjson && cat Tracking/plan.yaml", 0, "x: {type: integer, required: true}"),
        Case("trackproof plan lint --plan plan.yaml --fail-on error", 0),
        Case("trackproof plan fmt --plan plan.yaml && trackproof plan fmt --plan plan.yaml --check", 0),
        Case("trackproof plan compile --plan plan.yaml && cat plan.json", 0, #""events""#),
        Case("trackproof plan generate swift --plan plan.yaml", 0, "static func b("),
        Case(
            #"echo '{"title": "e", "type": "object"}' >e.json && trackproof plan import json-schema e.json --output -"#,
            0,
            "e"),
        Case("trackproof plan export json-schema --plan plan.yaml --output out && cat out/b.json", 0, "additionalProp"),
        Case("trackproof plan check r.ndjson --plan plan.yaml", 0, "2 events as planned"),
        Case("trackproof plan check r.ndjson --plan strict.yaml", 1, "wrong-type"),
        Case(
            """
            trackproof plan split --size 100 r.ndjson >splits &&
            trackproof plan audit r.ndjson --plan plan.yaml --partial >part && trackproof plan merge part --plan plan.yaml
            """, 0, "2 events as planned"),
        Case("trackproof plan coverage r.ndjson --plan plan.yaml", 0, "2 of 2"),
        Case("trackproof plan diff plan.yaml strict.yaml --fail-on breaks", 1, "breaks"),
        Case("trackproof plan show --plan plan.yaml", 0, "b      track         1"),
        Case(
            "trackproof run --plan plan.yaml --report json=one.json -- ./app && trackproof report --from one.json", 0,
            "2 events as planned"),
        Case("trackproof demo", 0, "All 8 regressions were caught."),
        Case("trackproof collect --port 99999", 64, "--port must be a number from 0 to 65535"),
        Case("trackproof collect --port 0 --no-token --store s.json", 65, "s.json"),
        Case("trackproof help run", 0, "--collect"),
        Case("trackproof --version", 0),
    ]

    @Test(arguments: cases.filter { FullDevice.exists || !$0.script.contains("/dev/full") })
    func eachBuildBehavesAsDocumented(_ item: Case) async throws {
        let place = try Workplace(recording: Fixture.recording)
        try place.write(#"{"snapshot":1,"events":[{"name":"c"},{"name":"b","parameters":{"x":1}}]}"#, to: "other.json")
        try place.write(
            #"{"snapshot":1,"events":[{"name":"b","parameters":{"x":1}},{"name":"a"}]}"#, to: "backwards.json")
        try place.write("plan: 1\nevents: {a: {}, b: {parameters: {x: integer}}}\n", to: "plan.yaml")
        try place.write("plan: 1\nevents: {a: {}, b: {parameters: {x: string}}}\n", to: "strict.yaml")
        // An app that tracks `a` and `b` and, with `--send`, also sends both events as Segment's SDK does.
        try place.write(
            """
            #!/usr/bin/env python3
            import json, os, socket, sys, urllib.request
            lines = [{"hello": 1, "writer": "1-a", "token": os.environ["TRACKPROOF_TOKEN"]},
                     {"name": "a", "seq": 1}, {"name": "b", "parameters": {"x": 1}, "seq": 2}, {"bye": 2}]
            with socket.create_connection(("127.0.0.1", int(os.environ["TRACKPROOF_BRIDGE"].split(":")[-1]))) as bridge:
                bridge.sendall("".join(json.dumps(dict(line, writer="1-a")) + "\\n" for line in lines).encode())
                bridge.shutdown(socket.SHUT_WR)
                bridge.recv(1)
            if "--send" in sys.argv:
                items = [{"type": "track", "event": "a", "userId": "u", "messageId": "1"},
                         {"type": "track", "event": "b", "userId": "u", "messageId": "2", "properties": {"x": 1}}]
                urllib.request.urlopen(os.environ["TRACKPROOF_COLLECTOR_SEGMENT"] + "/v1/batch",
                                       json.dumps({"batch": items, "writeKey": "k"}).encode())

            """, to: "app")
        let outcome = try await place.shell("chmod +x app\n" + item.script)
        #expect(outcome.status == item.status, "\(outcome.output)\(outcome.errors)")
        #expect(
            item.text.isEmpty || (outcome.output + outcome.errors).contains(item.text),
            "\(outcome.output)\(outcome.errors)")
    }

    /// Tests that the cases run each subcommand and each option of `run`.
    @Test func theCasesAreComplete() async throws {
        let help = try await Workplace().trackproof("--experimental-dump-help").output
        let root = try JSONDecoder().decode(Help.self, from: Data(help.utf8)).command
        let scripts = Self.cases.map(\.script).joined(separator: " ")
        for name in root.paths where name != "trackproof help" && name != "trackproof plan" {
            #expect(scripts.contains("\(name) "), "\(name)")
        }
        let run = try #require(root.subcommands?.first { $0.commandName == "run" })
        let runs = Self.cases.map(\.script).filter { $0.hasPrefix("trackproof run ") }
        for option in run.options where option != "--version" && option != "--help" {
            #expect(runs.contains { $0.contains(" \(option) ") }, "run \(option)")
        }
    }

    /// The command wraps long lines. A line with an indent would then continue without it.
    @Test(arguments: ["80", "120"]) func theHelpFits(width: String) async throws {
        let place = try Workplace()
        let dump = try await place.trackproof("--experimental-dump-help").output
        for path in try JSONDecoder().decode(Help.self, from: Data(dump.utf8)).command.paths {
            let help = try await place.shell("COLUMNS=\(width) \(path) --help").output
            let lines = help.components(separatedBy: "\nUSAGE: ")[0].components(separatedBy: "\n")
            for (line, next) in zip(lines, lines.dropFirst()) where line.hasPrefix(" ") {
                #expect(next.isEmpty || next.hasPrefix(" "), "\(path): \(line)")
            }
        }
    }

    /// The part of `--experimental-dump-help` that the test needs.
    private struct Help: Decodable {
        let command: Command

        struct Command: Decodable {
            let commandName: String
            let subcommands: [Command]?
            let arguments: [Argument]?

            /// The names of the command's subcommands that have none themselves, with the names of their parents.
            var paths: [String] {
                let inner = (subcommands ?? []).flatMap(\.paths).map { "\(commandName) \($0)" }
                return inner.isEmpty ? [commandName] : inner
            }

            var options: [String] {
                (arguments ?? []).flatMap { $0.names ?? [] }.filter { $0.kind == "long" }.map { "--\($0.name)" }
            }
        }

        struct Argument: Decodable {
            let names: [Name]?
        }

        struct Name: Decodable {
            let kind: String
            let name: String
        }
    }
}
