import Testing
import TrackproofPlans
@testable import TrackproofPlanning

/// Tests of the import of Snowplow's data products.
@Suite("Import of Snowplow's data products")
struct SnowplowImportTests {
    private static let schema = #"""
        {"$schema": "http://iglucentral.com/schemas/com.snowplowanalytics.self-desc/schema/jsonschema/1-0-0#",
         "description": "An action in the shop.", "type": "object", "additionalProperties": false,
         "self": {"vendor": "com.acme", "name": "shop_action", "format": "jsonschema", "version": "1-0-1"},
         "required": ["type"], "properties": {
            "type": {"type": "string", "enum": ["add", "remove", "pay"], "description": "The action."},
            "currency": {"type": ["string", "null"], "maxLength": 3}, "total": {"type": "number"}}}
        """#

    private static let tap = """
        apiVersion: v1
        resourceType: data-structure
        meta: {hidden: true, schemaType: event, customData: {}}
        data:
          self: {vendor: com.acme, name: tap, format: jsonschema, version: 1-0-0}
          type: object
          properties: {label: {type: string}, x: {type: integer}}
          additionalProperties: false
        """

    private static let application = """
        apiVersion: v1
        resourceType: source-application
        resourceName: a
        data:
          name: Shop
          appIds: [shop]
          entities:
            tracked: [{source: "iglu:com.acme/app/jsonschema/1-0-0", minCardinality: 1}]
            enriched: []
        """

    private static func product(_ specifications: String) -> String {
        """
        apiVersion: v1
        resourceType: data-product
        resourceName: p
        data:
          name: Shop
          description: All of the shop.
          owner: shop@example.com
          domain: Sales
          eventSpecifications:

        """ + specifications
    }

    private static let one = """
            - resourceName: s
              name: Button tapped
              description: A button was tapped.
              triggers: [{id: t, description: After the tap.}]
              event:
                source: iglu:com.acme/tap/jsonschema/1-0-0
                schema:
                  type: object
                  additionalProperties: false
                  required: [label]
                  properties: {label: {type: string, enum: [login], description: The button.}}
              entities:
                tracked: [{source: "iglu:com.acme/user/jsonschema/1-0-0", minCardinality: 1, maxCardinality: 1}]
                enriched: [{source: "iglu:com.acme/ip/jsonschema/1-0-0"}]
        """

    private static let several = """
            - {name: Added, event: {source: "iglu:com.acme/shop_action/jsonschema/1-0-1", schema: {type: object,
               additionalProperties: false, required: [type, currency], properties: {type: {enum: [add]}, currency: {type: string}}}}}
            - {name: Paid, description: The order was paid., event: {source: "iglu:com.acme/shop_action/jsonschema/1-0-1", schema: {
               type: object, additionalProperties: false, required: [type, total], properties: {type: {enum: [pay]}, total: {minimum: 0}}}}}
        """

    @Test func aSpecificationNarrowsItsSchema() throws {
        let result = try Imported(
            .snowplow,
            [
                "products/shop.yaml": Self.product(Self.one), "products/apps/shop.yml": Self.application,
                "structures/tap.yaml": Self.tap, "schemas/com.acme/shop_action/jsonschema/1-0-1": Self.schema,
                "note.json": "{}",
            ])
        #expect(
            result.body == """
                name: Shop
                description: All of the shop.
                owners:
                  shop@example.com: [shop@example.com]
                events:
                  tap:
                    description: A button was tapped.
                    owner: shop@example.com
                    x-vendor: com.acme
                    x-specifications: [Button tapped]
                    x-triggers: [After the tap.]
                    x-entities: [iglu:com.acme/user/jsonschema/1-0-0 1..1]
                    parameters:
                      label: {type: string, enum: [login], required: true, description: The button.}
                      x: {type: integer}

                """)
        #expect(
            result.losses(.rule) == """
                products/apps/shop.yml:8:15 : entity of a source application: iglu:com.acme/app/jsonschema/1-0-0 1..*
                products/shop.yaml:22:19 tap: entity of an event: iglu:com.acme/user/jsonschema/1-0-0 1..1 → x-entities
                """)
        #expect(
            result.losses(.information) == """
                note.json:1:1 : file without a resource: note.json
                products/apps/shop.yml:1:1 : source application: Shop
                structures/tap.yaml:3:8 : member hidden of a data structure: true
                products/shop.yaml:8:3 : member domain of a data product: Sales
                products/shop.yaml:10:7 tap: name of an event specification: Button tapped → x-specifications
                products/shop.yaml:13:18 tap: trigger: After the tap. → x-triggers
                products/shop.yaml:23:20 tap: entity that Snowplow adds to an event: iglu:com.acme/ip/jsonschema/1-0-0 0..*
                schemas/com.acme/shop_action/jsonschema/1-0-1:1:1 : schema that no event specification uses: iglu:com.acme/shop_action/jsonschema/1-0-1
                """)
        #expect(try result.findings(#"{"name": "tap", "parameters": {"label": "login", "x": 1}}"#) == "")
        #expect(
            try result.findings(#"{"name": "tap", "parameters": {"label": "logout", "y": 1}}"#)
                == "label not-in-enum, y unplanned-parameter")
    }

    /// Tests that several specifications of one schema become variants if the values of a property tell them apart.
    @Test func severalSpecificationsBecomeVariants() throws {
        let result = try Imported(
            .snowplow, ["p.yaml": Self.product(Self.several), "com.acme/shop_action/jsonschema/1-0-1": Self.schema])
        #expect(
            result.body.hasSuffix(
                """
                    description: An action in the shop.
                    owner: shop@example.com
                    x-vendor: com.acme
                    x-version: 1-0-1
                    x-specifications: [Added, Paid]
                    parameters:
                      type: {type: string, enum: [add, pay], required: true, description: The action.}
                      currency: {type: [string, "null"], maxLength: 3}
                      total: {type: number}
                    variants:
                      - when: {type: add}
                        description: Added
                        parameters:
                          currency: {type: string, required: true}
                      - when: {type: pay}
                        description: "Paid: The order was paid."
                        parameters:
                          total: {minimum: 0, required: true}

                """))
        #expect(result.losses(.rule) == "")
        func findings(_ parameters: String) throws -> String {
            try result.findings(#"{"name": "shop_action", "parameters": \#(parameters)}"#)
        }
        #expect(try findings(#"{"type": "add", "currency": "EUR"}"#) == "")
        #expect(try findings(#"{"type": "pay", "total": 1, "currency": null}"#) == "")
        #expect(try findings(#"{"type": "remove"}"#) == "type not-in-enum")
        #expect(try findings(#"{"type": "add"}"#) == "currency missing")
        #expect(try findings(#"{"type": "add", "currency": null}"#) == "currency null")
        #expect(try findings(#"{"type": "pay", "total": -1}"#) == "total range")
    }

    /// Tests that an event needs the property that tells specifications apart if each specification requires it.
    @Test(arguments: [("[type]", "type missing"), ("[]", "")])
    func thePropertyOfVariantsCanBeRequired(required: String, findings: String) throws {
        let specifications = ["add", "pay"].map { type in
            """
                - {name: \(type), event: {source: "iglu:com.acme/shop_action/jsonschema/1-0-1", schema: {
                   required: \(type == "add" ? "[type]" : required), properties: {type: {enum: [\(type)]}}}}}
            """
        }
        let schema = Self.schema.replacing(#""required": ["type"], "#, with: "")
        let product = Self.product(specifications.joined(separator: "\n"))
        let result = try Imported(.snowplow, ["p.yaml": product, "com.acme/shop_action/jsonschema/1-0-1": schema])
        #expect(try result.findings(#"{"name": "shop_action", "parameters": {}}"#) == findings)
        #expect(try result.findings(#"{"name": "shop_action", "parameters": {"type": "pay"}}"#) == "")
    }

    @Test func whatCannotBeToldApartIsLost() throws {
        let result = try Imported(
            .snowplow,
            [
                "p.yaml": Self.product(
                    """
                        - {name: A, event: {source: "iglu:com.acme/tap/jsonschema/1-0-0", schema: {properties: {label: {enum: [a]}}}}}
                        - {name: B, event: {source: "iglu:com.acme/tap/jsonschema/1-0-0"}, excludedSourceApplications: [{$ref: a.yml}]}
                        - {name: C, event: {source: "iglu:com.acme/tap/jsonschema/0-9-0"}}
                        - {name: D, event: {source: "iglu:com.acme/missing/jsonschema/1-0-0", schema: {properties: {v: {type: string}}}}}
                        - {name: E}
                        - {name: F, event: {source: "tap"}}
                        - {name: G, event: {source: "iglu:com.other/tap/jsonschema/1-0-0"}}
                    """), "tap.yaml": Self.tap,
            ])
        #expect(result.body.contains("      label: {type: string}\n"))
        #expect(result.body.contains("    x-specifications: [D]\n    parameters:\n      v: {type: string}\n"))
        let losses = result.losses(.rule).replacing(/:\d+:\d+/, with: "")
        #expect(
            losses == """
                p.yaml E: event specification without an event: E (whole)
                p.yaml F: source that is not the URI of an Iglu schema: tap (whole)
                p.yaml tap: event specification of an older version: iglu:com.acme/tap/jsonschema/0-9-0 → one of the newest version, iglu:com.acme/tap/jsonschema/1-0-0
                p.yaml tap: excluded source applications: a list
                p.yaml tap: rules of one of several event specifications: A
                p.yaml missing: Iglu schema that the files do not contain: iglu:com.acme/missing/jsonschema/1-0-0
                p.yaml tap: event with a name that is given twice:  (whole) (first: p.yaml)
                """)
    }

    @Test(arguments: [
        (
            "resourceType: source-application\ndata: {}",
            "expected a file with the member \"resourceType\" and the value \"data-product\" or \"data-structure\""
        ),
        (
            "self: {vendor: a, name: b, version: 1-0-0}",
            "p.yaml:1:1: this looks like Iglu schemas; import it with iglu"
        ),
        (
            "resourceType: data-structure\nmeta: {schemaType: entity}\ndata: {self: {vendor: a, name: b, version: 1-0-0}}",
            "the data structures have no events, only entities"
        ),
        ("resourceType: data-product\ndata: {name: a}", "p.yaml:1:1: the data products have no event specifications"),
        (
            "resourceType: data-structure\ndata: {self: {vendor: a}}",
            "p.yaml:2:14: expected \"vendor\", \"name\" and \"version\""
        ),
        ("a: [", "p.yaml:"),
    ])
    func badInputIsAnError(text: String, error: String) throws {
        #expect(try importErrors(.snowplow, ["p.yaml": text]).contains(error))
    }

    @Test func dataStructuresAloneAreEvents() throws {
        func structure(_ type: String, _ name: String, _ version: String, _ rest: String = "") -> String {
            """
            resourceType: data-structure
            meta: {hidden: false, schemaType: \(type), customData: {}}
            data:
              self: {vendor: com.acme, name: \(name), format: jsonschema, version: \(version)}
              type: object
              properties: {seat: {type: string}}
              additionalProperties: false
            \(rest)
            """
        }
        let result = try Imported(
            .snowplow,
            [
                "tap.yaml": structure("event", "tap", "1-0-1", "  description: A tap."),
                "tap-old.yaml": structure("event", "tap", "1-0-0"),
                "movie.yaml": structure("entity", "movie", "1-0-0"),
            ])
        #expect(
            result.body == """
                events:
                  tap:
                    description: A tap.
                    parameters:
                      seat: {type: string}
                    x-vendor: com.acme
                    x-version: 1-0-1
                    versions:
                      1-0-0:
                        parameters:
                          seat: {type: string}

                """)
        #expect(result.losses(.rule) == "")
        #expect(
            result.losses(.information)
                == "movie.yaml:4:9 : schema of an entity: iglu:com.acme/movie/jsonschema/1-0-0")
    }

    /// Tests that a narrowing keeps both schemas of a property if it cannot merge them.
    @Test(arguments: [
        (#"{"maxLength": 5}"#, "v: {type: string, maxLength: 5, minLength: 2}"),
        (#"{"minLength": 3}"#, "v: {allOf: [{type: string, minLength: 2}, {minLength: 3}]}"),
        (#"{"not": {"const": "a"}}"#, "v: {allOf: [{type: string, minLength: 2}, {not: {const: a}}]}"),
        (#"{"type": "string", "description": "V."}"#, "v: {type: string, minLength: 2, description: V.}"),
    ])
    func aPropertyHasTheRulesOfBothSchemas(narrowing: String, property: String) throws {
        let specification =
            #"    - {name: A, event: {source: "iglu:a/e/jsonschema/1-0-0", schema: {"properties": {"v": \#(narrowing)}}}}"#
        let structure = """
            resourceType: data-structure
            data: {self: {vendor: a, name: e, version: 1-0-0}, properties: {v: {type: string, minLength: 2}}}
            """
        let result = try Imported(.snowplow, ["p.yaml": Self.product(specification), "e.yaml": structure])
        let keywords = { (text: String) in Set(text.split { "{}, ".contains($0) }) }
        #expect(result.body.split(separator: "\n").last.map { keywords(String($0)) } == keywords(property))
    }
}
