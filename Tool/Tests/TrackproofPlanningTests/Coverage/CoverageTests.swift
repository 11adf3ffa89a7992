import TestSupport
import Testing
import Trackproof
import TrackproofJSON
import TrackproofPlans
@testable import TrackproofPlanning

/// Tests of the coverage of a plan: which of its events, parameters and values occur in recorded events.
struct CoverageTests {
    private static let shop = """
        {"plan": 1, "platforms": ["ios", "android"],
         "types": {"item": {"type": "object", "properties": {"sku": "string", "kind": {"enum": ["book", "film"]}}}},
         "events": {
           "purchase": {
             "parameters": {
               "method": {"enum": ["card", "cash"]}, "currency": {"const": "EUR"},
               "items": {"type": "array", "items": "item"}, "pin": {"never": true}, "old": {"deprecated": true}
             },
             "variants": [
               {"when": {"method": "card"}, "parameters": {"network": {"enum": ["visa", "other"]}}},
               {"when": {"method": "cash"}, "parameters": {"change": "number"}}
             ]
           },
           "home": {"kind": "screen", "platforms": ["ios"]},
           "tapped": {"replaced_by": "home"},
           "ended": {"expires": "2026-01-01"}
         }}
        """

    private func coverage(_ json: String = shop, platforms: [String]? = nil) throws -> PlanCoverage {
        let apps = platforms?.map { CoverageMap.App(platform: $0) }
        return PlanCoverage(CoverageMap(try plan(json), apps: apps, today: "2026-06-01"))
    }

    /// Returns the events, parameters, variants and values of the shop's plan that `events` do not contain.
    private func unseen(_ events: String...) throws -> [String] {
        var coverage = try coverage()
        for text in events { coverage.add(try event(text)) }
        return coverage.unseen.map(\.description)
    }

    @Test func allParts() throws {
        #expect(
            try coverage().map.items.map(\.description) == [
                "purchase", "purchase: method", #"purchase: method = "card""#, #"purchase: method = "cash""#,
                "purchase: currency", "purchase: items", "purchase: items[].sku", "purchase: items[].kind",
                #"purchase: items[].kind = "book""#, #"purchase: items[].kind = "film""#,
                #"purchase: variant if "method" is "card""#, #"purchase: network if "method" is "card""#,
                #"purchase: network = "visa""#, #"purchase: network = "other""#,
                #"purchase: variant if "method" is "cash""#, #"purchase: change if "method" is "cash""#, "home",
            ])
    }

    @Test func aVariantRepeatsNoPart() throws {
        let json = #"""
            {"plan": 1, "events": {"e": {
              "parameters": {"plan": {"enum": ["one", "family"]}, "size": "integer"},
              "variants": [
                {"when": {"plan": "family"}, "parameters": {
                  "size": {"type": "integer", "required": true, "enum": [2, 3]}, "who": {"enum": ["a", "b"]}}},
                {"when": {"plan": "one"}, "parameters": {"size": {"enum": [1, 2]}, "who": {"enum": ["b", "c"]}}}
              ]}}}
            """#
        var coverage = try coverage(json)
        #expect(
            coverage.map.items.map(\.description) == [
                "e", "e: plan", #"e: plan = "one""#, #"e: plan = "family""#, "e: size",
                #"e: variant if "plan" is "family""#, "e: size = 2", "e: size = 3", #"e: who if "plan" is "family""#,
                #"e: who = "a""#, #"e: who = "b""#, #"e: variant if "plan" is "one""#, "e: size = 1",
                #"e: who if "plan" is "one""#, #"e: who = "c""#,
            ])
        coverage.add(try event(#"{"name": "e", "parameters": {"plan": "one", "size": 2, "who": "b"}}"#))
        #expect(
            coverage.unseen.map(\.description) == [
                #"e: plan = "family""#, #"e: variant if "plan" is "family""#, "e: size = 3", "e: size = 1",
                #"e: who = "c""#,
            ])
    }

    @Test func valuesWithDescriptionsAreParts() throws {
        let map = try coverage(
            #"""
            {"plan": 1, "events": {"e": {"parameters": {"v": {"oneOf": [
              {"const": "a", "description": "A."}, {"const": "b"}]}}}}}
            """#
        ).map
        #expect(map.items.map(\.description) == ["e", "e: v", #"e: v = "a""#, #"e: v = "b""#])
    }

    @Test func aParameterIsExpectedOnThePlatformsThatSendIt() throws {
        let json = #"""
            {"plan": 1, "platforms": ["ios", "android"], "events": {"e": {"parameters": {
              "a": {"presence": {"iOS": "never"}}, "b": {"never": true, "presence": {"ios": "sometimes"}},
              "c": {"presence": {"ios": "never", "android": "never"}}, "d": "string"}}}}
            """#
        #expect(
            try coverage(json).map.items.map { "\($0): \($0.platforms)" } == [
                "e: []", #"e: a: ["android"]"#, #"e: b: ["ios"]"#, "e: d: []",
            ])
        #expect(try coverage(json, platforms: ["IOS"]).map.items.map(\.description) == ["e", "e: b", "e: d"])
        // Without the plan's platforms, the parameter can come from each other platform.
        let open = json.replacing(#""platforms": ["ios", "android"], "#, with: "")
        #expect(
            try coverage(open).map.items.map { "\($0): \($0.platforms)" } == [
                "e: []", "e: a: []", #"e: b: ["ios"]"#, "e: c: []", "e: d: []",
            ])
    }

    @Test func anEventThatWasNotSeenHidesItsParts() throws {
        #expect(try unseen() == ["purchase", "home"])
        #expect(try unseen(#"{"name": "other"}"#) == ["purchase", "home"])
    }

    @Test func parametersValuesAndVariants() throws {
        #expect(
            try unseen(#"{"name": "purchase", "parameters": {"method": "card", "network": "visa"}}"#) == [
                #"purchase: method = "cash""#, "purchase: currency", "purchase: items",
                #"purchase: network = "other""#, #"purchase: variant if "method" is "cash""#, "home",
            ])
        #expect(
            try unseen(
                #"{"name": "purchase", "parameters": {"method": "cash", "network": "visa", "items": [{"kind": "film"}]}}"#,
                #"{"kind": "screen", "name": "home"}"#) == [
                    #"purchase: method = "card""#, "purchase: currency", "purchase: items[].sku",
                    #"purchase: items[].kind = "book""#, #"purchase: variant if "method" is "card""#,
                    #"purchase: change if "method" is "cash""#,
                ])
    }

    @Test func aValueOutsideOfItsEnumIsNoValue() throws {
        let unseen = try unseen(#"{"name": "purchase", "parameters": {"method": "cheque"}}"#)
        #expect(unseen.contains(#"purchase: method = "card""#))
        #expect(unseen.contains(#"purchase: method = "cash""#))
        #expect(!unseen.contains("purchase: method"))
    }

    @Test func ratios() throws {
        var coverage = try coverage()
        #expect(coverage.ratio() == PlanCoverage.Ratio(seen: 0, total: 17))
        coverage.add(try event(#"{"kind": "screen", "name": "home"}"#))
        coverage.add(try event(#"{"name": "homes"}"#))
        #expect(coverage.ratio() == PlanCoverage.Ratio(seen: 1, total: 17))
        #expect(coverage.ratio { $0.kind == .event } == PlanCoverage.Ratio(seen: 1, total: 2))
        #expect(coverage.ratio { $0.kind == .event }.percent == 50)
        #expect(coverage.eventCount == 1)
        #expect(coverage.unplannedCount == 1)
    }

    @Test func platforms() throws {
        var coverage = try coverage(platforms: ["ios", "android"])
        coverage.add(try event(#"{"kind": "screen", "name": "home"}"#), platform: "ios")
        coverage.add(try event(#"{"name": "purchase", "parameters": {"method": "card"}}"#), platform: "ios")
        coverage.add(try event(#"{"name": "purchase", "parameters": {"method": "cash"}}"#), platform: "android")
        #expect(coverage.platforms == ["android", "ios"])
        let events = { (item: CoverageItem) in item.kind == .event }
        #expect(coverage.ratio(on: "ios", events) == PlanCoverage.Ratio(seen: 2, total: 2))
        // The screen is only on iOS, so it is not expected on Android.
        #expect(coverage.ratio(on: "android", events) == PlanCoverage.Ratio(seen: 1, total: 1))
        #expect(
            coverage.unseenOnly(on: "ios").map(\.description) == [
                #"purchase: method = "cash""#, #"purchase: variant if "method" is "cash""#,
            ])
        #expect(coverage.unseen.first?.description == "purchase: currency")
    }

    @Test func eventsOfPlatformsWithoutRecordingsAreNotExpected() throws {
        let items = try coverage(platforms: ["android"]).map.items
        #expect(!items.contains { $0.event == "home" })
    }

    @Test func mergingIsAddingInAnyOrder() throws {
        let events = try [
            event(#"{"kind": "screen", "name": "home"}"#), event(#"{"name": "zzz"}"#),
            event(#"{"name": "purchase", "parameters": {"method": "card", "items": [{"sku": "1"}]}}"#),
            event(#"{"name": "purchase", "parameters": {"currency": "EUR"}}"#),
        ]
        let empty = try coverage()
        var whole = empty
        for event in events { whole.add(event, platform: "ios") }
        let parts = events.map { event in
            var part = empty
            part.add(event, platform: "ios")
            return part
        }
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
            var merged = empty
            for index in order { merged = merged.merged(with: parts[index]) }
            #expect(merged.unseen == whole.unseen)
            #expect(merged.ratio(on: "ios") == whole.ratio(on: "ios"))
            #expect(merged.eventCount == 3)
            #expect(merged.unplannedCount == 1)
        }
    }

    // MARK: Archives

    /// Events of an app: the platform and the version, the number of events, and one of these events.
    private typealias Sent = (platform: String, version: String, count: Int, event: String)

    private func tally(_ plan: TrackingPlan, _ sent: [Sent]) throws -> CoverageTally {
        let map = CoverageMap(plan, today: nil)
        var tally = CoverageTally()
        for sent in sent {
            let event = try event(sent.event)
            var items = ItemSet(count: map.items.count)
            map.add(event, to: &items)
            tally.add(items, version: sent.version, platform: sent.platform)
            let item = try #require(map.items.firstIndex { $0.event == event.event.name })
            tally.add(sent.count, of: item, version: sent.version, platform: sent.platform)
        }
        return tally
    }

    private func archive(_ json: String, _ sent: Sent...) throws -> PlanCoverage {
        let plan = try plan(json)
        return PlanCoverage(
            try tally(plan, sent), of: plan, eventCount: sent.count, unplannedCount: 0, today: "2026-06-01")
    }

    @Test func onlyEventsOfTheVersionsOfTheArchiveAreExpected() throws {
        let json = """
            {"plan": 1, "platforms": ["iOS", "Android", "Web"], "events": {
              "e": {}, "new": {"since": {"iOS": "6.0", "Android": "2.0"}}, "future": {"since": {"*": "9"}},
              "past": {"expires": {"*": "2.0"}}, "ended": {"expires": "2026-05-31"}, "web": {"platforms": ["Web"]}}}
            """
        let event = #"{"name": "e"}"#
        let coverage = try archive(json, ("ios", "5.9.1", 1, event), ("android", "2.1", 1, event))
        #expect(coverage.map.items.map { "\($0): \($0.platforms)" } == ["e: []", #"new: ["Android"]"#])
        #expect(coverage.unseen.map(\.description) == ["new"])
        #expect(coverage.platforms == ["Android", "iOS"] && coverage.absentPlatforms == ["Web"])
        // An event without a platform can come from each platform and version.
        let open = try archive(json, ("", "", 1, event), ("tv", "1.0", 1, event))
        #expect(open.map.items.map(\.event) == ["e", "new", "past", "web"])
        #expect(open.platforms == [] && open.absentPlatforms == [])
    }

    @Test func partsThatNewerVersionsDoNotSendHaveStopped() throws {
        let json = """
            {"plan": 1, "events": {"e": {"parameters": {"p": {"enum": ["a", "b"]}}}, "rare": {}, "often": {},
              "over": {"expires": {"*": "1.10"}}}}
            """
        func stopped(_ more: Sent...) throws -> [String] {
            let sent: [Sent] =
                [
                    ("ios", "1.9", 500, #"{"name": "e", "parameters": {"p": "a"}}"#),
                    ("ios", "1.9", 1, #"{"name": "e", "parameters": {"p": "b"}}"#),
                    ("ios", "1.9", 1, #"{"name": "rare"}"#), ("ios", "1.9", 500, #"{"name": "often"}"#),
                    ("ios", "1.9", 500, #"{"name": "over"}"#),
                ] + more
            let plan = try plan(json)
            let coverage = PlanCoverage(
                try tally(plan, sent), of: plan, eventCount: 1, unplannedCount: 0, today: "2026-06-01")
            return coverage.stopped.map {
                "\(coverage.map.items[$0.item]) \($0.platform) \($0.version) \($0.laterCount)"
            }
        }
        let event = #"{"name": "e", "parameters": {"p": "a"}}"#
        #expect(try stopped() == [])
        #expect(try stopped(("ios", "1.10", 99, event), ("web", "2.0", 500, event)) == ["often ios 1.9 99"])
        #expect(
            try stopped(("ios", "1.10", 60, event), ("ios", "1.11", 40, event)) == [
                #"e: p = "b" ios 1.9 100"#, "often ios 1.9 100",
            ])
        #expect(try stopped(("ios", "1.10", 900, #"{"name": "e"}"#)) == ["e: p ios 1.9 900", "often ios 1.9 900"])
    }

    @Test func talliesMergeInAnyOrderAndAreReadAsTheyWereWritten() throws {
        var random = SeededGenerator(seed: 11)
        let plan = try plan(Self.shop)
        let methods = ["card", "cash", "cheque"]
        for _ in 0..<rounds(20, deep: 500) {
            let parts = try (0..<80).map { _ in
                let method = methods.randomElement(using: &random) ?? ""
                let version = "\(Int.random(in: 1...3, using: &random)).\(Int.random(in: 0...9, using: &random))"
                return try tally(
                    plan,
                    [
                        (
                            "p\(Int.random(in: 0..<70, using: &random))", version, 1,
                            #"{"name": "purchase", "parameters": {"method": "\#(method)"}}"#
                        )
                    ])
            }
            func sum(_ parts: [CoverageTally]) -> CoverageTally { parts.reduce(into: CoverageTally()) { $0.merge($1) } }
            let whole = sum(parts)
            let shuffled = parts.shuffled(using: &random)
            #expect(sum([sum(Array(shuffled[..<30])), sum(Array(shuffled[30...]))]) == whole)
            #expect(try CoverageTally(DocumentObject(.object(["c": whole.json]), at: "t"), "c") == whole)
        }
        #expect(throws: DocumentError.self) {
            let json = #"{"c": [{"platform": "", "items": {"1.0": [0, 1000000000]}, "events": {}}]}"#
            return try CoverageTally(DocumentObject(EventValue(json: Array(json.utf8), of: "t"), at: "t"), "c")
        }
    }

    @Test func typesInsideOfThemselvesEnd() throws {
        let coverage = try coverage(
            #"{"plan": 1, "types": {"tree": {"type": "object", "properties": {"left": "tree", "name": "string"}}}, "events": {"e": {"parameters": {"root": "tree"}}}}"#
        )
        #expect(coverage.map.items.map(\.path) == ["", "root", "root.left", "root.name"])
    }

    @Test func thousandsOfNestedTypesTakeBoundedTime() throws {
        let types = (0..<3_000).map {
            #""t\#($0)": {"type": "object", "properties": {"a": "t\#($0 + 1)", "b": "t\#($0 + 1)"}}"#
        }
        let coverage = try coverage(
            #"{"plan": 1, "types": {\#(types.joined(separator: ",")), "t3000": {"type": "string"}}, "events": {"e": {"parameters": {"root": "t0"}}}}"#
        )
        #expect(coverage.map.items.count <= 10_002)
        #expect(coverage.map.items.last?.kind == .uncounted)
    }

    @Test func partsThatAreNotCountedAreNeverSeen() throws {
        let values = (0..<20_000).map { #""v\#($0)""# }.joined(separator: ",")
        var coverage = try coverage(
            #"{"plan": 1, "events": {"e": {"parameters": {"p": {"enum": [\#(values)]}, "q": {"enum": ["a", "b"]}}}}}"#)
        for index in 0..<10_000 { coverage.add(try event(#"{"name": "e", "parameters": {"p": "v\#(index)"}}"#)) }
        #expect(coverage.unseen.map(\.description) == ["e: the event has too many parts, so some are not counted"])
    }

    @Test func typesThatAreNestedTooDeeplyAreNotCounted() throws {
        let types = (0..<70).map { #""t\#($0)": {"type": "object", "properties": {"a": "t\#($0 + 1)"}}"# }
        let coverage = try coverage(
            #"{"plan": 1, "types": {\#(types.joined(separator: ",")), "t70": {"type": "string"}}, "events": {"e": {"parameters": {"root": "t0"}}}}"#
        )
        #expect(coverage.map.items.last?.kind == .uncounted)
    }
}
