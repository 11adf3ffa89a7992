import Foundation
import Testing

/// Tests that nothing from outside controls a terminal or a CI server, hides text or begins a line, on both streams.
/// They start a hundred programs.
@Suite("Everything printed is harmless", .timeLimit(.minutes(15)))
struct HarmlessOutputTests {
    /// The text that ``hostile`` replaces in reports.
    private static let marker = "Qmark"

    /// A text with control characters (C0 and C1), marks for the direction of text, invisible characters, and commands
    /// of CI servers.
    private static let hostile =
        "\u{1B}[31m\u{1B}]0;x\u{7}\u{8}\u{7F}\u{9B}2J\u{85}\u{202E}\u{2066}\u{200B}\u{200D}\u{2028}\u{2029}\u{FEFF}\u{AD}\u{3164}"
        + "\r\n::error::pwn\n ##[error]a ##vso[task.x]b ##teamcity[c]\n::set-env name=x::y"

    /// Returns the printed characters that could control a terminal or are invisible.
    private static func controls(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter {
            switch $0.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: $0 != "\n"
            default: $0.properties.isDefaultIgnorableCodePoint
            }
        }
    }

    private static func expectHarmless(_ text: String, location: SourceLocation = #_sourceLocation) {
        #expect(controls(text) == [], "\(text)", sourceLocation: location)
        #expect(text.matches(of: /##[a-z]*\[/).isEmpty, "\(text)", sourceLocation: location)
        let commands = text.split(whereSeparator: \.isNewline).filter { $0.contains(/^\s*::/) }
        #expect(
            commands.filter { !$0.contains(/^::(error|warning|notice) [^:]*::/) } == [], "\(text)",
            sourceLocation: location)
    }

    /// Makes a folder with the reports and partial results of a check, and puts the hostile text into all of their texts.
    private func place() async throws -> Workplace {
        let place = try Workplace()
        try place.write(
            """
            {"plan": 1, "owners": {"Qmark": ["Qmark"]}, "events": {"Qmark": {"owner": "Qmark",
            "parameters": {"Qmark": {"enum": ["Qmarks", "b"]}, "t": {"maxLength": 2}}}}}
            """, to: "Qmark.json")
        try place.write(
            #"{"name":"Qmark","user":"Qmark","parameters":{"Qmark":"Qmark","t":"Qmark","other":{"Qmark":"Qmark"}}}"#
                + "\n", to: "Qmark.ndjson")
        try place.write(#"{"name":"Qmark","parameters":{"t":"Qmark2"}}"# + "\n", to: "s.ndjson")
        let made = try await place.shell(
            """
            trackproof verify Qmark.ndjson --snapshot s.ndjson --plan Qmark.json --report json=r.json
            trackproof plan audit Qmark.ndjson --plan Qmark.json --partial >p.json
            """)
        #expect(made.status == 0, "\(made.errors)")
        let escaped = String(
            String(decoding: try JSONEncoder().encode(Self.hostile), as: UTF8.self).dropFirst().dropLast())
        for file in ["r.json", "p.json"] {
            let text = try place.read(file)
            #expect(text.contains(Self.marker))
            try place.write(text.replacing(Self.marker, with: escaped), to: file)
        }
        return place
    }

    @Test(arguments: ["text", "markdown", "junit", "github"])
    func reportsOfOthersAreHarmless(kind: String) async throws {
        let place = try await place()
        for command in ["report --from r.json", "plan merge p.json --plan Qmark.json"] {
            let outcome = try await place.shell("trackproof \(command) --report \(kind) --report \(kind)=file")
            #expect(outcome.status == 1, "\(outcome.errors)")
            #expect(outcome.output.contains("u{202e}"), "\(outcome.output)")
            Self.expectHarmless(outcome.output)
            Self.expectHarmless(outcome.errors)
            Self.expectHarmless(try place.read("file"))
        }
    }

    /// Tests that a name of an event adds no line to a report that a person reads.
    @Test func reportsOfOthersAddNoLine() async throws {
        let place = try await place()
        for command in ["report --from r.json", "plan merge p.json --plan Qmark.json"] {
            let outcome = try await place.shell("trackproof \(command)")
            #expect(outcome.output.contains("pwn"))
            let lines = outcome.output.split(whereSeparator: \.isNewline)
            #expect(lines.filter { $0.contains(/^.{0,3}(:|\\u\{3a\}):error/) } == [])
        }
    }

    /// Tests that a program that reads JSON from a pipe gets the same texts.
    @Test func jsonInAPipeKeepsItsTexts() async throws {
        let place = try await place()
        let outcome = try await place.shell("trackproof report --from r.json --report json --report json=copy")
        #expect(try outcome.output == place.read("copy"))
        #expect(outcome.output.unicodeScalars.contains("\u{202E}"))
    }

    @Test(.enabled(if: TerminalTests.hasScript, "needs util-linux's script"))
    func ownStylesSurviveOnATerminal() async throws {
        let place = try await place()
        let outcome = try await place.shell("script -qec 'trackproof report --from r.json' /dev/null")
        let plain = outcome.output.replacing("\r\n", with: "\n")
        #expect(plain.contains("\u{1B}[1m") && plain.contains("\u{1B}[0m"), "\(plain)")
        Self.expectHarmless(plain.replacing(/\u{1B}\[(0|1|2|31|32|33)m/, with: ""))
    }

    @Test(.enabled(if: TerminalTests.hasScript, "needs util-linux's script"), arguments: ["json", "html"])
    func reportsForProgramsAreHarmlessOnATerminal(kind: String) async throws {
        let place = try await place()
        let outcome = try await place.shell("script -qec 'trackproof report --from r.json --report \(kind)' /dev/null")
        #expect(Self.controls(outcome.output.replacing("\r\n", with: "\n")) == [])
    }

    /// Tests messages that repeat arguments, also arguments that are not UTF-8.
    @Test(arguments: [
        "verify \"$X\" --snapshot \"$X\"", "verify --report \"$X\" r", "verify \"--report=$X\" r --snapshot s",
        "verify r --snapshot s --order \"$X\"", "\"$X\"", "\"--$X\"", "\"-$X\"", "run --bridge \"$X\" -- true",
        "run --timeout \"$X\" -- true", "run --wire \"$X\" --collect -- true", "show \"$X\" --format \"$X\"",
        "report --from \"$X\"", "report --from a --history \"$X\"", "plan check \"$X\" --plan \"$X\"",
        "plan audit a --max-share \"$X\"", "plan lint \"$X\"", "plan show \"$X\" --plan \"$X\"", "accept \"$X\"",
        "collect --port \"$X\"", "run -- \"$X\"", "plan merge \"$X\"", "plan diff --against \"$X\"",
    ])
    func argumentsAreHarmless(call: String) async throws {
        let place = try Workplace()
        try place.write(Self.hostile, to: "x")
        for ending in ["", "\\377\\200"] {
            let outcome = try await place.shell("X=$(cat x; printf 'end\(ending)'); trackproof \(call)")
            #expect(outcome.status != 0)
            Self.expectHarmless(outcome.output)
            Self.expectHarmless(outcome.errors)
            let lines = outcome.errors.split(whereSeparator: \.isNewline)
            #expect(lines.filter { $0.contains(/^\s*(:|\\u\{3a\}):/) } == [], "\(outcome.errors)")
        }
    }

    /// Tests misspelt kinds of reports, before an address that belongs after `webhook=`.
    @Test(arguments: [
        "Webhook=https://hooks.example/SECRET", "webhook:https://hooks.example/SECRET",
        "'webhook =HTTPS://hooks.example/SECRET'", "https://hooks.example/SECRET", "WEBHOOK=hooks.example/SECRET",
        "slack=https://hooks.example/SECRET", "json=https://hooks.example/SECRET",
    ])
    func anAddressOfAReportIsNotRepeated(value: String) async throws {
        let place = try Workplace(recording: Fixture.recording)
        for option in ["--report ", "--report="] {
            let outcome = try await place.shell("trackproof verify r.ndjson --snapshot s.json \(option)\(value)")
            #expect(outcome.status == 64)
            #expect(!outcome.errors.contains("SECRET"), "\(outcome.errors)")
        }
        #expect(try place.names() == ["r.ndjson", "s.json", "tmp"])
    }

    @Test func namesOfFilesAreHarmless() async throws {
        let place = try Workplace()
        try place.write(#"{"plan": 1, "events": {"a": {"parameters": {"n": integer}}}}"#, to: "plan.yaml")
        try place.write(Self.hostile, to: "x")
        let outcome = try await place.shell(
            """
            X=$(tr -d / <x)
            printf '%s\\n' '{"name":"a","parameters":{"n":"x"}}' nonsense >"$X"; cp "$X" "$(printf '\\377')$X"
            for kind in text github; do trackproof plan check . --plan plan.yaml --report $kind; done
            trackproof show "$X"; trackproof verify "$X" --snapshot "$X"
            trackproof plan audit "$X" --plan plan.yaml --partial
            """)
        #expect(outcome.output.contains("wrong-type"))
        #expect(outcome.output.contains(/##\[/) == false)
        // The lines of `plan audit --partial` are JSON for programs.
        let lines = outcome.output.split { $0 == "\n" || $0 == "\r\n" }.filter { !$0.hasPrefix("{") }
        Self.expectHarmless(lines.joined(separator: "\n"))
        Self.expectHarmless(outcome.errors)
    }
}
