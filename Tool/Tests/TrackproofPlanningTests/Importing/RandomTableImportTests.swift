import TestSupport
import Testing
import TrackproofPlans
@testable import TrackproofPlanning

/// Tests with random tables and random schemas, whose cells and members are often wrong.
@Suite("Import of random tables")
struct RandomTableImportTests {
    private static let headers: [(OtherPlanFormat, [String])] = [
        (
            .segmentCSV,
            [
                "Version", "Event Type", "Event Name", "Property Name", "Description", "Labels", "Property Data Type",
                "Allowed Property Values", "Enum Values", "Required", "Other",
            ]
        ), (.amplitude, TableColumn.amplitude.map(\.name) + ["Event First Seen", "Property Type"]),
        (
            .mixpanel,
            [
                "Entity Type", "Entity Name", "Entity Display Name", "Entity Description", "Event Tags", "Event Hidden",
                "Property Name", "Property Description", "Property Type", "Property Example Values",
                "Property Required",
                "Property Sensitive",
            ]
        ),
    ]
    private static let words = [
        "Event", "event", "Property Group", "profile", "Track", "Identify", "Event Property", "Event Property Group",
        "User Property", "a", "b", "é", "on", "null", "string", "number", "enum", "const", "any", "int,null", "TRUE",
        "no",
        "1", "-0.5", "1e999", "99999999999999999999", "a,b", "[1,2]", "[", "(", "^a$", "^(?!x)", "# x: y", "a\nb\u{7}",
        "'", "\"",
        "- a", "IGNORE", String(repeating: "x", count: 1_200), "  ", "2",
    ]

    /// Tests that the reader of plans accepts each imported plan. `PlanImport` throws an error otherwise.
    @Test(arguments: 0..<rounds(25, deep: 150)) func everyImportedPlanLoads(seed: Int) throws {
        var random = SeededGenerator(seed: seed)
        for (format, header) in Self.headers {
            let columns = header.shuffled(using: &random)
            let rows = (0..<12).map { _ in
                columns.map { _ in
                    Int.random(in: 0..<3, using: &random) > 0 ? "" : Self.words.randomElement(using: &random) ?? ""
                }
            }
            let text = ([columns] + rows).map { $0.map(CSVTableTests.quoted).joined(separator: ",") }.joined(
                separator: "\n")
            do {
                _ = try Imported(format, ["plan.csv": text], path: "plan.csv")
            } catch is ConversionFailure {
                // An import without events is an error of the file.
            }
        }
    }

    /// Tests that bytes that are not CSV give an error with a place.
    @Test(arguments: 0..<rounds(25, deep: 150)) func everyDamagedTableHasAnErrorWithAPlace(seed: Int) throws {
        var random = SeededGenerator(seed: seed)
        var bytes = Array("Event Name,Property Name,Property Data Type\nA,,\n,v,\"a\"\"b\"\r\n,\"w\n\",int\n".utf8)
        let damage: [UInt8] = [0x00, 0x22, 0x2C, 0x0A, 0x0D, 0xC3, 0xFF]
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let byte = damage.randomElement(using: &random) ?? 0
            bytes[Int.random(in: bytes.indices, using: &random)] = byte
        }
        do throws(PlanErrors) {
            _ = try CSVTable(bytes, file: "plan.csv")
        } catch {
            #expect(error.list.allSatisfy { $0.description.hasPrefix("plan.csv:") })
            #expect(error.list.allSatisfy { (1...7).contains($0.place.line) && $0.place.column >= 1 })
        }
    }

    @Test(arguments: 0..<rounds(25, deep: 150)) func everyNarrowedSchemaLoads(seed: Int) throws {
        var random = RandomSchema(seed: seed)
        let structure = { (schema: String) in
            #"{"resourceType": "data-structure", "data": {"self": {"vendor": "a", "name": "e", "version": "1-0-0"}, "properties": {"v": \#(schema), "w": {}}}}"#
        }
        let specification = { (name: String, schema: String) in
            #"{"name": "\#(name)", "event": {"source": "iglu:a/e/jsonschema/1-0-0", "schema": \#(schema)}}"#
        }
        let product = { (list: [String]) in
            #"{"resourceType": "data-product", "data": {"eventSpecifications": [\#(list.joined(separator: ", "))]}}"#
        }
        let narrowing = { (kind: String, schema: String) in
            #"{"properties": {"k": {"enum": [\#(kind)]}, "v": \#(schema)}, "required": ["k", "u"]}"#
        }
        let schemas = (0..<3).map { _ in random.schema(2) }
        let one = [specification("A", narrowing("1", schemas[0]))]
        let two = one + [specification("B", narrowing("\"b\", true", schemas[1]))]
        for list in [one, two] {
            _ = try Imported(.snowplow, ["e.json": structure(schemas[2]), "p.json": product(list)])
        }
        let rules =
            #"{"properties": {"properties": {"properties": {"v": \#(schemas[0])}}, "userProperties": \#(schemas[1])}}"#
        _ = try Imported(.avo, ["a.json": #"{"events": [{"name": "e", "rules": \#(rules)}]}"#], path: "a.json")
        let entry = #"{"entityType": "event", "name": "e", "schemaJson": \#(schemas[0])}"#
        _ = try Imported(.mixpanel, ["m.json": "[\(entry)]"])
    }
}
