import Testing
import TrackproofPlans

@testable import TrackproofPlanning

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
