import Foundation
import Testing

/// Servers read what a job prints, and some of it as commands. Nothing that an event or a file is called is one.
@Suite("No name commands a CI server", .timeLimit(.minutes(2)))
struct LogCommandTests {
    /// Names that a CI server would take for commands, also by characters that it does not see.
    static let names = [
        "##[add-mask]x", "a ##vso[task.setvariable variable=error]y", "##teamcity[buildStop]", "#\u{200D}#[error]x",
        "::error::x", " \u{A0}::add-mask::x", "\u{200D}:\u{FE0F}:stop-commands::x", "a\n::error::x",
        "a\r\n \t::error::x",
    ]

    /// Events of all names, with `n` as one of their parameters.
    private func events(_ n: Int) throws -> [String] {
        try Self.names.map { name in
            let json = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
            return #"{"name":\#(json),"user":\#(json),"parameters":{\#(json):\#(json),"n":\#(n)}"#
        }
    }

    /// A place with a recording, a pending snapshot, and an app whose events vary from run to run.
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
    func noLineIsACommand(call: String) async throws {
        let place = try place()
        try place.write("s\n", to: "answer")
        let outcome = try await place.shell("trackproof \(call) <answer")
        #expect([0, 1, 64, 66].contains(outcome.status), "\(outcome.errors)")
        for said in [outcome.output, outcome.errors] {
            let lines = said.unicodeScalars.split { $0 == "\n" || $0 == "\r" }.map { line in
                String(String.UnicodeScalarView(line.filter { !$0.properties.isDefaultIgnorableCodePoint }))
            }
            #expect(lines.filter { $0.contains(/^\s*::/) || $0.contains(/##[a-z]*\[/) } == [])
        }
        #expect((outcome.output + outcome.errors).contains("error"))
    }

    /// What a program reads is the same.
    @Test(arguments: ["json", "ndjson"])
    func jsonReadsAsTheSame(format: String) async throws {
        let place = try place()
        let shown = try await place.trackproof("show", "r.ndjson", "--format", format)
        try place.write(shown.output, to: "shown.json")
        #expect(try await place.trackproof("diff", "r.ndjson", "shown.json", "--order", "strict").status == 0)
    }
}
