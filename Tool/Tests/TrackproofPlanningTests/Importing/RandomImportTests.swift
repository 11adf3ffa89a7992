import TestSupport
import Testing
@testable import TrackproofPlanning

/// Tests with random JSON Schemas, whose members and values are often wrong.
@Suite("Import of random schemas")
struct RandomImportTests {
    /// Tests that the reader of plans accepts each imported plan. `Imported` throws an error otherwise.
    @Test(arguments: 0..<rounds(40, deep: 300)) func everyImportedPlanLoads(seed: Int) throws {
        var random = RandomSchema(seed: seed)
        let definitions = #""definitions": {"a": \#(random.schema(2)), "b": \#(random.schema(2))}"#
        let root = random.object(3).dropFirst().dropLast()
        let schema = "{" + (root.isEmpty ? "" : root + ", ") + definitions + "}"
        let rules =
            #"{"rules": [{"key": "e", "type": "TRACK", "jsonSchema": {"properties": {"properties": \#(schema)}}}]}"#
        _ = try Imported(.jsonSchema, ["e.json": schema, "f.json": #"{"additionalProperties": false}"#])
        _ = try Imported(.jsonSchema, ["e.json": #"{"additionalProperties": false, "allOf": [\#(schema)]}"#])
        _ = try Imported(.segment, ["plan.json": rules])
    }
}

struct RandomSchema {
    private var random: SeededGenerator

    init(seed: Int) { random = SeededGenerator(seed: seed) }

    private mutating func one(of list: [String]) -> String { list.randomElement(using: &random) ?? "" }

    mutating func schema(_ depth: Int) -> String {
        if Int.random(in: 0..<12, using: &random) == 0 { return one(of: ["true", "false", "{}", "5", "null"]) }
        return object(depth)
    }

    mutating func object(_ depth: Int) -> String {
        var names: Set<String> = []
        var members: [String] = []
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            let (name, value) = member(depth)
            if names.insert(name).inserted { members.append("\"\(name)\": \(value)") }
        }
        return "{" + members.joined(separator: ", ") + "}"
    }

    private mutating func member(_ depth: Int) -> (String, String) {
        let texts = [
            "type", "format", "pattern", "description", "title", "$ref", "const", "default", "x-a", "own", "pii", "id",
            "allow", "never",
        ]
        let numbers = ["minimum", "exclusiveMinimum", "multipleOf", "maxLength", "minItems", "maxProperties"]
        switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
        case 0: return (one(of: texts), scalar())
        case 1: return ("type", one(of: ["\"string\"", "[\"null\", \"array\"]", "\"object\"", "\"any\"", "[]"]))
        case 2: return (one(of: numbers), scalar())
        case 3:
            return (
                one(of: ["enum", "required", "examples", "items", "dependencies", "x-b"]), "[\(scalar()), \(scalar())]"
            )
        case 4: return ("$ref", one(of: ["\"#/definitions/a\"", "\"#/definitions/b\"", "\"#\"", "\"#/properties/a\""]))
        case 5: return (one(of: ["items", "not", "if", "then", "additionalProperties", "own"]), schema(depth - 1))
        case 6: return (one(of: ["allOf", "anyOf", "oneOf", "items"]), "[\(schema(depth - 1)), \(schema(depth - 1))]")
        default:
            let name = one(of: ["properties", "properties", "patternProperties", "dependencies", "$defs"])
            return (
                name,
                #"{"\#(one(of: ["a", "b", "é", "on", "null"]))": \#(schema(depth - 1)), "c": \#(schema(depth - 1))}"#
            )
        }
    }

    private mutating func scalar() -> String {
        one(of: [
            "1", "-0.5", "1e300", "true", "null", "\"\"", "\"a\"", "\"on\"", "\"uuid\"", "\"^a\"", "\"(\"", "\"a\\nb\"",
            "\"a\\nb\\u0007\"", "\"# x: y\"", "[]", "{}", "{\"a\": {\"b\": [1]}}", "\" x \\n\\n\"",
        ])
    }
}
