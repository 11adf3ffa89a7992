import Foundation
import TestPrograms
import TestSupport
import Testing
import Trackproof
import TrackproofJSON
import TrackproofPlans

@testable import TrackproofPlanning

@Suite("Generated Swift", .serialized) struct GeneratedSwiftTests {
    private let shop = """
        {"plan": 1, "owners": {"shop": ["shop@example.com"]},
         "types": {"item": {"type": "object", "required": ["sku"], "description": "Something to buy.",
            "properties": {"sku": "string", "price": {"type": "number", "default": 1.5}, "part": "item"}}},
         "shared": {"session": {"session_id": {"type": "string", "format": "uuid", "required": true}},
            "shop": {"shop_id": {"type": "string", "required": true, "pii": "pseudonymous"}}},
         "defaults": ["session"],
         "events": {
          "order_paid": {"description": "The order was paid.\\nAt once.", "owner": "shop", "include": ["shop"],
            "parameters": {
              "price": {"type": "number", "required": true, "description": "Gross."},
              "method": {"enum": ["card", "apple_pay", "none"], "required": true},
              "version": {"const": 2, "required": true}, "count": {"type": "integer", "default": 3},
              "items": {"type": "array", "items": "item"}, "note": {"type": ["string", "null"]}, "at": {"type": "string",
              "format": "date-time"}, "pin": {"never": true}, "list": "boolean", "any": {}},
            "variants": [{"when": {"method": "card"},
              "parameters": {"network": {"enum": ["visa", "mc"], "required": true}, "months": "integer"}}],
            "names": {"ga4": "paid"},
            "examples": [{"price": 19.99, "method": "card", "network": "visa", "version": 2, "shop_id": "s", "note": null,
              "at": "2026-11-21T09:30:00Z", "session_id": "6f1c1f0e-8d0f-4b52-9f0a-1b7d6f0c2a11"},
              {"price": 1, "method": "apple_pay", "version": 2, "shop_id": "s", "months": 3}]},
          "old_tap": {"replaced_by": "tap"}, "tap": {"kind": "screen", "platforms": ["ios"]}, "reset": {},
          "theme": {"parameters": {"colour": {"enum": ["red", "blue"]}}}},
         "user": {"parameters": {"plan": {"enum": ["free", "pro"]}}},
         "check": {"theme.not-in-enum": "warning"}}
        """

    /// Tests the generated text of a plan with everything that has a form of its own.
    @Test func theTextIsThatOfTheGoldenFile() throws {
        try expectGolden("events", SwiftPlan(plan(shop)).source(.internal))
        try expectGolden("events-by-file", SwiftPlan(plan(shop)).source(.public, grouping: .file))
        try expectGolden("examples", SwiftPlan(plan(shop)).testSource(module: "App", grouping: .none))
    }

    /// Tests variants that become one enum, and variants that do not, defaults of each type, and invisible characters.
    @Test func otherPlansGiveTheTextOfTheGoldenFile() async throws {
        let json = """
            {"plan": 1, "types": {"way": {"enum": ["card", "cash"]},
              "box": {"type": "object", "properties": {"size": {"type": "size", "default": "small"}}},
              "size": {"enum": ["small", "large"]}},
             "shared": {"session": {"mode": {"enum": ["x", "y"]}},
              "screen": {"tab": {"enum": ["home", "cart"], "required": true, "default": "home"}, "id": "integer",
                "sizes": {"type": "array", "items": {"type": "object", "properties": {"w": {"enum": ["s", "m"]}}}}}},
             "defaults": ["session"],
             "events": {
              "screen_opened": {"include": ["screen"], "examples": [{"tab": "cart", "sizes": [{"w": "s"}]}]},
              "screen_closed": {"include": ["screen"], "parameters": {"id": "string"}},
              "paid": {"parameters": {"way": {"type": "way", "required": true, "default": "cash"}},
                "variants": [{"when": {"way": "card"}, "parameters": {"network": {"type": "string", "required": true}}}]},
              "gift_sent": {"parameters": {"is_gift": {"type": "boolean", "required": true}},
                "variants": [{"when": {"is_gift": true}, "parameters": {"message": {"type": "string", "required": true}}}]},
              "moved": {"parameters": {"way": {"type": "way", "required": true}, "land": "string"},
                "variants": [{"when": {"way": "card", "land": "us"}, "parameters": {"network": {"enum": ["visa"]}}},
                  {"when": {"way": "card", "land": "de"}, "parameters": {"network": {"enum": ["giro"]}}}]},
              "maybe": {"parameters": {"way": {"enum": ["a", "b", null], "required": true},
                "tier": {"type": ["string", "null"], "enum": ["x", "y"]}},
                "variants": [{"when": {"way": "a"}, "parameters": {"n": "integer"}}]},
              "open": {"parameters": {"way": {"type": "way", "required": true}},
                "variants": [{"when": {"way": "card"}, "parameters": {"n": "integer"}}]},
              "ended": {"kind": "reset"}, "hid\\u202eden": {"description": "nul \\u0000 and \\u202e", "swift": "hidden"},
              "defaulted": {"parameters": {
                "id": {"type": "string", "format": "uuid", "default": "6f1c1f0e-8d0f-4b52-9f0a-1b7d6f0c2a11"},
                "link": {"type": "string", "format": "uri", "default": "https://example.com/ä"},
                "at": {"type": "string", "format": "date-time", "default": "2026-11-21T09:30:00Z"},
                "count": {"type": "integer", "default": 3.0}, "box": "box", "tags": {"type": "array",
                  "items": {"enum": ["p", "q"]}}}}},
             "check": {"open.not-in-enum": "warning"}}
            """
        let source = try SwiftPlan(plan(json)).source(.internal)
        try expectGolden("others", source)
        #expect(try await SwiftCompiler().diagnostics(["Events.swift": source], "-warnings-as-errors") == "")
    }

    /// Tests a name of a group that would end its comment, and a label that a call would need to put in backticks.
    @Test func namesStayWhereTheyAre() throws {
        let members = #""inout": {"type": "object", "properties": {"inout": {"type": "string"}}}"#
        let json =
            #"{"plan": 1, "shared": {"a\nb": {"p": {"enum": ["x"]}, \#(members)}}, "events": {"e": {"include": ["a\nb"]}}}"#
        let source = try SwiftPlan(plan(json)).source(.internal)
        #expect(source.contains("inoutValue: ") && !source.contains("inout: ") && !source.contains("`inout`: "))
        #expect(source.contains("    /// The types of the parameters of the group `a\\u{A}b`.\n"), "\(source)")
    }

    /// Tests that there are functions of older versions only if they are asked for.
    @Test func olderVersionsHaveFunctionsOnRequest() async throws {
        let json = #"""
            {"plan": 1, "events": {"order_paid": {"kind": "screen", "parameters": {"price": "number"}, "versions": {
              "1": {"description": "In euros.", "parameters": {"price": {"enum": ["low", "high"], "required": true}}}}}}}
            """#
        #expect(try !SwiftPlan(plan(json)).source(.internal).contains("orderPaidV1"))
        let source = try SwiftPlan(plan(json), hasOlderVersions: true).source(.internal)
        #expect(source.contains("/// The version 1 of `order_paid`. In euros.\n"))
        #expect(source.contains("static func orderPaidV1(price: Event.OrderPaidV1.Price) -> Event {"))
        #expect(source.contains(#"return Event("order_paid", list.parameters, kind: .screen)"#))
        #expect(try await SwiftCompiler().diagnostics(["Events.swift": source], "-warnings-as-errors") == "")
    }

    /// Tests that two files of a plan cannot be one group of functions.
    @Test func eachFileIsAGroupOfItsOwn() throws {
        let nodes = try [("a-b.yaml", "one"), ("a_b.yaml", "two")].map { file, event in
            try PlanNode(yaml: Array("plan: 1\nevents:\n  \(event): {}\n".utf8), file: file)
        }
        let swift = SwiftPlan(try TrackingPlan(PlanNode.merged(nodes)))
        #expect(swift.problems(.none).isEmpty)
        #expect(
            swift.problems(.file).map(\.description) == [
                "a_b.yaml:3:3: error: the file is the group `aB` in Swift, as a-b.yaml; rename one of the files (swift-name)"
            ])
    }

    @Test func eventsOfOtherPlatformsAreLeftOut() throws {
        let android = try SwiftPlan(plan(shop), platform: "Android").source(.internal)
        #expect(!android.contains("func tap("))
        #expect(android.contains("func resetEvent("))
        #expect(try SwiftPlan(plan(shop), platform: "iOS").source(.internal).contains("func tap("))
    }

    @Test(arguments: [
        ("ios", "a: String, b: Int? = nil", "c: Int"), ("Web", "b: Int, v: String?", ""),
        (nil, "a: String? = nil, b: Int? = nil, v: String? = nil", "c: Int? = nil"),
    ])
    func thePlatformDecidesWhichArgumentsThereAre(platform: String?, arguments: String, group: String) throws {
        let json = #"""
            {"plan": 1, "platforms": ["ios", "web"], "shared": {"g": {"c": {"type": "integer", "presence": {
              "ios": "always", "web": "never"}}}}, "defaults": ["g"], "events": {"e": {"parameters": {
              "a": {"type": "string", "presence": {"ios": "always", "web": "never"}},
              "b": {"type": "integer", "required": true, "presence": {"ios": "sometimes"}}}, "variants": [
                {"when": {"b": 1}, "parameters": {"v": {"type": "string", "presence": {"ios": "never"}}}}]}}}
            """#
        let source = try SwiftPlan(plan(json), platform: platform).source(.internal)
        #expect(source.contains("func e(\(arguments)"), "\(source)")
        #expect(source.contains("func g(\(group))"), "\(source)")
    }

    @Test(arguments: [["-swift-version", "5"], ["-default-isolation", "MainActor"], ["-swift-version", "6"]])
    func theTextCompilesWithoutWarnings(options: [String]) async throws {
        let swift = try SwiftPlan(plan(shop))
        let use = """
            import Trackproof
            @MainActor func onMain(_ analytics: Analytics) {
                analytics.track(.orderPaid(shopID: "s", price: 3, method: .card(network: .visa)))
                analytics.track(.theme(colour: .init(rawValue: "green")))
                analytics.setDefaultParameters(.session(sessionID: .init()))
            }
            nonisolated func elsewhere(_ analytics: Analytics) {
                analytics.track(.orderPaid(shopID: "s", price: 3, method: .applePay, items: [.init(sku: "a")], note: .null))
                analytics.track(.identify(user: "u", plan: .pro))
                _ = Event.OrderPaid.CardNetwork.allCases
            }
            """
        let isMain = options.contains("MainActor")
        let found = try await SwiftCompiler().diagnostics(
            [
                "Events.swift": swift.source(.internal),
                "Use.swift": isMain ? use : use.replacing("import ", with: "import Foundation\nimport "),
            ],
            options[0], options[1], "-strict-concurrency=complete", "-warnings-as-errors")
        #expect(found == "")
    }

    @Test func groupsCompileWithPublicImports() async throws {
        let found = try await SwiftCompiler().diagnostics(
            [
                "Events.swift": SwiftPlan(plan(shop)).source(.public, grouping: .file),
                "Use.swift": "import Trackproof\nfunc use(_ analytics: Analytics) { analytics.track(.plan.tap()) }",
            ], "-enable-upcoming-feature", "InternalImportsByDefault", "-warnings-as-errors")
        #expect(found == "")
    }

    /// Each of these calls contradicts the plan in a way that a type can exclude.
    @Test func wrongCallsDoNotCompile() async throws {
        let calls = [
            #".orderPaid(price: 3, method: .applePay)"#, #".orderPaid(shopID: "s", price: "3", method: .applePay)"#,
            #".orderPaid(shopID: "s", price: 3, method: .card)"#,
            #".orderPaid(shopID: "s", price: 3, method: .applePay(network: .visa))"#,
            #".orderPaid(shopID: "s", price: 3, method: .cash)"#,
            #".orderPaid(shopID: "s", price: 3, method: .applePay, version: 3)"#,
            #".orderPaid(shopID: "s", price: 3, method: .applePay, pin: 1)"#,
            #".orderPaid(shopID: "s", price: 3, method: .applePay, count: 1.5)"#,
            #".orderPaid(shopID: "s", price: 3, method: .applePay, items: [.init()])"#,
            #".orderPaid(shopID: "s", price: 3, method: .applePay, note: "text")"#,
            #".orderPaid(shopID: nil, price: 3, method: .applePay)"#, #".theme(colour: "red")"#, #".thema()"#,
        ]
        let source = "import Trackproof\n" + calls.enumerated().map { "let call\($0) = Event\($1)\n" }.joined()
        let found = try await SwiftCompiler().diagnostics(
            ["Events.swift": SwiftPlan(plan(shop)).source(.internal), "Wrong.swift": source])
        for index in calls.indices {
            #expect(found.contains("Wrong.swift:\(index + 2):"), "\(calls[index]) compiles")
        }
        #expect(!found.contains("Events.swift:") || !found.contains("Events.swift: error"))
    }

    /// Tests the plans and the calls of `docs/TypedEvents.md`.
    @Test func theDocumentationIsRight() async throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../../docs/TypedEvents.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        func blocks(_ language: String) -> [String] {
            text.split(separator: "```\(language)\n").dropFirst().map { part in
                let lines = part.prefix(upTo: part.range(of: "```")?.lowerBound ?? part.endIndex).split(separator: "\n")
                // The first blocks are indented, because they belong to the elements of a list.
                let indent = lines.first?.prefix { $0 == " " }.count ?? 0
                return lines.map { $0.dropFirst(indent) + "\n" }.joined()
            }
        }
        let plans = try blocks("yaml").map { try TrackingPlan(PlanNode(yaml: Array($0.utf8), file: "plan.yaml")) }
        try #require(plans.count == 2)
        let calls = try #require(blocks("swift").first)
        let found = try await SwiftCompiler().diagnostics(
            [
                "Events.swift": SwiftPlan(plans[0]).source(.internal),
                "Use.swift": "import Trackproof\nfunc use(_ analytics: Analytics) {\n\(calls)}\n",
            ], "-warnings-as-errors")
        #expect(found == "")
        let named = SwiftPlan(plans[1])
        #expect(named.problems.isEmpty)
        #expect(named.source(.internal).contains("static func export(fileSize: Event.Export.FileSize? = nil) -> Event"))
    }

    // MARK: Names

    private func problems(_ json: String) throws -> [String] { try SwiftPlan(plan(json)).problems.map(\.description) }

    @Test func namesThatAreNoNamesInSwiftAreProblems() throws {
        let found = try problems(
            """
            {"plan": 1, "events": {"2nd_tap": {}, "🎉": {}, "tap-tap": {}, "tap_tap": {},
              "e": {"parameters": {"size": {"enum": ["<1GB", "1-5GB", "?"]}, "a b": {}, "a_b": {},
                "item": {"enum": ["x"]}, "items": {"type": "array", "items": {"enum": ["x", "X"]}}}}}}
            """)
        try expectGolden("problems", found.joined(separator: "\n"))
    }

    /// Names that have a meaning in Swift or in the generated code, and names in scripts without case.
    private static let hostileNames = [
        "Event", "Type", "Self", "Protocol", "self", "init", "Any", "String", "Groups", "Mode", "Int", "mode", "list",
        "支付", "دفع", "ก", "支付Type", "A", "a", "rawValue", "allCases", "none", "EventValue", "Purchase", "purchase",
        "__",
    ]

    /// Returns the parts of a plan that use a name in one place each.
    private static func parts(_ name: String, _ number: Int, isGiven: Bool) -> [(types: String, event: String)] {
        let (plain, swift) = isGiven ? ("n\(number)", #","swift":"\#(name)""#) : (name, "")
        let cases = isGiven ? #""enum":["n","m"],"swift":{"values":{"n":"\#(name)"}}"# : #""enum":["\#(name)","m"]"#
        func event(_ kind: String, _ members: String) -> String { "\"\(kind)\(number)\":{\(members)}" }
        return [
            ("", #""\#(plain)":{"parameters":{"mode":{"enum":["x","y"]}}\#(swift)}"#),
            ("", event("argument", #""parameters":{"\#(plain)":{"enum":["x","y"]\#(swift)}}"#)),
            ("", event("plain", #""parameters":{"\#(plain)":{"type":"integer"\#(swift)}}"#)),
            (
                "",
                event(
                    "list",
                    #""parameters":{"o":{"type":"object","properties":{"\#(plain)":{"type":"array","items":"#
                        + #"{"enum":["x","y"]}\#(swift)}}}}"#)
            ),
            ("", event("closed", "\"parameters\":{\"mode\":{\(cases)}}")),
            ("", event("open", "\"parameters\":{\"mode\":{\(cases)}}")),
            (
                "",
                event(
                    "variant",
                    """
                    "parameters":{"mode":{\(cases),"required":true}},
                    "variants":[{"when":{"mode":"\(isGiven ? "n" : name)"},"parameters":{"value":{"enum":["x","y"]}}}]
                    """)
            ),
            (
                #""\#(plain)":{"enum":["x","y"]\#(swift)}"#,
                event("shared", #""parameters":{"mode":{"type":"\#(plain)"}}"#)
            ),
        ]
    }

    private static func json(of parts: [(types: String, event: String)]) -> String {
        let types = parts.map(\.types).filter { !$0.isEmpty }.joined(separator: ",")
        let events = parts.map(\.event).joined(separator: ",\n")
        return #"{"plan":1,"check":{"open*.not-in-enum":"warning"},"types":{\#(types)},"events":{\#(events)}}"#
    }

    /// Tests that each name either is a problem or gives Swift that compiles, together with all other names.
    @Test(arguments: [true, false], SwiftPlan.Grouping.allCases)
    func whatHasNoProblemCompiles(isGiven: Bool, grouping: SwiftPlan.Grouping) async throws {
        var all: [(types: String, event: String)] = []
        var refused: Set<String> = []
        for (number, name) in Self.hostileNames.enumerated() {
            for part in Self.parts(name, number, isGiven: isGiven) {
                let isFine = try problems(Self.json(of: all + [part])).isEmpty
                if isFine { all.append(part) } else { refused.insert(name) }
            }
        }
        #expect(all.count > 100 && refused.isSuperset(of: isGiven ? ["Event", "Type", "Self", "String"] : ["__"]))
        let source = try SwiftPlan(plan(Self.json(of: all))).source(.internal, grouping: grouping)
        #expect(try await SwiftCompiler().diagnostics(["Events.swift": source]) == "")
    }

    /// Tests that the suggested names of a plan that has problems everywhere give Swift that compiles.
    @Test(arguments: [false, true]) func suggestedNamesCompile(areTypes: Bool) async throws {
        let folder = try TemporaryFolder()
        let names = ["1", "A", "a", "支-付", "支付", "self", "Self", "Purchase", "purchase", "PURCHASE"]
        // The name of an event is also the name of its namespace, so a person must decide if a type has the same name.
        let parts = names.enumerated().flatMap { number, name in
            Self.parts(name, number, isGiven: false).filter { $0.types.isEmpty != areTypes }
        }
        let list = names.map { "\"\($0)\"" }.joined(separator: ",")
        let more = "\"all\":{\"parameters\":{\"level\":{\"enum\":[\(list)]}}}"
        try folder.write(Self.json(of: parts + [("", more)]), to: "plan.yaml")
        for _ in 0..<3 {
            let edits = try SwiftNameEdits(SwiftPlan(PlanFiles(path: folder.file("plan.yaml")).plan).problems)
            for file in edits.files { try folder.write(file.text, to: "plan.yaml") }
        }
        let swift = try SwiftPlan(PlanFiles(path: folder.file("plan.yaml")).plan)
        #expect(swift.problems.map(\.description) == [])
        #expect(try await SwiftCompiler().diagnostics(["Events.swift": swift.source(.internal)]) == "")
    }

    @Test func thePlanChoosesNames() throws {
        let source = try SwiftPlan(
            plan(
                """
                {"plan": 1, "types": {"colour": {"enum": ["red"], "swift": "Tint"}}, "events": {
                  "2nd_tap": {"swift": "secondTap"}, "tap-tap": {}, "tap_tap": {"swift": "tapTwice"},
                  "e": {"parameters": {"c": "colour", "n": {"type": "integer", "swift": "number"},
                    "size": {"enum": ["<1GB", "1-5GB"], "swift": {"name": "disk", "values": {"<1GB": "small", "1-5GB": "medium"}}}}}}}
                """)
        ).source(.internal)
        for text in [
            "func secondTap()", "func tapTwice()",
            "func e(c: Event.Tint? = nil, number: Int? = nil, disk: Event.E.Disk? = nil)",
            "case small = \"<1GB\"", "list.integer(\"n\", number)",
        ] {
            #expect(source.contains(text))
        }
    }

    @Test(arguments: [
        ("order_id", "orderID"), ("user ids", "userIDs"), ("URL", "url"), ("HTTPError_code2", "httpErrorCode2"),
        ("movieId", "movieID"), ("SCREEN_VIEW", "screenView"), ("Order Completed", "orderCompleted"), ("où", "où"),
        ("Tap 3D", "tap3D"), ("$pageview", "pageview"), ("a.b/c", "aBC"), ("_private", "private"),
    ])
    func namesFollowTheGuidelines(name: String, swift: String) { #expect(SwiftNaming.member(name) == swift) }

    @Test(arguments: [
        ("Items", "Item"), ("Categories", "Category"), ("Address", "Address"), ("Status", "Status"),
        ("URLs", "URLType"),
        ("Dates", "DateType"), ("List", "List"), ("As", "As"), ("Movies", "Movie"), ("Boxes", "Box"),
        ("Statuses", "Status"),
        ("News", "News"),
    ])
    func elementsOfListsHaveNamesOfTheirOwn(list: String, element: String) {
        #expect(SwiftNaming.element(of: list) == element)
    }

    @Test func aNameInThePlanMustBeOneInSwift() {
        #expect(
            errors(#"{"plan": 1, "events": {"a": {"swift": "2nd"}, "b": {"swift": {"nam": "x"}}}}"#) == """
                plan.json:1:39: expected a name in Swift, such as `orderID`, found "2nd"
                plan.json:1:63: unknown member of a name in Swift, or an object with "name" and "values": "nam"; did you mean \
                "name"?
                """)
    }
}
