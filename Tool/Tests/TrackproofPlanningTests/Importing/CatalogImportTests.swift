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

/// Tests of the import of Glean's metrics.
@Suite("Import of Glean's metrics")
struct GleanImportTests {
    @Test func eventMetricsBecomeEvents() throws {
        let result = try Imported(
            .glean,
            [
                "metrics.yaml": """
                # This file is about the toolbar.
                ---
                $schema: moz://mozilla.org/schemas/glean/metrics/2-0-0
                $tags: [Toolbar]

                toolbar:
                  # Shown on iPad only.
                  share_tapped: &defaults
                    type: event
                    description: |
                      The share button was tapped.
                      Twice counts twice.
                    extra_keys:
                      is_private: {type: boolean, description: In private mode.}
                      count: {type: quantity}
                      old: {description: Without a type.}
                    bugs: [https://example.org/1]
                    notification_emails: [a@example.org, b@example.org]
                    expires: 2027-01-01
                  menu_tapped:
                    <<: *defaults
                    description: The menu was tapped.
                    expires: expired
                    notification_emails: []
                  taps: {type: counter, expires: never}
                  late: {type: event, expires: 140, disabled: true}
                """,
                "tags.yaml": "$schema: moz://mozilla.org/schemas/glean/tags/1-0-0\n",
            ])
        #expect(
            result.body == """
                owners:
                  a@example.org: [a@example.org]
                  b@example.org: [b@example.org]
                events:
                  toolbar.share_tapped:
                    description: |-
                      The share button was tapped.
                      Twice counts twice.
                    owner: [a@example.org, b@example.org]
                    expires: "2027-01-01"
                    x-bugs: [https://example.org/1]
                    parameters:
                      is_private: {type: boolean, description: In private mode.}
                      count: {type: integer}
                      old: {type: string, description: Without a type.}
                  toolbar.menu_tapped:
                    description: The menu was tapped.
                    deprecated: true
                    x-bugs: [https://example.org/1]
                    parameters:
                      is_private: {type: boolean, description: In private mode.}
                      count: {type: integer}
                      old: {type: string, description: Without a type.}
                  toolbar.late:
                    expires: {"*": "140"}
                    deprecated: true

                """)
        #expect(
            result.losses(.rule) == """
                metrics.yaml:25:3 toolbar.taps: metric of the type counter: toolbar.taps (whole)
                metrics.yaml:26:37 toolbar.late: disabled event:  → a deprecated event
                """)
        #expect(result.report.events == ConversionCounts(complete: 2, partial: 1, missing: 1))
    }

    @Test func commentsStay() throws {
        let result = try Imported(
            .glean,
            [
                "metrics.yaml": """
                $schema: moz://mozilla.org/schemas/glean/metrics/2-0-0
                # The toolbar.
                toolbar:
                  # Tapped.
                  tapped:
                    type: event
                    extra_keys:
                      # Private.
                      private: {type: boolean}
                    expires: never
                # The end.
                """
            ])
        #expect(
            result.body == """
                events:
                  # The toolbar.
                  # Tapped.
                  toolbar.tapped:
                    parameters:
                      # Private.
                      private: {type: boolean}

                """)
        #expect(result.losses(.information) == "metrics.yaml:11:1 : comment: # The end.")
    }

    @Test func badInputIsAnError() throws {
        let error = "expected a file of metrics, whose $schema contains \"/glean/metrics/\""
        #expect(try importErrors(.glean, ["a.yaml": "a: 1"]).hasSuffix(error))
    }
}

/// Tests of the import of DuckDuckGo's pixel definitions.
@Suite("Import of pixel definitions")
struct DuckDuckGoImportTests {
    /// Tests that rules of DuckDuckGo that a plan does not have are no information.
    @Test func wideEventsAndExperimentsLoseRules() throws {
        let result = try Imported(
            .duckduckgo,
            [
                "pixels/definitions/a.json":
                    #"{"w": {"description": "W.", "owners": ["ann"], "meta": {"version": "1"}, "feature": {"name": "a"}}}"#,
                "pixels/native_experiments.json": #"{"activeExperiments": {}}"#,
                "pixels/ignore_params.json": "{}", "product.json": "{}",
            ])
        #expect(
            result.losses(.rule) == """
                pixels/ignore_params.json:1:1 : file without pixels: pixels/ignore_params.json
                pixels/native_experiments.json:1:1 : file without pixels: pixels/native_experiments.json
                pixels/definitions/a.json:1:74 w: member feature of a wide event: an object → x-feature
                """)
    }

    @Test func pixelsBecomeEvents() throws {
        let result = try Imported(
            .duckduckgo,
            [
                "pixels/params_dictionary.json5": """
                // Common parameters
                {
                    appVersion: { key: 'appVersion', type: 'string', description: 'It\\'s "the" version', },
                    errorCode: { keyPattern: '^ue[0-9]$', description: 'Code' },
                }
                """,
                "pixels/suffixes_dictionary.json": #"{"form_factor": {"description": "Device", "enum": ["phone"]}}"#,
                "pixels/definitions/shop.json5": """
                {
                    // Sent once.
                    "m_purchase": {
                        description: "A purchase succeeded.", owners: ["jane", "joe"], triggers: ["other"],
                        suffixes: ["form_factor"], expires: "2027-01-01",
                        parameters: [
                            "appVersion", "missing",
                            { key: "tier", description: "Which.", enum: ["plus", "pro"] }, /* The
                              * plan. */
                            { key: "count", type: "integer", description: "" },
                            { key: "data", description: "All.", type: "object", encoding: "base64" },
                        ],
                    },
                    m_crash: { description: "A crash.", owners: ["joe"], parameters: ["errorCode"], suffixes: ["gone"] },
                    m_any: { description: "Anything.", owners: ["joe"] },
                }
                """,
                "product.json": #"{"name": "App"}"#,
            ])
        #expect(
            result.body == """
                owners:
                  jane: []
                  joe: []
                events:
                  # Sent once.
                  m_purchase:
                    description: A purchase succeeded.
                    owner: [jane, joe]
                    suffixes:
                      form_factor: {texts: [_phone], required: true}
                    expires: "2027-01-01"
                    x-triggers: [other]
                    parameters:
                      appVersion: {type: string, description: It's "the" version}
                      # The
                      # plan.
                      tier: {enum: [plus, pro], description: Which.}
                      count: {type: integer, send_as: text}
                      data: {type: string, description: All.}
                  m_crash:
                    description: A crash.
                    owner: joe
                    x-suffixes: [gone]
                    closed: false
                  m_any:
                    description: Anything.
                    owner: joe
                    closed: false

                """)
        #expect(
            result.losses(.rule).replacing(#/shop\.json5:(\d+):\d+/#) { "shop.json5:\($0.1)" } == """
                pixels/definitions/shop.json5:7 m_purchase: missing: parameter that the files do not contain: missing (whole)
                pixels/definitions/shop.json5:11 m_purchase: data: encoded value: base64 → a text of any content
                pixels/definitions/shop.json5:14 m_crash: suffixes of a name: a list → x-suffixes
                pixels/definitions/shop.json5:14 m_crash: ^ue[0-9]$: parameter whose name is a pattern: ^ue[0-9]$ (whole)
                """)
    }

    /// A list of suffixes requires all of them. Several lists are alternatives.
    @Test(arguments: [
        (
            #"[["day", "form"], ["form"]]"#,
            "suffixes:\n      day: [_daily]\n      form: {texts: [_phone, _tablet], required: true}", ""
        ),
        (
            #"["day", "form"]"#,
            "suffixes:\n      day: {texts: [_daily], required: true}\n      form: {texts: [_phone, _tablet], required: true}",
            ""
        ),
        (#"[["day"], []]"#, "suffixes:\n      day: [_daily]", ""),
        (
            #"[["day", "form"], []]"#, "suffixes:\n      day: [_daily]\n      form: [_phone, _tablet]",
            "m: combinations of suffixes: a list → parts that can be absent"
        ),
    ])
    func suffixesOfPixels(suffixes: String, plan: String, losses: String) throws {
        let result = try Imported(
            .duckduckgo,
            [
                "suffixes_dictionary.json": #"""
                {"form": {"description": "d", "enum": ["phone", "tablet"]}, "day": {"description": "e", "enum": ["daily"]}}
                """#,
                "a.json": #"{"m": {"description": "A.", "owners": ["j"], "parameters": [], "suffixes": \#(suffixes)}}"#,
            ])
        #expect(result.body.contains(plan + "\n"), "\(result.body)")
        #expect(result.losses(.rule).replacing(#/a\.json:\d+:\d+ /#, with: "") == losses)
    }

    @Test(arguments: [
        ("{a: 0x1F}", "a.json5:1:"), ("{a: 'b}", "a.json5:1:"), ("{a: Infinity}", "a.json5:1:"),
        ("{\n  // c\n  a: [1,,]\n}", "a.json5:3:"), ("{/* ", "a.json5:1:"),
    ])
    func badInputIsAnError(text: String, start: String) throws {
        #expect(try importErrors(.duckduckgo, ["a.json5": text]).hasPrefix(start))
    }
}
