import Testing
import TrackproofPlans
@testable import TrackproofPlanning

/// Tests of the conversion of JSON Schemas, which several formats share.
@Suite("Import of JSON Schemas")
struct SchemaImportTests {
    /// Imports a schema of an event `e` with one property `v`.
    private func imported(_ property: String, _ more: String = "") throws -> Imported {
        try Imported(.jsonSchema, ["e.json": #"{"type": "object", "properties": {"v": \#(property)}\#(more)}"#])
    }

    @Test(arguments: [
        (#"{"type": "string"}"#, "{type: string}"),
        (
            #"{"description": "Any.", "type": ["null", "integer"], "minimum": 1}"#,
            #"{type: ["null", integer], minimum: 1, description: Any.}"#
        ),
        (#"{"enum": ["on", 1, null, true]}"#, #"{enum: ["on", 1, null, true]}"#),
        (#"{"const": {"a": [1]}}"#, "{const: {a: [1]}}"),
        (
            #"{"type": "number", "minimum": 0, "exclusiveMinimum": true, "maximum": 5}"#,
            "{type: number, exclusiveMinimum: 0, maximum: 5}"
        ),
        (#"{"exclusiveMaximum": 9.50, "multipleOf": 0.01}"#, "{exclusiveMaximum: 9.50, multipleOf: 0.01}"),
        (
            #"{"type": "string", "pattern": "^a|b$", "format": "uuid", "maxLength": 3}"#,
            "{type: string, format: uuid, pattern: ^a|b$, maxLength: 3}"
        ),
        (
            #"{"type": "array", "items": {"type": "string"}, "uniqueItems": true}"#,
            "{type: array, uniqueItems: true, items: {type: string}}"
        ),
        (
            #"{"type": "array", "items": [{"type": "string"}], "additionalItems": false}"#,
            "{type: array, items: false, prefixItems: [{type: string}]}"
        ),
        (#"{"dependencies": {"a": ["b"]}, "minProperties": 1}"#, "{dependentRequired: {a: [b]}, minProperties: 1}"),
        (
            #"{"anyOf": [{"type": "string"}, {"const": 1, "title": "One"}]}"#,
            "{anyOf: [{type: string}, {const: 1, title: One}]}"
        ),
        ("true", "{}"), ("false", "{never: true}"),
        (
            #"{"default": 5, "examples": [1, 2], "deprecated": true}"#,
            "{deprecated: true, default: 5, examples: [1, 2]}"
        ),
        (
            #"{"type": "object", "additionalProperties": {"type": "string"}}"#,
            "{type: object, additionalProperties: {type: string}}"
        ),
        (#"{"x-unit": "ms"}"#, "{x-unit: ms}"),
    ])
    func aKeywordStays(schema: String, yaml: String) throws {
        let result = try imported(schema)
        #expect(result.body == "closed: false\nevents:\n  e:\n    parameters:\n      v: \(yaml)\n")
        #expect(result.report.losses == [])
        #expect(result.report.events == ConversionCounts(complete: 1))
        #expect(result.report.parameters == ConversionCounts(complete: 1))
    }

    @Test(arguments: [
        (
            #"{"type": "string", "pattern": "^(?!a)"}"#, "{type: string}",
            "pattern that a plan cannot use (lookahead (?!…) is not supported): ^(?!a)"
        ),
        (#"{"format": "strict-uri", "minLength": 1}"#, "{minLength: 1}", "unknown format: strict-uri"),
        (#"{"type": ["string", "text"]}"#, "{type: string}", "unknown type: text"),
        (#"{"enum": []}"#, "{}", "enum without values: a list"),
        (#"{"maxLength": 4294967295}"#, "{}", "maxLength above 2147483647: 4294967295"),
        (#"{"minItems": "2"}"#, "{}", "invalid minItems: 2"),
        (#"{"multipleOf": 0}"#, "{}", "invalid multipleOf: 0"),
        (#"{"contains": {"type": "string"}}"#, "{}", "keyword contains: an object"),
        (
            #"{"dependencies": {"a": {"type": "string"}, "b": ["c"]}}"#, "{dependentRequired: {b: [c]}}",
            "schema in dependencies: a"
        ),
        (
            ##"{"$ref": "#/definitions/missing"}"##, "{}",
            "reference to a schema that the files do not contain: #/definitions/missing"
        ),
        (##"{"$ref": "#/properties/v"}"##, "{}", "recursive reference: #/properties/v"),
        (#"{"maxiumum": 5}"#, "{x-maxiumum: 5}", "unknown keyword that is similar to maximum: maxiumum → x-maxiumum"),
        ("[]", "{}", "schema that is not an object: a list"),
        (
            #"{"type": "string", "type": "integer"}"#, "{type: string}",
            "keyword that is given twice: type (first: e.json:1:41)"
        ),
    ])
    func aLostRuleIsReported(schema: String, yaml: String, loss: String) throws {
        let result = try imported(schema)
        #expect(result.body.hasSuffix("      v: \(yaml)\n"))
        let losses = result.losses(.rule).replacing(#/^e\.json:1:\d+ e: v: /#, with: "")
        #expect(losses == loss)
        #expect(result.report.events == ConversionCounts(partial: 1))
        #expect(result.report.parameters == ConversionCounts(partial: 1))
    }

    @Test(arguments: [
        (#"{"type": "any"}"#, "{}", "type any: any → a schema without a type"),
        (#"{"$id": "v", "type": "string"}"#, "{type: string}", "identifier $id: v"),
        (#"{"sensitive": true}"#, "{x-sensitive: true}", "own member sensitive: true → x-sensitive"),
        (#"{"pii": false}"#, "{x-pii: false}", "own member pii: false → x-pii"),
    ])
    func lostInformationIsReported(schema: String, yaml: String, loss: String) throws {
        let result = try imported(schema)
        #expect(result.body.hasSuffix("      v: \(yaml)\n"))
        #expect(result.losses(.information).replacing(#/^e\.json:1:\d+ e: v: /#, with: "") == loss)
        #expect(result.losses(.rule) == "")
        #expect(result.report.events == ConversionCounts(complete: 1))
    }

    @Test func anEventHasTheRulesOfItsSchema() throws {
        let result = try Imported(
            .jsonSchema,
            [
                "order.schema.json": """
                {
                  "$id": "https://example.com/order", "title": "Order", "description": "An order was paid.",
                  "type": "object", "additionalProperties": false, "minProperties": 1,
                  "properties": {"id": {"type": "string"}, "item": {"properties": {"sku": {"type": "string"}}}},
                  "required": ["id", "total"], "team": "growth"
                }
                """,
                "open.json": #"{"properties": {"a": {}}}"#,
            ])
        #expect(
            result.body == """
                closed: false
                events:
                  open:
                    parameters:
                      a: {}
                  order:
                    description: An order was paid.
                    x-title: Order
                    x-team: growth
                    closed: true
                    parameters:
                      id: {type: string, required: true}
                      item:
                        properties:
                          sku: {type: string}
                      total: {required: true}
                    rules: {minProperties: 1}

                """)
        #expect(result.losses(.rule) == "")
        #expect(
            result.losses(.information) == """
                order.schema.json:2:3 order: identifier $id: https://example.com/order
                order.schema.json:2:39 order: own member title: Order → x-title
                order.schema.json:5:32 order: own member team: growth → x-team
                order.schema.json:5:22 order: total: required parameter without a schema: total → a parameter of any type
                """)
    }

    @Test func theTextsOfPartsAreLeftOut() throws {
        let result = try Imported(
            .jsonSchema,
            [
                "e.json": #"""
                {"allOf": [{"title": "Part", "description": "A part.", "examples": [{"a": 1}], "$comment": "", "properties": {"a": {}}},
                  {"$ref": "#/$defs/p"}],
                 "title": "Event", "description": "An event.", "examples": [{"a": 2}], "$defs": {"p": {"description": "P."}}}
                """#
            ])
        #expect(
            result.body == """
                closed: false
                events:
                  e:
                    description: An event.
                    x-title: Event
                    examples: [{a: 2}]
                    parameters:
                      a: {}

                """)
        #expect(result.losses(.rule) == "")
        #expect(
            result.losses(.information).replacing(#/e\.json:\d+:\d+ e: /#, with: "").hasPrefix(
                """
                title of a part of an event: Part
                description of a part of an event: A part.
                examples of a part of an event: a list
                description of a part of an event: P.
                own member title: Event → x-title
                """))
    }

    @Test func closedSchemasGiveAClosedPlan() throws {
        let closed = #"{"additionalProperties": false, "properties": {"a": {"properties": {"b": {}}}}}"#
        let result = try Imported(.jsonSchema, ["a.json": closed, "b.json": closed])
        #expect(
            result.body.hasPrefix(
                """
                events:
                  a:
                    parameters:
                      a:
                        additionalProperties: true
                        properties:
                          b: {}

                """))
    }

    @Test func definitionsBecomeTypes() throws {
        let result = try imported(
            ##"{"$ref": "#/definitions/tree"}"##,
            ##"""
            , "required": ["v"], "definitions": {
              "tree": {"type": "object", "properties": {"children": {"type": "array", "items": {"$ref": "#/definitions/tree"}}}},
              "a": {"allOf": [{"$ref": "#/definitions/b"}]}, "b": {"$ref": "#/definitions/a"}, "unused": {}
            }, "allOf": [{"properties": {"w": {"$ref": "#/definitions/a", "description": "A cycle."}}}]
            """##)
        #expect(
            result.body == """
                closed: false
                types:
                  tree:
                    type: object
                    properties:
                      children: {type: array, items: {type: tree}}
                  a: {allOf: [{type: b}]}
                  b: {}
                events:
                  e:
                    parameters:
                      v: {type: tree, required: true}
                      w: {type: a, description: A cycle.}

                """)
        #expect(
            result.losses(.rule)
                == "e.json:3:56 types.b: type that refers to itself for the same value: #/definitions/a")
        #expect(result.losses(.information) == "e.json:3:84 e: definition that no event uses: unused")
    }

    @Test func filesReferToEachOther() throws {
        let result = try Imported(
            .jsonSchema,
            [
                "events/a.json":
                    ##"{"allOf": [{"$ref": "../parts/common.json#"}], "properties": {"b": {"$ref": "/parts/money.json"}}}"##,
                "parts/common.json": #"{"properties": {"session": {"type": "string"}}, "required": ["session"]}"#,
                "parts/money.json": #"{"$id": "/parts/money", "type": "integer"}"#,
            ])
        #expect(
            result.body.hasPrefix(
                """
                closed: false
                events:
                  a:
                    parameters:
                      session: {type: string, required: true}
                      b: {type: integer}

                """))
    }

    @Test func typesWithTheSameNameStayApart() throws {
        func schema(_ type: String) -> String {
            ##"{"properties": {"v": {"$ref": "#/$defs/money"}}, "$defs": {"money": {"type": "\##(type)"}}}"##
        }
        let result = try Imported(
            .jsonSchema, ["a.json": schema("integer"), "b.json": schema("number"), "c.json": schema("integer")])
        #expect(
            result.body == """
                closed: false
                types:
                  money: {type: integer}
                  b.money: {type: number}
                events:
                  a:
                    parameters:
                      v: {type: money}
                  b:
                    parameters:
                      v: {type: b.money}
                  c:
                    parameters:
                      v: {type: money}

                """)
        #expect(
            result.losses(.information)
                == "b.json:1:23 b: v: name of a type that the plan cannot use: money → b.money")
    }

    @Test func collidingNamesAreReportedWithBothPlaces() throws {
        let result = try Imported(
            .jsonSchema,
            ["a/e.json": #"{"properties": {"é": {}, "e\u0301": {}, "": {}}}"#, "b/e.json": #"{"type": "object"}"#])
        #expect(
            result.losses(.rule) == """
                b/e.json:1:1 e: event with a name that is given twice:  (whole) (first: a/e.json:1:1)
                a/e.json:1:27 e: e\u{301}: parameter with a name that is given twice:  (whole) (first: a/e.json:1:17)
                a/e.json:1:42 e: : parameter without a name:  (whole)
                """)
        #expect(result.report.events == ConversionCounts(partial: 1, missing: 1))
        #expect(result.report.parameters == ConversionCounts(complete: 1, missing: 2))
    }

    @Test func deepSchemasAreCut() throws {
        let depth = 40
        let schema = String(repeating: #"{"items": "#, count: depth) + "{}" + String(repeating: "}", count: depth)
        let result = try imported(schema)
        #expect(result.losses(.rule).hasSuffix("schema inside more than 32 schemas: "))
    }

    @Test(arguments: [
        (["a.json": "{"], "a.json:1:2: the file ends inside a value"),
        (["a.txt": "{}"], "expected files whose names end with .json or .yaml or .yml"),
        (["a.json": "[]"], "expected a JSON Schema"),
    ])
    func badInputIsAnError(files: [String: String], error: String) throws {
        #expect(try importErrors(.jsonSchema, files).hasSuffix(error))
    }
}

/// Tests of the import of self-describing JSON Schemas.
@Suite("Import of Iglu schemas")
struct IgluImportTests {
    private func schema(_ version: String, _ rest: String, format: String = "jsonschema") -> String {
        #"{"self": {"vendor": "com.acme", "name": "tap", "format": "\#(format)", "version": "\#(version)"}, \#(rest)}"#
    }

    @Test func theNewestVersionIsTheEvent() throws {
        let result = try Imported(
            .iglu,
            [
                "com.acme/tap/jsonschema/1-0-10": schema(
                    "1-0-10", #""description": "New.", "additionalProperties": false"#),
                "com.acme/tap/jsonschema/1-0-9": schema("1-0-9", #""properties": {"a": {"type": "string"}}"#),
                "com.acme/tap/avro/1-0-0": schema("1-0-0", #""type": "record""#, format: "avro"),
                "com.acme/other/jsonschema/1-0-0": "{}",
                "README.md": "Schemas.",
            ])
        #expect(
            result.body == """
                events:
                  tap:
                    description: New.
                    x-vendor: com.acme
                    x-version: 1-0-10
                    versions:
                      1-0-9:
                        closed: false
                        parameters:
                          a: {type: string}

                """)
        #expect(
            result.losses(.rule) == """
                com.acme/tap/avro/1-0-0:1:10 tap: schema in the format avro: com.acme/tap (whole)
                """)
        #expect(
            result.losses(.information)
                == "com.acme/other/jsonschema/1-0-0:1:1 : file without the member self: com.acme/other/jsonschema/1-0-0"
        )
    }

    @Test(arguments: [
        (#"{"self": {"vendor": "a", "name": "b"}}"#, "1-0-0:1:10: expected \"vendor\", \"name\" and \"version\""),
        (
            #"{"self": {"vendor": "a", "name": "b", "version": "1.0"}}"#,
            "1-0-0:1:50: expected a version such as 1-0-0, found \"1.0\""
        ),
        ("{}", "expected a schema with the member \"self\""),
    ])
    func badInputIsAnError(text: String, error: String) throws {
        #expect(try importErrors(.iglu, ["1-0-0": text]).hasSuffix(error))
    }
}
