import Foundation
import TestSupport
import Testing
import Trackproof
import TrackproofJSON
import TrackproofPlans
import TrackproofSnapshots

@testable import TrackproofPlanning

/// Tests that a text of an imported file stays a text, whatever characters it contains.
@Suite("Texts of imported files")
struct ForeignTextTests {
    /// For each format, files with `§` in place of each text that people write, and `¶` in comments.
    private static let files: [OtherPlanFormat: [String: String]] = {
        let schema = #"""
            {"type": "object", "description": "§", "title": "§", "x-§": "§", "additionalProperties": false,
             "required": ["§"], "$defs": {"§ type": {"type": "integer", "description": "§", "minimum": 1}},
             "properties": {
               "§": {"type": "string", "enum": ["§", "b"], "description": "§ and 1", "pii": "§", "examples": ["§"]},
               "n": {"$ref": "#/$defs/§ type"}, "c": {"const": {"§": ["§"]}, "default": "§"},
               "o": {"type": "object", "properties": {"§": {"description": "§"}}, "required": ["r §"]}}}
            """#
        let iglu = #"{"self": {"vendor": "com.a", "name": "e", "version": "1-0-0", "format": "jsonschema"}, "#
        let rule = #"{"key": "§", "type": "TRACK", "description": "§", "jsonSchema": {"properties": {"properties": "#
        let event = #"{"name": "§", "description": "§", "tags": ["§"], "triggers": ["§"], "rules": "#
        let property = #"{id: a, name: "§", type: string, description: "§", config: {enum: ["§", "b"]}}"#
        let rules = ##"rules: [{event: "#event:e", properties: [{property: "#property:a", required: true}]}]"##
        let specification = #"{"name": "§", "description": "§", "event": {"source": "iglu:com.a/e/jsonschema/1-0-0"}}"#
        return [
            .jsonSchema: ["e.json": schema], .iglu: ["e.json": iglu + schema.dropFirst()],
            .segment: ["plan.json": #"{"display_name": "§", "rules": [\#(rule)\#(schema)}}}]}"#],
            .avo: ["a.json": #"{"name": "§", "events": [\#(event){"properties": {"properties": \#(schema)}}}]}"#],
            .mixpanel: [
                "m.json": #"[{"entityType": "event", "name": "§", "description": "§", "schemaJson": \#(schema)}]"#
            ],
            .snowplow: [
                "e.json": #"{"resourceType": "data-structure", "data": \#(iglu)\#(schema.dropFirst())}"#,
                "p.json":
                    #"{"resourceType": "data-product", "data": {"name": "§", "eventSpecifications": [\#(specification)]}}"#,
            ],
            .duckduckgo: [
                "p.json5": """
                {"m_§": { /* ¶ */ "description": "§", "owners": ["§"], "x": "§", "$defs": {"t": {"type": "integer"}},
                  "parameters": [ // a
                  {"key": "r", "$ref": "#/$defs/t"},
                  {"key": "§", "description": "§", "enum": ["§", "b"]}, /* ¶ */ {"key": "b", "type": "integer"}]}}
                """
            ],
            .glean: [
                "metrics.yaml": """
                $schema: moz://mozilla.org/schemas/glean/metrics/2-0-0
                c:
                  e: {type: event, description: "§", bugs: ["§"], notification_emails: ["§"], expires: never,
                    extra_keys: {k: {type: string, description: "§"}}}
                """
            ],
            .rudderstack: [
                "e.yaml": #"{kind: events, spec: {events: [{id: e, name: "§", event_type: track, description: "§"}]}}"#,
                "p.yaml": "{kind: properties, spec: {properties: [\(property)]}}",
                "t.yaml": #"{kind: tracking-plan, spec: {display_name: "§", description: "§", \#(rules)}}"#,
            ],
            .segmentCSV: [
                "a.csv": """
                Event Name,Property Name,Description,Labels,Property Data Type,Enum Values,Required
                "§","§","§","§",string,"§",true
                """
            ],
            .amplitude: [
                "a.csv": """
                Object Type,Object Name,Object Owner,Object Description,Tags,Event Property Name,Property Description,Property Value Type,Const Value
                Event,"§","§","§","§",,,,
                ,,,,,"§","§",const,"§"
                """
            ],
        ]
    }()

    /// All control, format and separator characters, and the two characters that no file may contain.
    private static let hidden = (0...0x10FFFF).compactMap { Unicode.Scalar(UInt32($0)) }.filter { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: scalar != " "
        default: [0xFFFE, 0xFFFF].contains(scalar.value)
        }
    }

    @Test(arguments: OtherPlanFormat.allCases) func aTextStaysAText(format: OtherPlanFormat) throws {
        let expected = try #require(try imported(format, "Q"))
        #expect(expected.plan.contains("aQb: Q# cQ- d"))
        var count = 0
        for scalar in Self.hidden {
            guard let found = try imported(format, scalar) else { continue }
            count += 1
            let text = Self.withoutQuotes(EventValue.string(String(scalar)).json)
            let plan = found.plan.replacingOccurrences(of: text, with: "Q", options: .literal)
            #expect(plan == expected.plan && found.losses == expected.losses, "U+\(String(scalar.value, radix: 16))")
        }
        #expect(count > 200)
    }

    /// Returns the imported plan as JSON and the number of lost rules, or `nil` if the file cannot contain the character.
    private func imported(_ format: OtherPlanFormat, _ scalar: Unicode.Scalar) throws -> (plan: String, losses: Int)? {
        let text = "a\(scalar)b: \(scalar)# c\(scalar)- d"
        let escaped =
            switch format {
            case .segmentCSV, .amplitude: text
            // YAML reads a line separator in quotes as a space.
            case .glean, .rudderstack: Self.withoutQuotes(YAMLText.quoted(text))
            default: Self.withoutQuotes(EventValue.string(text).json)
            }
        let files = try #require(Self.files[format]).mapValues {
            $0.replacing("§", with: escaped).replacing("¶", with: text)
        }
        do {
            let result = try Imported(format, files, path: files.count == 1 ? files.keys.first : nil)
            let node = try PlanNode(yaml: Array(result.text.utf8), file: "plan.yaml")
            return (node.eventValue.json, result.report.losses.count { $0.weight == .rule })
        } catch is ConversionFailure {
            return nil
        }
    }

    /// Returns a text without the quotes around it. Some characters form one `Character` with a quote beside them.
    private static func withoutQuotes(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.dropFirst().dropLast()))
    }

    /// A comment of an imported file has escapes for the characters that would end a comment.
    @Test func aCommentIsOneLine() throws {
        let comment = "/* a\r\nb\u{2028}owners: {x: []}\u{FEFF}\t\u{200D}\u{0}c */"
        let pixels = "{\n" + #"\#(comment) "p": {"description": "P.", "owners": []}}"#
        let text = try Imported(.duckduckgo, ["p.json5": pixels], path: "p.json5").text
        #expect(text.contains("  # a\n  # b\\u2028owners: {x: []}\\uFEFF\t\u{200D}\\x00c\n  p:\n"), "\(text)")
    }
}
