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
        _ format: OtherPlanFormat, _ files: [String: String], path: String? = nil,
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

    @Test func versionsOfJSONSchema() throws {
        let exported = try roundTrip(
            .jsonSchema,
            [
                "a/tap/1.0.0.json": #"{"$id": "/a/tap/1.0.0", "properties": {"x": {"type": "string"}}}"#,
                "a/tap/1.1.0.json": #"{"$id": "/a/tap/1.1.0", "properties": {"x": {"type": "integer"}}}"#,
            ])
        #expect(exported.losses == "")
        #expect(exported.files.map(\.path) == ["a/tap/1.0.0.json", "a/tap/1.1.0.json"])
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

    @Test func segmentCSV() throws {
        let exported = try roundTrip(
            .segmentCSV,
            [
                "plan.csv": csv(
                    """
                    Version,Event Type,Event Name,Property Name,Description,Labels,Property Data Type,Allowed Property Values,Enum Values,Required
                    ,Common,,,,,,,,
                    ,,,session,,,string,^s,,
                    1,Track,Paid,,"Paid, at last.",team:a,,,,
                    ,,,price,"The ""price"".",,"number,null",,,true
                    ,,,method,,,string,,"card,cash",false
                    ,,,at,,,date-time,,,
                    2,Track,Paid,,,,,,,
                    ,,,count,,,integer,,"[1,2]",
                    ,Screen,Home,,,,,,,
                    ,Identify,,email,,,string,,,
                    """)
            ])
        #expect(exported.losses == "")
    }

    @Test func amplitude() throws {
        let exported = try roundTrip(
            .amplitude,
            [
                "events.csv": csv(
                    """
                    Object Type,Object Name,Event Display Name,Object Owner,Object Description,Event Category,Tags,Event Source,Property Type,Property Group Names,Event Property Name,Property Description,Property Value Type,Property Required,Property Is Array,String Property Value Min Length,String Property Value Max Length,Number Is Integer,Number Property Value Min,Number Property Value Max,Array Unique Items,Array Min Items,Array Max Items,Enum Values,Const Value,Property Regex
                    Property Group,session,,,,,,,,,,,,,,,,,,,,,,,,
                    ,,,,,,,,Event Property,,session_id,,string,TRUE,,,,,,,,,,,,
                    Event,Paid,Payment,ann@example.com,It was paid.,Shop,"a,b",iOS,,,,,,,,,,,,,,,,,,
                    ,,,,,,,,Event Property Group,session,,,,,,,,,,,,,,,,
                    ,,,,,,,,Event Property,,price,Gross.,number,TRUE,,,,TRUE,0,9.5,,,,,,
                    ,,,,,,,,Event Property,,name,,string,,,1,20,,,,,,,,,^a
                    ,,,,,,,,Event Property,,tags,,string,,TRUE,,,,,,TRUE,1,3,,,
                    ,,,,,,,,Event Property,,method,,enum,,,,,,,,,,,"card,cash",,
                    ,,,,,,,,Event Property,,kind,,const,,,,,,,,,,,,buy,
                    ,,,,,,,,Event Property,,other,,any,,,,,,,,,,,,,
                    Event,Home,,,,,,,,,,,,,,,,,,,,,,,,
                    """),
                "user.csv": csv(
                    """
                    Property Type,Property Name,Property Description,Property Value Type
                    User Property,plan,Which.,string
                    """),
            ])
        #expect(exported.losses == "")
        #expect(exported.files.map(\.path) == ["events.csv", "user-properties.csv"])
    }

    @Test func mixpanel() throws {
        let exported = try roundTrip(
            .mixpanel,
            [
                "lexicon.csv": csv(
                    """
                    Entity Type,Entity Name,Entity Display Name,Entity Description,Event Tags,Event Hidden,Property Name,Property Display Name,Property Description,Property Type,Property Example Values,Property Required,Property Sensitive
                    event,Paid,Payment,It was paid.,"a,b",true,,,,,,,
                    event,Paid,,,,,price,Price,Gross.,numeric,9.5,true,false
                    event,Paid,,,,,email,,,string,,,true
                    event,Paid,,,,,items,,,list of objects,,,
                    event,Paid,,,,,ok,,,bool,,,
                    profile,$user,,,,,plan,,,string,,,
                    """)
            ])
        #expect(exported.losses == "")
    }

    @Test func rudderStack() throws {
        let exported = try roundTrip(
            .rudderstack,
            [
                "all.yaml": """
                version: rudder/v1
                kind: tracking-plan
                spec:
                  id: shop
                  display_name: Shop
                  description: All of it.
                  rules:
                    - type: event_rule
                      id: paid
                      event: "#event:paid"
                      properties:
                        - {property: "#property:price", required: true}
                        - property: "#property:item"
                          properties: [{property: "#property:sku", required: true}, {property: "#property:price"}]
                        - property: "#property:method"
                        - property: "#property:money"
                        - property: "#property:payment"
                        - property: "#property:list"
                        - property: "#property:tags"
                      variants:
                        - type: discriminator
                          discriminator: "#property:method"
                          cases:
                            - display_name: By card
                              match: [card]
                              properties: [{property: "#property:network", required: true}]
                          default: {properties: [{property: "#property:note"}]}
                    - {type: event_rule, id: user, event: "#event:user", additional_properties: true}
                """,
                "events.yaml": """
                version: rudder/v1
                kind: events
                spec:
                  events:
                    - {id: paid, name: Paid, event_type: track, description: It was paid., category: "#category:shop"}
                    - {id: user, event_type: identify}
                """,
                "categories.yaml": "kind: categories\nspec: {categories: [{id: shop, name: Shop}]}\n",
                "types.yaml": """
                kind: custom-types
                spec:
                  types:
                    - {id: money, name: Money, type: object, properties: [{property: "#property:price", required: true}]}
                    - id: payment
                      name: Payment
                      type: object
                      properties: [{property: "#property:method", required: true}]
                      variants:
                        - type: discriminator
                          discriminator: "#property:method"
                          cases:
                            - display_name: By card
                              match: [card]
                              properties: [{property: "#property:network", required: true}]
                          default: {properties: [{property: "#property:note"}]}
                    - {id: code, name: Code, type: string, description: A code., config: {pattern: "^a"}}
                """,
                "properties.yaml": """
                kind: properties
                spec:
                  properties:
                    - {id: price, name: price, type: number, description: Gross., config: {minimum: 0, multiple_of: 0.01}}
                    - {id: item, name: item, type: object}
                    - {id: sku, name: sku, type: string, config: {min_length: 1, max_length: 9, format: uuid}}
                    - {id: method, name: method, type: string, config: {enum: [card, cash]}}
                    - {id: money, name: money, type: "#custom-type:money"}
                    - {id: payment, name: payment, type: "#custom-type:payment"}
                    - {id: list, name: list, type: array, item_type: "#custom-type:code", config: {unique_items: true}}
                    - {id: tags, name: tags, type: array, item_types: [string, integer]}
                    - {id: network, name: network, types: [string, "null"]}
                    - {id: note, name: note}
                """,
            ])
        #expect(exported.losses == "")
        #expect(
            exported.files.map(\.path) == [
                "categories.yaml", "properties.yaml", "custom-types.yaml", "events.yaml", "tracking-plan.yaml",
            ])
    }

    @Test func glean() throws {
        let exported = try roundTrip(
            .glean,
            [
                "metrics.yaml": """
                $schema: moz://mozilla.org/schemas/glean/metrics/2-0-0
                toolbar.main:
                  tapped:
                    type: event
                    description: The button was tapped.
                    extra_keys:
                      is_private: {type: boolean, description: In private mode.}
                      count: {type: quantity, description: How many.}
                    bugs: [https://example.org/1]
                    data_reviews: [https://example.org/2]
                    notification_emails: [a@example.org, b@example.org]
                    data_sensitivity: [interaction]
                    expires: 2027-01-01
                  ended: &x
                    type: event
                    description: It ended.
                    bugs: [https://example.org/1]
                    data_reviews: [https://example.org/2]
                    notification_emails: [a@example.org]
                    expires: 130
                other:
                  always: {<<: *x, expires: never}
                  gone:
                        {type: event, description: Gone., notification_emails: [a@example.org], expires: expired,
                         bugs: [b], data_reviews: [d]}
                """
            ])
        #expect(exported.losses == "")
    }

    @Test func duckDuckGo() throws {
        let exported = try roundTrip(
            .duckduckgo,
            [
                "pixels/definitions/a.json": """
                {"m_paid": {"description": "It was paid.", "owners": ["ann", "bob"], "triggers": ["other"],
                  "expires": "2027-01-01",
                  "suffixes": [[{"key": "device", "enum": ["phone", "tablet"]}, {"key": "daily"}],
                    [{"key": "device", "enum": ["phone", "tablet"]}]],
                  "parameters": [{"key": "n", "type": "integer", "minimum": 1, "description": "How many."},
                    {"key": "kind", "enum": ["a", "b"]}, {"key": "text", "type": "string", "pattern": "^a"}]},
                 "m_open": {"description": "Open.", "owners": ["ann"], "triggers": ["other"]},
                 "m_none": {"description": "None.", "owners": ["ann"], "triggers": ["other"], "parameters": []}}
                """
            ])
        #expect(exported.losses == "")
    }

    @Test func avo() throws {
        let exported = try roundTrip(
            .avo,
            [
                "avo.json": """
                {"name": "Shop", "sources": {"s1": {"name": "iOS", "developmentPlatform": "IOS"}},
                 "destinations": {"d1": {"type": "Mixpanel"}}, "events": [
                  {"name": "Paid", "description": "It was paid.", "tags": ["a"], "sources": [{"id": "s1", "name": "iOS"}],
                   "stakeholderDomains": [{"name": "Growth", "isOwner": true}, {"name": "Shop", "isOwner": false}],
                   "rules": {"nameMapping": [{"name": "pay", "destinationId": "d1"}],
                    "properties": {"properties": {"type": "object", "required": ["price"], "properties": {
                     "price": {"type": "number", "description": "Gross."},
                     "mail": {"type": "string", "pattern": "@", "pii": {"isPii": true, "piiType": "contact"}},
                     "items": {"type": "array", "items": {"type": "object", "additionalProperties": false,
                      "properties": {"sku": {"type": "string", "enum": ["a", "b"]}}, "required": ["sku"]}},
                     "one": {"const": 1}}}}}},
                  {"name": "Home", "sources": [{"name": "Server"}], "rules": {"properties": {"properties": {}}}}]}
                """
            ])
        #expect(exported.losses == "")
    }

    @Test func snowplow() throws {
        let exported = try roundTrip(
            .snowplow,
            [
                "product.yaml": """
                apiVersion: v1
                resourceType: data-product
                data:
                  name: Shop
                  description: All of it.
                  owner: ann@example.com
                  eventSpecifications:
                    - name: Payment
                      description: It was paid.
                      triggers: [{description: At the end.}]
                      event: {source: iglu:com.acme/paid/jsonschema/2-0-1}
                """,
                "com.acme/paid/jsonschema/2-0-1": """
                {"self": {"vendor": "com.acme", "name": "paid", "format": "jsonschema", "version": "2-0-1"},
                 "type": "object", "properties": {"price": {"type": "number"}}, "additionalProperties": false}
                """,
            ])
        #expect(exported.losses == "")
        #expect(
            exported.files.map(\.path) == ["data-products/data-product.yaml", "iglu/com.acme/paid/jsonschema/2-0-1"])
    }
}
