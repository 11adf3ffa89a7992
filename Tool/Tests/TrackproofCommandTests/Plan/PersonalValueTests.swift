import Foundation
import TestSupport
import Testing

/// Tests that no command shows a value that the plan calls personal, in no format and on no stream.
/// They start a hundred programs.
@Suite("Personal values are shown nowhere", .timeLimit(.minutes(30)))
struct PersonalValueTests {
    private static let reports = ["text", "json", "html", "junit", "markdown", "github", "slack"]

    private static func reports(_ name: String, _ server: WebhookServer) -> String {
        let files = reports.map { "--report \($0)=out/\(name).\($0)" } + ["--report webhook=\(server.url("/"))"]
        return files.joined(separator: " ") + " --report slack --notify always --history history/\(name)"
    }

    /// Each command that shows events or findings, with the name of its outputs.
    private static func commands(_ server: WebhookServer) -> [(name: String, line: String)] {
        let streams = reports.filter { $0 != "slack" }.map { " --report \($0)" }.joined()
        return [
            ("verify-streams", "verify r.ndjson --snapshot s.json --plan plan.json" + streams),
            ("check-streams", "plan check r.ndjson --plan plan.json" + streams),
            ("verify", "verify r.ndjson --snapshot s.json --plan plan.json \(reports("verify", server))"),
            ("verify-format", "verify r.ndjson --snapshot s.json --plan plan.json --format json"),
            ("run", "run --bridge file --snapshot s.json --plan plan.json \(reports("run", server)) -- sh app"),
            ("run-snapshot", "run --bridge file --snapshot s.json --plan plan.json -- sh app"),
            ("run-plan", "run --bridge file --plan plan.json -- sh app"),
            ("misfit", "run --bridge file --record all --snapshot misfit.json --plan plan.json -- sh app"),
            ("check", "plan check r.ndjson --plan plan.json \(reports("check", server))"),
            ("partial", "plan audit r.ndjson --plan plan.json --partial"),
            ("merge", "plan merge out/partial.out --plan plan.json \(reports("merge", server))"),
            ("coverage", "plan coverage r.ndjson --plan plan.json"),
            ("from", "report --from out/verify.json out/check.json \(reports("from", server))"),
            ("audit", "plan audit r.ndjson --plan plan.json --resume out/audit.resume \(reports("audit", server))"),
            ("baseline", "plan check r.ndjson --plan plan.json --baseline out/baseline.json --update-baseline"),
            ("mutate", "mutate r.ndjson --plan plan.json \(reports("mutate", server))"),
            ("mutate-streams", "mutate r.ndjson --plan plan.json" + streams),
            ("mutate-both", "mutate r.ndjson --snapshot own.json --plan plan.json --report json=out/mutate-both.json"),
            ("init", "plan init names.ndjson --output out/init.yaml"),
            ("history", "report --history history/verify --report html=out/history.html"),
        ]
    }

    /// The commands that know no plan, or read no events of an app.
    private static let others: Set = [
        "accept", "collect", "demo", "diff", "plan compile", "plan diff", "plan export", "plan fmt",
        "plan generate", "plan import", "plan lint", "plan show", "plan split", "show",
    ]

    @Test func eachCommandIsTestedOrShowsNoPersonalValues() async throws {
        let server = try WebhookServer(.status(200))
        let lines = Self.commands(server).map { $0.line + " " }
        var names: [String] = []
        for group in ["", "plan "] {
            let help = try await Workplace().shell("trackproof \(group)--help").output
            let list = help.components(separatedBy: "SUBCOMMANDS:\n").last ?? ""
            names += list.matches(of: #/(?m)^  ([a-z]+) /#).map { group + $0.output.1 }
        }
        #expect(names.count == 24, "\(names)")
        for name in names {
            #expect(Self.others.contains(name) != lines.contains { $0.hasPrefix(name + " ") }, "\(name)")
        }
    }

    @Test(arguments: 0..<rounds(1, deep: PersonalEvents.shifts))
    func noPersonalValueIsShown(shift: Int) async throws {
        let events = PersonalEvents(shift: shift)
        let server = try WebhookServer(.status(200))
        let place = try Workplace()
        try place.write(events.plan, to: "plan.json")
        // The plan does not describe the context and unknown members.
        let rest = """
            "context":{"traits":{"x":"\(PersonalEvents.marker)"}},"extra":"\(PersonalEvents.marker)",\
            "id":"\(PersonalEvents.marker)@example.com","anonymous":"a+\(PersonalEvents.marker)@example.com"}
            """
        let recorded = events.recording.map { $0.dropLast() + "," + rest }
        try place.write(recorded.map { $0 + "\n" }.joined(), to: "r.ndjson")
        try place.write(events.snapshot, to: "s.json")
        let own = events.recording.joined(separator: ",\n")
        try place.write(#"{"snapshot":1,"volatile":{"*":{"p":"any"}},"events":[\#(own)]}"#, to: "own.json")
        // No plan describes these values, so only their names show that they are personal.
        let names = [
            "pwd", "passwd", "pass", "auth", "recipient", "message", "search", "apiToken", "user_name", "pwds",
        ]
        let members = names.map { "\"\($0)\":\"\(PersonalEvents.marker)\"," }.joined()
        let inner = #""password":{"scheme":["\#(PersonalEvents.marker)"]}"#
        try place.write("{\"name\":\"e\",\"parameters\":{\(members + inner)}}\n", to: "names.ndjson")
        // A run with this snapshot updates it, but the rule for the parameter does not fit the values.
        try place.write(
            events.snapshot.replacing(#""events":["#, with: #""volatile":{"*":{"p":"uuid"}},"events":["#),
            to: "misfit.json")
        let lines = recorded.enumerated().map { number, line in
            line.dropLast() + ",\"seq\":\(number + 1),\"writer\":\"1-a\"}\n"
        }
        try place.write(
            "{\"hello\":1,\"writer\":\"1-a\"}\n" + lines.joined() + "{\"bye\":\(lines.count),\"writer\":\"1-a\"}\n",
            to: "lines")
        try place.write(#"cat lines >"${TRACKPROOF_BRIDGE#file:}""#, to: "app")
        let script = Self.commands(server).map { name, line in
            "trackproof \(line) >out/\(name).out 2>out/\(name).err; echo \(name) $?"
        }
        let outcome = try await place.shell(
            "mkdir out; \(script.joined(separator: "\n"))",
            environment: ["TRACKPROOF_SLACK_WEBHOOK": server.url("/slack")])
        for line in outcome.output.split(separator: "\n") where !line.hasPrefix("partial") {
            #expect(["0", "1"].contains(line.split(separator: " ").last), "\(line)")
        }
        try expectAllEventsWereCompared(place, events, shift)
        var shown: [String: String] = [:]
        for folder in [
            "out", "history/verify", "history/run", "history/check", "history/merge", "history/from", "history/audit",
            "history/mutate",
        ] {
            for name in try FileManager.default.contentsOfDirectory(atPath: place.path + "/" + folder) {
                shown[folder + "/" + name] = try place.read(folder + "/" + name)
            }
        }
        #expect(server.requests.count == 14)
        for (number, request) in server.requests.enumerated() { shown["request \(number)"] = request.body }
        for (name, text) in shown.sorted(by: { $0.key < $1.key }) {
            for secret in [PersonalEvents.marker, PersonalEvents.number] {
                let range = text.range(of: secret)
                let context = range.map {
                    text[..<$0.upperBound].suffix(300)
                }
                #expect(range == nil, "\(name): \(context ?? "")")
            }
        }
    }

    /// Checks that the outputs really are about all events. Otherwise, the marker could be absent for another reason.
    private func expectAllEventsWereCompared(_ place: Workplace, _ events: PersonalEvents, _ shift: Int) throws {
        let differences = try place.read("out/verify-format.out")
        for event in events.recorded { #expect(differences.contains("\"\(event.name)\""), "\(event.name)") }
        let findings = try place.read("out/check.json")
        #expect(findings.contains("\"event\":\"e3_\(3 - shift % 2)\""))
        for name in ["verify.out", "run.err", "run-plan.err", "check.out", "misfit.err", "verify.html", "mutate.json"] {
            #expect(try place.read("out/" + name).contains("personal data, not shown"), "\(name)")
        }
    }

    /// Tests records and requests that cannot be read. The message about them quotes the value.
    @Test func noMalformedValueIsShown() async throws {
        let place = try Workplace()
        try place.write("plan: 1\nevents:\n  a: {}\n", to: "plan.yaml")
        try place.write(#"{"name":"a"}"# + "\n" + #"{"name":"a","time":"ada@example.com"}"# + "\n", to: "r.ndjson")
        let outcome = try await place.trackproof("plan", "check", "r.ndjson", "--plan", "plan.yaml")
        #expect(outcome.status == 1, "\(outcome)")
        #expect(outcome.output.contains("a value is malformed (personal data, not shown)"), "\(outcome)")
        #expect(!(outcome.output + outcome.errors).contains("ada@example.com"))
        let run = try await place.shell(
            """
            trackproof run --collect --plan plan.yaml -- sh -c '
                curl -s -d "{\\"type\\":\\"track\\",\\"event\\":\\"a\\",\\"userId\\":\\"u\\",\\"timestamp\\":\\"ada@example.com\\"}" \
                    $TRACKPROOF_COLLECTOR/v1/track
                curl -s -X POST "$TRACKPROOF_COLLECTOR/nope/ada@example.com?q=ada@example.com"' >/dev/null
            """)
        #expect(run.status == 1)
        let rejected = "a request: rejected: a value is malformed (personal data, not shown)\n"
        #expect(run.errors.contains(rejected), "\(run.errors)")
        #expect(!run.errors.contains("ada@example.com"), "\(run.errors)")
    }
}
