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
                "c/x/1.0.0.yaml": schema("y"),
            ])
        #expect(
            result.losses(.rule) == """
                c/x/1.0.0.yaml:1:1 x: event with a name and version that is given twice:  (whole) (first: c/x/1.0.0.json:1:1)
                b/tap/1.1.0.json:1:1 tap: event with a name that is given twice:  (whole) (first: a/tap/1.0.0.json:1:1)
                """)
        #expect(result.report.events == ImportCounts(complete: 2, missing: 2))
    }
}

/// Tests of files that are not JSON Schemas.
@Suite("Import of files that are not JSON Schemas")
struct LikelyFormatTests {
    @Test(arguments: [
        #"{"name": "x", "version": "1.0.0", "type": "module", "dependencies": {"a": "1"}}"#, "{}", "[]",
        #"{"title": "A"}"#,
        #"{"$schema": "https://json.schemastore.org/package.json", "properties": "none", "required": true}"#,
    ])
    func otherFilesAreLeftOut(text: String) throws {
        let result = try Imported(.jsonSchema, ["a.json": #"{"type": "object"}"#, "other.json": text])
        #expect(result.body == "closed: false\nevents:\n  a: {}\n")
        #expect(result.losses(.rule) == "other.json:1:1 other.json: file that is not a schema:  (whole)")
        #expect(
            try importErrors(.jsonSchema, ["other.json": text], path: "other.json")
                == "other.json:1:1: expected a JSON Schema")
    }

    @Test(arguments: [
        #"{"$schema": "http://json-schema.org/draft-07/schema#"}"#, #"{"type": ["object", "null"]}"#,
        #"{"properties": {}}"#,
        ##"{"$ref": "#/x"}"##, #"{"allOf": [{}]}"#, #"{"additionalProperties": true}"#, #"{"minProperties": 1}"#,
        #"{"required": ["a"]}"#,
    ])
    func oneKeywordMakesASchema(text: String) throws {
        #expect(try importErrors(.jsonSchema, ["a.json": text]) == "")
    }

    @Test(arguments: [
        (#"{"rules": [{"key": "A", "jsonSchema": {}}]}"#, "a tracking plan of Segment; import it with segment"),
        (#"{"data": {"trackingPlan": {}}}"#, "a tracking plan of Segment; import it with segment"),
        (#"{"rules": {"events": []}}"#, "a tracking plan of Segment; import it with segment"),
        (#"{"$schema": "moz://mozilla.org/schemas/glean/metrics/2-0-0"}"#, "metrics of Glean; import it with glean"),
        (
            #"{"version": "rudder/v1", "kind": "events", "spec": {}}"#,
            "a tracking plan of RudderStack; import it with rudderstack"
        ),
        (#"{"resourceType": "data-product"}"#, "data products of Snowplow; import it with snowplow"),
        (#"{"events": [{"name": "A", "rules": {}}]}"#, "an export of Avo; import it with avo"),
        (#"[{"entityType": "event", "schemaJson": {}}]"#, "the Lexicon of Mixpanel; import it with mixpanel"),
        (
            #"{"a": {"owners": ["b"], "description": "A."}}"#,
            "pixel definitions of DuckDuckGo; import it with duckduckgo"
        ),
    ])
    func theErrorNamesTheLikelyFormat(text: String, format: String) throws {
        #expect(try importErrors(.jsonSchema, ["a.json": text]) == "a.json:1:1: this looks like \(format)")
    }
}

/// Tests of YAML files that other tools write.
@Suite("Import of YAML 1.1")
struct ForeignYAMLTests {
    @Test func wordsHaveTheirMeaningInYAML12() throws {
        let result = try Imported(
            .jsonSchema,
            [
                "e.yaml": """
                properties:
                  on: {type: string, enum: [yes, no, "off"]}
                  code: {const: 007, default: -00.50}
                  limit: {maximum: .inf}
                """
            ])
        #expect(
            result.body == """
                closed: false
                events:
                  e:
                    parameters:
                      "on": {type: string, enum: ["yes", "no", "off"]}
                      code: {const: 7, default: -0.50}
                      limit: {}

                """)
        #expect(
            result.losses(.information) == """
                e.yaml:2:3 : word with another meaning in YAML 1.1: on → a text
                e.yaml:2:29 : word with another meaning in YAML 1.1: yes → a text
                e.yaml:2:34 : word with another meaning in YAML 1.1: no → a text
                e.yaml:3:17 : word with another meaning in YAML 1.1: 007 → the number 7
                e.yaml:3:31 : word with another meaning in YAML 1.1: -00.50 → the number -0.50
                """)
        #expect(
            result.losses(.rule) == """
                e.yaml:4:20 : number that a plan cannot contain: .inf → a text
                e.yaml:4:11 e: limit: invalid maximum: .inf
                """)
    }

    @Test(arguments: [("yes", "true"), ("no", "false"), ("On", "true"), ("true", "true"), ("\"no\"", "false")])
    func gleanReadsWordsAsBooleans(word: String, isDisabled: String) throws {
        let result = try Imported(
            .glean,
            [
                "metrics.yaml": """
                $schema: moz://mozilla.org/schemas/glean/metrics/2-0-0
                toolbar:
                  tapped: {type: event, disabled: \(word), extra_keys: {on: {type: boolean}}}
                """
            ])
        #expect(result.body.contains("deprecated: true") == (isDisabled == "true"))
        #expect(result.body.hasSuffix("    parameters:\n      \"on\": {type: boolean}\n"))
    }
}
