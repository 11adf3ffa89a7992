import Testing
import TrackproofPlans
@testable import TrackproofPlanning

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
