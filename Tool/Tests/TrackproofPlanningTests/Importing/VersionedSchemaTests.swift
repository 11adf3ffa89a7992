import Testing
import TrackproofPlans
@testable import TrackproofPlanning

/// Tests of the import of JSON Schemas in files whose names are versions.
@Suite("Import of versions of JSON Schemas")
struct VersionedSchemaTests {
    private func schema(_ property: String, id: String? = nil) -> String {
        let id = id.map { #""$id": "\#($0)", "# } ?? ""
        return #"{\#(id)"properties": {"\#(property)": {"type": "string"}}, "additionalProperties": false}"#
    }

    @Test func theFolderNamesTheEvent() throws {
        let result = try Imported(
            .jsonSchema,
            [
                "cinema/tap/1.0.0.json": schema("a"), "cinema/tap/1.10.0.json": schema("c"),
                "cinema/tap/1.9.0.json": schema("b"), "cinema/tap/CHANGELOG.md": "",
                "cinema/seat/2.0.0.yaml": schema("s"), "closed.json": schema("x"),
            ])
        #expect(
            result.body == """
                events:
                  seat:
                    parameters:
                      s: {type: string}
                    x-version: "2.0.0"
                  tap:
                    parameters:
                      c: {type: string}
                    x-version: "1.10.0"
                    versions:
                      "1.0.0":
                        parameters:
                          a: {type: string}
                      "1.9.0":
                        parameters:
                          b: {type: string}
                  closed:
                    parameters:
                      x: {type: string}

                """)
        #expect(result.report.losses == [])
        #expect(try result.findings(#"{"name": "tap", "parameters": {"b": "1"}}"#) == " outdated")
    }

    @Test func theIdentifierNamesTheEvent() throws {
        let result = try Imported(
            .jsonSchema,
            [
                "jsonschema/tap/1.0.0.yaml": schema("a", id: "/analytics/cinema/tap/1.0.0"),
                "jsonschema/tap/1.1.0.yaml": schema("b", id: "/analytics/cinema/tap/1.1.0"),
                "jsonschema/tap/current.yaml":
                    #"{"$id": "/analytics/cinema/tap/1.1.0", "allOf": [{"$ref": "1.1.0#"}]}"#,
                "jsonschema/only/current.yaml": schema("o", id: "/analytics/only/1.0.0"),
                "web/1.0.0.json": schema("w", id: "https://example.com/web/1.0.0"),
            ])
        let names = result.body.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
        #expect(names == ["  analytics/only:", "  analytics/cinema/tap:", "  web:"])
        let second = "second file of a version: 1.1.0 (first: jsonschema/tap/1.1.0.yaml:1:1)"
        #expect(
            result.losses(.information).split(separator: "\n").first { $0.contains("second") }
                == "jsonschema/tap/current.yaml:1:1 analytics/cinema/tap: \(second)")
        #expect(result.losses(.rule) == "")
    }

    @Test(arguments: [("a", "1.0.0", true), ("b", nil, false)])
    func theCurrentFileIsTheNewestVersion(property: String, version: String?, isSame: Bool) throws {
        let result = try Imported(
            .jsonSchema,
            ["tap/1.0.0.json": schema("a"), "tap/current.json": schema(property), "latest.json": schema("x")])
        #expect(result.losses(.rule) == "")
        #expect(
            result.losses(.information)
                == (isSame
                    ? "tap/current.json:1:1 tap: second file of a version: 1.0.0 (first: tap/1.0.0.json:1:1)" : ""))
        #expect(result.body.contains("      \(property): {type: string}\n"))
        #expect(result.body.contains("    x-version: \"1.0.0\"\n") == isSame)
        #expect(result.body.contains("    versions:\n      \"1.0.0\":\n") == !isSame)
        // A folder without versions has an event of this name.
        #expect(result.body.contains("  latest:\n"))
    }

    @Test func eventsWithOneNameAreReported() throws {
        let result = try Imported(
            .jsonSchema,
            [
                "a/tap/1.0.0.json": schema("a"), "b/tap/1.1.0.json": schema("b"), "c/x/1.0.0.json": schema("x"),
                "c/x/1.0.0.yaml": schema("y"), "d/same.json": schema("s"), "e/same.json": schema("s"),
            ])
        #expect(
            result.losses(.rule) == """
                c/x/1.0.0.yaml:1:1 x: event with a name and version that is given twice:  (whole) (first: c/x/1.0.0.json:1:1)
                b/tap/1.1.0.json:1:1 tap: event with a name that is given twice:  (whole) (first: a/tap/1.0.0.json:1:1)
                """)
        #expect(
            result.losses(.information)
                == "e/same.json:1:1 same: second file with an equal schema:  (first: d/same.json:1:1)")
        #expect(result.report.events == ConversionCounts(complete: 3, missing: 2))
    }
}
