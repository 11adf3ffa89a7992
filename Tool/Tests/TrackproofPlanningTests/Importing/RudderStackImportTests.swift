import Testing
import TrackproofPlans
@testable import TrackproofPlanning

/// Tests of the import of RudderStack's plans.
@Suite("Import of RudderStack's plans")
struct RudderStackImportTests {
    private static let newer = [
        "properties.yaml": """
        version: rudder/v1
        kind: properties
        spec:
          properties:
            - {id: plan, name: Plan, type: string, description: The plan., config: {enum: [free, pro], min_length: 3}}
            - {id: seats, name: seats, types: [integer, "null"], config: {minimum: 1, multiple_of: 5}}
            - {id: tags, name: tags, type: array, item_types: [string, integer]}
            - {id: address, name: address, type: object}
            - {id: city, name: city, type: "#custom-type:city"}
            - {id: unused, name: unused, type: string}
        """,
        "types.yaml": """
        version: rudder/v1
        kind: custom-types
        spec:
          types:
            - {id: city, name: City, type: string, config: {max_length: 50, pattern: "^(?!x)"}}
        """,
        "events.yaml": """
        version: rudder/v1
        kind: events
        spec:
          events:
            - {id: signup, name: Signed Up, event_type: track, description: A sign-up., category: "#category:users"}
            - {id: user, event_type: identify}
            - {id: page, event_type: page}
        """,
        "categories.yaml": """
        version: rudder/v1
        kind: categories
        spec: {categories: [{id: users, name: Users}]}
        """,
        "plan.yaml": """
        version: rudder/v1
        kind: tracking-plan
        spec:
          id: app
          display_name: App
          rules:
            # The most important event.
            - type: event_rule
              event: "#event:signup"
              additional_properties: false
              properties:
                - {property: "#property:plan", required: true}
                - property: "#property:seats"  # Only for teams.
                - {property: "#property:tags"}
                - property: "#property:address"
                  additional_properties: false
                  properties: [{property: "#property:city", required: true}]
                - {property: "#property:missing"}
              variants:
                - type: discriminator
                  discriminator: "#property:plan"
                  cases:
                    - {display_name: Paid, match: [pro], properties: [{property: "#property:seats", required: true}]}
                  default:
                    properties: [{property: "#property:city", required: true}]
            - {type: event_rule, event: "#event:user", additional_properties: true, properties: [{property: "#property:plan"}]}
            - {type: event_rule, event: "#event:page"}
            - {type: event_rule, event: "#event:gone"}
        """,
        "source.yaml": "version: rudder/v1\nkind: event-stream-source\nspec: {id: a}\n",
    ]

    private static let body = """
        name: App
        types:
          City: {type: string, maxLength: 50}
        events:
          # The most important event.
          Signed Up:
            description: A sign-up.
            x-category: Users
            parameters:
              Plan: {type: string, enum: [free, pro], minLength: 3, required: true, description: The plan.}
              # Only for teams.
              seats: {type: [integer, "null"], minimum: 1, multipleOf: 5}
              tags: {type: array, items: {type: [string, integer]}}
              address:
                type: object
                additionalProperties: false
                properties:
                  city: {type: City, required: true}
            variants:
              - when: {Plan: pro}
                description: Paid
                parameters:
                  seats: {type: [integer, "null"], minimum: 1, multipleOf: 5, required: true}
              - default: true
                parameters:
                  city: {type: City, required: true}
          page:
            kind: page
        user:
          closed: false
          parameters:
            Plan: {type: string, enum: [free, pro], minLength: 3, description: The plan.}

        """

    @Test func theRulesBecomeEvents() throws {
        let result = try Imported(.rudderstack, Self.newer)
        #expect(result.body == Self.body)
        #expect(
            result.losses(.rule) == """
                plan.yaml:18:11 Signed Up: missing: property that the files do not contain: #property:missing (whole)
                plan.yaml:28:7 #event:gone: rule of an event that the files do not contain: #event:gone (whole)
                types.yaml:5:69 types.City: pattern that a plan cannot use (lookahead (?!…) is not supported): ^(?!x)
                """)
        #expect(
            result.losses(.information) == """
                plan.yaml:4:3 : member id of a tracking plan: app
                source.yaml:1:1 : file of the kind event-stream-source: 
                properties.yaml:10:7 : entry of properties that no rule uses: unused
                """)
        #expect(result.report.events == ConversionCounts(complete: 2, partial: 1, missing: 1))
    }

    /// Tests that the variants of a custom type become variants of the type.
    @Test func aTypeCanHaveVariants() throws {
        let result = try Imported(
            .rudderstack,
            [
                "all.yaml": """
                kind: tracking-plan
                spec: {rules: [{type: event_rule, event: "#event:e", properties: [{property: "#property:p"}]}]}
                """,
                "events.yaml": "kind: events\nspec: {events: [{id: e, name: e, event_type: track}]}\n",
                "properties.yaml": """
                kind: properties
                spec:
                  properties:
                    - {id: p, name: p, type: "#custom-type:pay"}
                    - {id: way, name: way, type: string}
                    - {id: net, name: net, type: string}
                """,
                "types.yaml": """
                kind: custom-types
                spec:
                  types:
                    - id: pay
                      name: Pay
                      type: object
                      properties: [{property: "#property:way", required: true}]
                      variants:
                        - discriminator: "#property:way"
                          cases:
                            - {display_name: Card, match: [card, chip], properties: [{property: "#property:net", required: true}]}
                """,
            ])
        #expect(
            result.body == """
                types:
                  Pay:
                    type: object
                    additionalProperties: false
                    properties:
                      way: {type: string, required: true}
                    variants:
                      - when: {way: [card, chip]}
                        description: Card
                        properties:
                          net: {type: string, required: true}
                events:
                  e:
                    parameters:
                      p: {type: Pay}

                """)
        #expect(result.losses(.rule) == "")
        #expect(try result.findings(#"{"name": "e", "parameters": {"p": {"way": "chip"}}}"#) == "p.net missing")
        #expect(try result.findings(#"{"name": "e", "parameters": {"p": {"way": "cash"}}}"#) == "")
        #expect(try result.findings(#"{"name": "e", "parameters": {"p": {"way": "cash", "net": "a"}}}"#) != "")
    }

    @Test func variablesAreReported() throws {
        let result = try Imported(
            .rudderstack,
            [
                "catalog.yaml": """
                version: rudder/v1
                kind: events
                spec:
                  events:
                    - {id: a, name: "{{ .NAME }}", event_type: track, description: "{{ .TEXT }}"}
                    - {id: b, name: "Braces {{", event_type: track}
                """,
                "properties.yaml": """
                version: rudder/v1
                kind: properties
                spec:
                  properties:
                    - {id: p, name: "p {{ .NAME | x }}", type: string}
                    - {id: q, name: q, type: string, config: {enum: ["{{ .VALUE }}", b]}}
                    - {id: r, name: r, type: string, config: {pattern: "^{{ .PATTERN }}$"}}
                """,
                "plan.yaml": """
                version: rudder/v1
                kind: tracking-plan
                spec:
                  display_name: App
                  rules:
                    - {type: event_rule, event: "#event:a"}
                    - {type: event_rule, event: "#event:b", properties: [{property: "#property:p"}, {property: "#property:q"}]}
                """,
            ])
        #expect(
            result.body == """
                name: App
                events:
                  Braces {{:
                    parameters:
                      q: {type: string, enum: ["{{ .VALUE }}", b]}

                """)
        let change = "→ a text with the name of the variable"
        #expect(
            result.losses(.rule) == """
                properties.yaml:6:54 : text with a variable: {{ .VALUE }} \(change)
                properties.yaml:7:56 : text with a variable: ^{{ .PATTERN }}$ \(change)
                catalog.yaml:5:21 {{ .NAME }}: event whose name has a variable, which must be replaced before the import: {{ .NAME }} (whole)
                properties.yaml:5:21 Braces {{: p {{ .NAME | x }}: property whose name has a variable, which must be replaced before the import: p {{ .NAME | x }} (whole)
                """)
        #expect(
            result.losses(.information).hasPrefix("catalog.yaml:5:68 : text with a variable: {{ .TEXT }} \(change)\n"))
    }

    /// In the older format, options are in camel case, and references are paths.
    @Test func theOlderFormatHasTheSameMeaning() throws {
        let result = try Imported(
            .rudderstack,
            [
                "all.yaml": """
                version: rudder/0.1
                kind: properties
                spec:
                  properties:
                    - {id: plan, name: plan, type: "string,null", propConfig: {maxLength: 9}}
                    - {id: tags, name: tags, type: array, propConfig: {itemTypes: [string]}}
                """,
                "events.yaml": "kind: events\nspec: {events: [{id: e, name: E, event_type: track}]}\n",
                "plan.yaml": """
                kind: tp
                spec:
                  rules:
                    - type: event_rule
                      event: {$ref: "#/events/app/e", allow_unplanned: true}
                      properties: [{$ref: "#/properties/app/plan", required: true}, {$ref: "#/properties/app/tags"}]
                """,
            ])
        #expect(
            result.body == """
                closed: false
                events:
                  E:
                    parameters:
                      plan: {type: [string, "null"], maxLength: 9, required: true}
                      tags: {type: array, items: {type: string}}

                """)
        #expect(result.report.losses == [])
    }

    @Test func badInputIsAnError() throws {
        #expect(try importErrors(.rudderstack, ["a.yaml": "a: [\n"]).hasPrefix("a.yaml:2:1: not YAML: "))
        #expect(
            try importErrors(.rudderstack, ["a.yaml": "kind: x\n"]).hasSuffix(
                "expected a file of the kind tracking-plan with rules"))
    }
}
