import Foundation
import Testing

/// Tests that no name becomes a command. CI servers execute some lines of a job's output as commands.
@Suite("No name becomes a command for a CI server", .timeLimit(.minutes(15)))
struct LogCommandTests {
    /// Names that a CI server would take for commands, some with characters that are invisible.
    static let names = [
        "##[add-mask]x", "a ##vso[task.setvariable variable=error]y", "##teamcity[buildStop]", "#\u{200D}#[error]x",
        "::error::x", " \u{A0}::add-mask::x", "\u{200D}:\u{FE0F}:stop-commands::x", "a\n::error::x",
        "a\r\n \t::error::x",
    ]

    /// Returns an event for each name as JSON, without the closing brace. The number `n` is in a parameter of this name.
    private func events(_ n: Int) throws -> [String] {
        try Self.names.map { name in
            let json = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
            return #"{"name":\#(json),"user":\#(json),"parameters":{\#(json):{"v":\#(json),"n":\#(n)}}"#
        }
    }

    /// Makes a folder with a recording, a pending snapshot, and an app whose events vary from run to run.
    private func place() throws -> Workplace {
        let place = try Workplace(recording: events(1).map { $0 + "}\n" }.joined())
        try place.write(Fixture.snapshot, to: "o.json")
        let pending = try events(2).map { $0 + "}" }.joined(separator: ",")
        try place.write(#"{"snapshot":1,"events":[\#(pending)]}"#, to: "o.pending.json")
        for run in 1...2 {
            let lines = try events(run).enumerated().map { #"\#($1),"seq":\#($0 + 1),"writer":"w"}"# }
            let all = [#"{"hello":1,"writer":"w"}"#] + lines + [#"{"bye":\#(lines.count),"writer":"w"}"#]
            try place.write(all.map { $0 + "\n" }.joined(), to: "lines\(run)")
        }
        try place.write(
            #"test -e again && n=2 || n=1; touch again; cat lines$n >"${TRACKPROOF_BRIDGE#file:}""#, to: "app")
        return place
    }

    @Test(arguments: [
        "verify r.ndjson --snapshot s.json", "verify r.ndjson --snapshot s.json --format json",
        "verify r.ndjson --snapshot s.json --report markdown", "verify r.ndjson --snapshot s.json --report junit",
        "diff s.json r.ndjson", "diff s.json r.ndjson --format json", "diff s.json r.ndjson --format markdown",
        "show r.ndjson", "show r.ndjson --format json", "show r.ndjson --format ndjson", "show r.ndjson --format csv",
        "accept", "accept --all", "accept r.ndjson --snapshot '::error::s.json'", "show '##[error]x'",
        "run --bridge file --runs 2 --record all --snapshot n.json -- sh app", "run --bridge file -- sh app",
        "run --bridge file --snapshot s.json -- sh app", "verify '::error::x' --snapshot s.json --error",
    ])
    func noPrintedLineIsACommand(call: String) async throws {
        let place = try place()
        try place.write("s\n", to: "answer")
        let outcome = try await place.shell("trackproof \(call) <answer")
        #expect([0, 1, 64, 66].contains(outcome.status), "\(outcome.errors)")
        expectNoCommand(in: outcome)
        #expect((outcome.output + outcome.errors).contains("error"))
    }

    @Test func anUnusedSnapshotsNameIsNotPrintedAsACommand() async throws {
        let place = try Workplace()
        for name in Self.names + ["used"] {
            try place.write(#"{"snapshot":1,"events":[]}"#, to: "__Snapshots__/\(name).json")
        }
        let outcome = try await place.shell(
            #"""
            trackproof run --unused-snapshots -- \
            sh -c 'echo "$PWD/__Snapshots__/used.json" >>"$TRACKPROOF_USED_SNAPSHOTS"'
            """#)
        #expect(outcome.status == 1, "\(outcome.errors)")
        #expect(outcome.errors.contains("add-mask"), "\(outcome.errors)")
        expectNoCommand(in: outcome)
    }

    /// Tests events that the reports list as lost, duplicated, retried or rejected.
    @Test func anSDKsEventNameIsNotPrintedAsACommand() async throws {
        let place = try Workplace()
        try place.write(JSONEncoder().encode(Self.names), to: "names.json")
        let outcome = try await place.collect(
            """
            for index, name in enumerate(json.load(open("names.json"))):
                track(name, **{name: name})
                try:
                    send(item(name, str(index // 2), **{name: name + "x"}), item(name, name), item(name, name))
                    send({"type": name, "event": name, "userId": name, "messageId": name + "2"})
                except OSError: pass
            done()
            """, "--report text --report json --report markdown --report junit")
        #expect(outcome.status == 1, "\(outcome.errors)")
        #expect(outcome.errors.contains("add-mask"), "\(outcome.errors)")
        expectNoCommand(in: outcome)
    }

    /// Tests the log of requests that the collector refuses. A client can choose the targets of its requests freely.
    @Test func aRefusedRequestsTargetIsNotPrintedAsACommand() async throws {
        let place = try Workplace()
        try place.write(
            #"""
            mkfifo address
            trackproof collect --port 0 --store '##[error]x.sqlite' >address &
            read line <address
            # The collector logs each reason only once in 10 s, so the two requests have different reasons.
            send() {
                exec 3<>/dev/tcp/127.0.0.1/${line##*:}
                printf "POST $1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n$2" >&3
                cat <&3 >/dev/null
            }
            send '/v1/##[error]x' 'Content-Length: 99999999999\r\n\r\n'
            send '/v1/##vso[task.setvariable]x' 'Content-Length: 4\r\n\r\n\037\213zz'
            kill $!; wait $!
            """#, to: "script")
        let outcome = try await place.shell("bash script")
        #expect(outcome.errors.split(separator: "was refused").count == 3, "\(outcome.errors)")
        expectNoCommand(in: outcome)
    }

    private func expectNoCommand(in outcome: Outcome, location: SourceLocation = #_sourceLocation) {
        for printed in [outcome.output, outcome.errors] {
            let lines = printed.unicodeScalars.split { $0 == "\n" || $0 == "\r" }.map { line in
                String(String.UnicodeScalarView(line.filter { !$0.properties.isDefaultIgnorableCodePoint }))
            }
            #expect(
                lines.filter { $0.contains(/^\s*::/) || $0.contains(/##[a-z]*\[/) } == [], sourceLocation: location)
        }
    }

    /// Tests that a program reads the same events from the escaped JSON as from the recording.
    @Test(arguments: ["json", "ndjson"])
    func escapedJSONReadsAsTheSameEvents(format: String) async throws {
        let place = try place()
        let shown = try await place.trackproof("show", "r.ndjson", "--format", format)
        try place.write(shown.output, to: "shown.json")
        #expect(try await place.trackproof("diff", "r.ndjson", "shown.json", "--order", "strict").status == 0)
    }
}
