import Testing
import Trackproof
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
        PlanCoverage(CoverageMap(try plan(json), platforms: platforms, today: "2026-06-01"))
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
