import Foundation
import Testing

/// Tests of `trackproof plan import` as a program: its files, its report and its exit statuses.
@Suite("Import of plans", .timeLimit(.minutes(15)))
struct PlanImportTests {
    private static let rules = #"""
        {"name": "Shop", "rules": [{"key": "Paid", "type": "TRACK", "createdAt": "2026", "jsonSchema": {"properties": {
          "properties": {"properties": {"code": {"type": "string", "pattern": "^(?!X)"}}}}}}]}
        """#

    @Test func aPlanIsWrittenWithAReport() async throws {
        let place = try Workplace()
        try place.write(Self.rules, to: "segment.json")
        let outcome = try await place.trackproof(
            "plan", "import", "segment", "segment.json", "--losses", "losses.ndjson")
        #expect(outcome.status == 0)
        #expect(outcome.output == "")
        #expect(
            outcome.errors == """
                                     events  parameters
                mapped                    0           0
                mapped with a loss        1           1
                not mapped                0           0
                rules that are lost or changed:
                  1 × pattern that a plan cannot use (lookahead (?!…) is not supported): ^(?!X): left out; at segment.json:2:60 Paid: code
                information that is lost or changed:
                  1 × member createdAt of a rule: 2026: left out; at segment.json:1:61 Paid
                trackproof: Tracking/plan.yaml: written; next: trackproof plan lint

                """)
        #expect(
            try place.read("Tracking/plan.yaml") == """
                # Imported from a tracking plan of Segment. 1 of its rules was lost or changed.
                # TODO: review the plan. `trackproof plan lint` lists what is missing.
                plan: 1
                name: Shop
                closed: false
                events:
                  Paid:
                    parameters:
                      code: {type: string}

                """)
        #expect(
            try place.read("losses.ndjson") == #"""
                {"file":"segment.json","line":1,"column":61,"event":"Paid","weight":"information","kind":"member createdAt of a rule","found":"2026","outcome":"left out"}
                {"file":"segment.json","line":2,"column":60,"event":"Paid","parameter":"code","weight":"rule","kind":"pattern that a plan cannot use (lookahead (?!…) is not supported)","found":"^(?!X)","outcome":"left out"}

                """#)
        let lint = try await place.trackproof("plan", "lint")
        #expect(lint.status == 0)
        let again = try await place.trackproof("plan", "import", "segment", "segment.json")
        #expect(again.errors == "trackproof: Tracking/plan.yaml: exists already; name another file with --output\n")
        #expect(again.status == 73)
    }

    @Test func aLossHasBothPlaces() async throws {
        let place = try Workplace()
        let folder = "folder/" + String(repeating: "another-folder/", count: 8)
        try place.write(#"{"type": "object"}"#, to: folder + "a/tap.json")
        try place.write(#"{"properties": {}}"#, to: folder + "b/tap.json")
        let outcome = try await place.trackproof(
            "plan", "import", "json-schema", "folder", "--losses", "losses.ndjson")
        let loss = "1 × event with a name that is given twice: left out; at \(folder)b/tap.json:1:1 tap"
        #expect(outcome.errors.contains("  \(loss); the first is at \(folder)a/tap.json:1:1\n"))
        let first = #""found":"","first":{"file":"\#(folder)a/tap.json","line":1,"column":1},"outcome":"left out"}"#
        #expect(try place.read("losses.ndjson").hasSuffix(first + "\n"))
    }

    @Test func linksAreOneLoss() async throws {
        let place = try Workplace()
        let script = """
            mkdir -p schemas && echo '{"type": "object"}' > schemas/tap.json && cd schemas
            ln -s tap.json a.json && ln -s tap.json b && ln -s /etc c
            trackproof plan import json-schema . --output -
            """
        let outcome = try await place.shell(script)
        #expect(outcome.errors.hasSuffix("  1 × symbolic links: 3 links: left out; at ./a.json:1:1\n"))
    }

    @Test func thePlanCanGoToStandardOutput() async throws {
        let place = try Workplace()
        try place.write(#"{"type": "object"}"#, to: "schemas/tap.json")
        let outcome = try await place.trackproof("plan", "import", "json-schema", "schemas", "--output", "-")
        #expect(outcome.status == 0)
        #expect(outcome.output.hasSuffix("plan: 1\nclosed: false\nevents:\n  tap: {}\n"))
        #expect(!place.has("Tracking"))
    }

    @Test(arguments: [
        ("segment missing.json", 66, "trackproof: missing.json: cannot open: No such file or directory\n"),
        ("segment bad.json", 65, "trackproof: bad.json:2:1: "),
        ("iglu empty", 65, "trackproof: empty:1:1: expected files"),
        (
            "iglu structures", 65,
            "trackproof: structures/tap.yaml:1:1: this looks like data products of Snowplow; import"
        ),
        ("amplitude page.json", 65, "trackproof: page.json:1:1: expected a table in CSV, found JSON\n"),
        ("segment-csv bad.csv", 65, "trackproof: bad.csv:2:3: the quotation mark is not closed\n"),
        ("amplitude bad.csv", 65, "trackproof: bad.csv:2:3: the quotation mark is not closed\n"),
        ("mixpanel bad.csv", 65, "trackproof: bad.csv:2:3: the quotation mark is not closed\n"),
        ("snowplow bad.json", 65, "trackproof: bad.json:2:1: "),
        ("avo bad.json", 65, "trackproof: bad.json:2:1: "),
        ("other bad.json", 64, "Error: The value 'other' is invalid for '<format>'."),
        ("segment bad.json --output bad.json", 73, "trackproof: bad.json: exists already"),
        ("segment bad.json --losses bad.json", 64, "Error: the imported plan and --losses are the same file"),
    ])
    func badInputHasAStatus(arguments: String, status: Int, error: String) async throws {
        let place = try Workplace()
        try place.write("{\n", to: "bad.json")
        try place.write("a,b\n1,\"2\n", to: "bad.csv")
        try place.write("", to: "empty/note.txt")
        try place.write("resourceType: data-structure\n", to: "structures/tap.yaml")
        try place.write(#" {"rules": []}"#, to: "page.json")
        let outcome = try await place.shell("trackproof plan import \(arguments)")
        #expect(outcome.status == status)
        #expect(outcome.errors.hasPrefix(error))
        #expect(outcome.output == "")
        #expect(!place.has("Tracking"))
    }

    /// Tests that the report has few lines, and no text that controls a terminal, for a hostile file.
    @Test func theReportIsBounded() async throws {
        let place = try Workplace()
        let name = "a\\u001b[31m" + String(repeating: "b", count: 500)
        let members = (0..<100).map { "\"own\($0)\(name)\": 1" }.joined(separator: ", ")
        try place.write("{\"properties\": {\"v\": {\(members)}}}", to: "e.json")
        let outcome = try await place.trackproof("plan", "import", "json-schema", "e.json", "--output", "-")
        #expect(outcome.status == 0)
        let lines = outcome.errors.split(separator: "\n")
        #expect(lines.count == 21)
        #expect(lines.allSatisfy { $0.count < 500 })
        #expect(!outcome.errors.contains("\u{1B}"))
        #expect(lines.last == "  85 more kinds, 85 losses; --losses writes all to a file")
    }
}
