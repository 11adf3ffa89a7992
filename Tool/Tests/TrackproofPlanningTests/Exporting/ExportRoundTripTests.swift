import _TrackproofTestSupport
import Testing
import TrackproofPlans
@testable import TrackproofPlanning

/// Tests that the export of an imported plan contains what the import read.
@Suite("Import, then export")
struct ExportRoundTripTests {
    /// Imports files, exports the plan, and imports the exported files. Checks that both plans are the same.
    ///
    /// - Returns: The exported files, and the losses of the export.
    @discardableResult
    private func roundTrip(
        _ format: PlanImportFormat, _ files: [String: String], path: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Exported {
        let first = try Imported(format, files, path: path)
        let exported = try Exported(format, first.text)
        let second = try Imported(
            format, Dictionary(exported.files.map { ($0.path, $0.text) }, uniquingKeysWith: { $1 }),
            path: format.isFolder ? nil : exported.files[0].path)
        #expect(second.body == first.body, sourceLocation: sourceLocation)
        return exported
    }

    /// The members of a schema that all drafts can express in the same way.
    private static let schema = #"""
        "description": "The order was paid.", "deprecated": true, "examples": [{"id": 1}], "x-team": "growth",
        "type": "object", "required": ["id"], "minProperties": 1, "dependencies": {"a": ["id"]},
        "properties": {
          "id": {"type": "integer", "exclusiveMinimum": true, "minimum": 0, "title": "Id", "x-unit": "n"},
          "a": {"type": ["string", "null"], "pattern": "^a|b$", "format": "uuid", "maxLength": 3, "pii": "contact"},
          "list": {"type": "array", "items": [{"enum": [1]}], "additionalItems": false, "uniqueItems": true},
          "item": {"$ref": "#/definitions/item", "description": "One."},
          "never": {"not": {}},
          "part": {"anyOf": [{"type": "string", "enum": ["on", "off"]}, {"type": "number", "multipleOf": 0.5}]}
        },
        "definitions": {"item": {"type": "object", "required": ["sku"], "properties": {
          "sku": {"type": "string"}, "more": {"$ref": "#/definitions/item"}}, "additionalProperties": false}}
        """#

    @Test func jsonSchema() throws {
        let when = #"""
            {"title": "A", "properties": {
              "const": {"const": 1}, "when": {"if": {"type": "string"}, "then": {"minLength": 1}, "else":
                {"type": "object", "patternProperties": {"^x": {"type": "boolean"}},
                 "additionalProperties": {"type": "integer"}, "propertyNames": {"maxLength": 3}}}}}
            """#
        let exported = try roundTrip(
            .jsonSchema, ["paid.json": "{\(Self.schema)}", "a.schema.schema.json": when])
        #expect(exported.losses == "")
        #expect(exported.files.map(\.path) == ["a.schema.schema.json", "paid.json"])
    }

    @Test func iglu() throws {
        func schema(_ version: String, _ members: String) -> String {
            let own = #"{"vendor": "com.acme", "name": "paid", "format": "jsonschema", "version": "\#(version)"}"#
            return #"{"self": \#(own), \#(members)}"#
        }
        let exported = try roundTrip(
            .iglu,
            [
                "com.acme/paid/jsonschema/1-0-0": schema("1-0-0", #""additionalProperties": false"#),
                "com.acme/paid/jsonschema/1-0-2": schema("1-0-2", Self.schema),
            ])
        #expect(exported.losses == "")
        #expect(exported.files.map(\.path) == ["com.acme/paid/jsonschema/1-0-0", "com.acme/paid/jsonschema/1-0-2"])
    }

    @Test func segment() throws {
        func rule(_ head: String, _ values: String, _ member: String = "properties") -> String {
            #"{\#(head), "jsonSchema": {"labels": {"team": "a"}, "definitions": {"item": {"type": "string"}}, "properties": {"\#(member)": {\#(values)}}}}"#
        }
        let exported = try roundTrip(
            .segment,
            [
                "plan.json": """
                {"name": "Shop", "description": "All of it.", "rules": [
                \(rule(#""type": "COMMON""#, #""properties": {"session": {"type": "string"}}"#)),
                \(rule(#""type": "TRACK", "key": "Paid", "version": 1"#, #""additionalProperties": false"#)),
                \(rule(#""type": "TRACK", "key": "Paid", "version": 3"#, ##""required": ["a"], "properties": {"a": {"$ref": "#/definitions/item"}}"##)),
                \(rule(#""type": "SCREEN", "key": "Home""#, #""properties": {"a": {"type": "integer"}}"#)),
                \(rule(#""type": "PAGE""#, "")),
                \(rule(#""type": "IDENTIFY""#, #""properties": {"email": {"type": "string"}}"#, "traits"))
                ]}
                """
            ])
        #expect(exported.losses == "")
    }
}

/// An export of the plan in a text.
struct Exported {
    let files: [PlanExport.File]
    let report: ImportReport

    init(_ format: PlanImportFormat, _ text: String, vendor: String? = nil) throws {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "plan.yaml")
        let export: PlanExport
        do {
            export = try PlanExport(format, PlanFiles(path: folder.file("plan.yaml")), vendor: vendor)
        } catch let error as PlanErrors {
            throw ImportFailure(description: "\(error)".replacing(folder.path + "/", with: ""))
        }
        (files, report) = (export.files, export.report)
        root = folder.path
    }

    private let root: String

    /// The losses, one on each line.
    var losses: String {
        report.losses.map { loss in
            let names = [loss.event, loss.parameter].compactMap(\.self).joined(separator: ": ")
            let outcome =
                if case .changed(let form) = loss.outcome { " → \(form)" } else { loss.isWhole ? " (whole)" : "" }
            return "\(loss.weight.rawValue) \(loss.place) \(names): \(loss.kind): \(loss.found)\(outcome)"
                .replacing(root + "/", with: "")
        }
        .joined(separator: "\n")
    }
}
