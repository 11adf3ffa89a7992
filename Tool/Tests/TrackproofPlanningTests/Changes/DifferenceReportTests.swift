import Testing
import Trackproof
import TrackproofJSON
import TrackproofPlanning
import TrackproofPlans

/// Tests of the reports about the difference between two plans, and of the suggested version number.
struct DifferenceReportTests {
    private let old = #"""
        {"plan": 1, "name": "Movies", "events": {
          "purchase": {"parameters": {"price": {"type": "integer", "minimum": 0}, "note": "string"}},
          "tap": {"parameters": {"method": {"enum": ["card", "cash"]}},
                  "variants": [{"when": {"method": "card"}, "parameters": {"network": "string"}}]}}}
        """#
    private let new = #"""
        {"plan": 1, "name": "Films", "events": {
          "purchase": {"parameters": {"price": {"type": "number", "minimum": 1}, "note": {"type": "string", "pattern": "^[a|b]*$"}}},
          "tap": {"parameters": {"method": {"enum": ["card", "cash"]}},
                  "variants": [{"when": {"method": "card"}, "parameters": {"network": {"type": "string", "required": true}}}]}}}
        """#

    private func difference(_ old: String, _ new: String) throws -> PlanDifference {
        PlanDifference(
            old: try TrackingPlan(json: Array(old.utf8), file: "old.json"),
            new: try TrackingPlan(json: Array(new.utf8), file: "new.json"))
    }

    @Test func textHasOneLineForEachChange() throws {
        #expect(
            try difference(old, new).text() == """
                5 changes (4 break)
                Suggested version: major. 4 changes break released apps and generated code; the first is purchase: note: pattern narrowed.

                purchase
                  apps     readers  code
                  breaks   ok       ok       note: pattern narrowed: /^[a|b]*$/ (new.json:2:101)
                  breaks   ok       ok       price: range narrowed: at least 0 → at least 1 (new.json:2:59)
                  ok       warns    breaks   price: type widened: an integer → a number (new.json:2:41)

                tap
                  apps     readers  code
                  breaks   ok       breaks   network: if "method" is "card": presence narrowed: optional → required (new.json:4:79)

                the whole plan
                  apps     readers  code
                  ok       ok       ok       name: setting changed: "Movies" → "Films"

                """)
        #expect(try difference(old, new).text(limit: 1).hasSuffix("\n\n… 4 more changes\n"))
        #expect(try difference(old, old).text() == "no changes\n")
    }

    @Test func aChangeOfASharedGroupIsOneLine() throws {
        func plan(_ type: String, _ more: String) -> String {
            #"{"plan": 1, "shared": {"s": {"id": "\#(type)"}}, "defaults": ["s"], "events": {"a": {}, "b": {\#(more)}, "c": {}, "d": {}, "e": {}}}"#
        }
        let difference = try difference(plan("integer", ""), plan("string", #""deprecated": true"#))
        #expect(
            difference.text() == """
                6 changes (5 break, 1 warns)
                Suggested version: major. 5 changes break released apps, readers of the data and generated code; the first is a: id: type changed.

                a, b, c, 2 more events
                  apps     readers  code
                  breaks   breaks   breaks   id: type changed: an integer → a string (new.json:1:36)

                b
                  apps     readers  code
                  warns    warns    warns    deprecation added (new.json:1:87)

                """)
    }

    /// Tests that a changed type is reported as one change, although two events use the type.
    @Test func aChangeOfATypeIsOneLine() throws {
        func plan(_ type: String) -> String {
            #"""
            {"plan": 1, "types": {"id": {"type": "\#(type)"}}, "events": {
              "a": {"parameters": {"id": "id"}}, "b": {"parameters": {"id": "id"}}}}
            """#
        }
        #expect(
            try difference(plan("integer"), plan("string")).text().hasSuffix(
                """
                a, b
                  apps     readers  code
                  breaks   breaks   breaks   id: type changed: an integer → a string (new.json:2:30)

                """))
    }

    /// Tests that a removed event or parameter is reported with its line and column in the old plan.
    @Test func aRemovalHasAPlaceInTheOldPlan() throws {
        let text = try difference(
            #"{"plan": 1, "events": {"tap": {}, "e": {"parameters": {"v": "integer"}}}}"#,
            #"{"plan": 1, "events": {"e": {}}}"#
        ).text()
        #expect(text.contains("  event removed (old.json:1:24)\n"))
        #expect(text.contains("  v: parameter removed: was an integer, optional (old.json:1:61)\n"))
    }

    @Test func aLongDescriptionIsShownWhereItChanged() throws {
        func plan(_ description: String) -> String {
            #"{"plan": 1, "events": {"e": {"description": "\#(description)"}}}"#
        }
        let start = "The user has opened the page of a movie from the list of favorites or by a link, "
        #expect(
            try difference(plan(start + "not by search."), plan(start + "nor by a search.")).text().contains(
                #"description changed: "…or by a link, not by search." → "…or by a link, nor by a search." ("#
            ))
        #expect(
            try difference(plan("Opened."), plan(start)).text().contains(
                #"description changed: "Opened." → "The user has opened the page of a movie from the list of favorites or by a link… ("#
            ))
    }

    @Test func jsonHasAllPlacesAndReasons() throws {
        let difference = try difference(
            #"{"plan": 1, "events": {"e": {"parameters": {"v": "integer"}}}}"#,
            #"{"plan": 1, "events": {"e": {"parameters": {"v": "string"}}}}"#)
        #expect(
            difference.json
                == #"{"difference":1,"suggestedVersion":{"bump":"major","reason":"1 change breaks released apps, readers of the data and generated code; the first is e: v: type changed."},"changes":[{"subject":"type","direction":"changed","event":"e","path":"v","old":"an integer","new":"a string","oldPlace":{"file":"old.json","line":1,"column":50},"newPlace":{"file":"new.json","line":1,"column":50},"verdicts":{"released-apps":{"level":"breaks","reason":"Released apps may send a value of a type that is no longer allowed (wrong-type)."},"readers":{"level":"breaks","reason":"The column can have values of another type."},"generated-code":{"level":"breaks","reason":"Code that passes an old value does not compile."}}}]}"#
                + "\n")
        #expect(
            try self.difference(old, old).json
                == #"{"difference":1,"suggestedVersion":{"bump":"none","reason":"The plans do not differ."},"changes":[]}"#
                + "\n")
    }

    @Test func namesDoNotControlTheTerminal() throws {
        let difference = try difference(
            #"{"plan": 1, "events": {}}"#, #"{"plan": 1, "events": {"a|`b``\n\u001b[31m<b>": {}}}"#)
        #expect(difference.text().contains(#"a|`b``\n\u{1b}[31m<b>"#))
        #expect(!difference.text().contains("\u{1B}"))
    }

    @Test(arguments: [
        (#"{"v": "integer"}"#, #"{"v": "string"}"#, "major"), (#"{"v": "integer"}"#, #"{"v": "number"}"#, "major"),
        (#"{"v": "integer"}"#, #"{"v": "integer", "w": "integer"}"#, "minor"),
        (#"{"v": {"enum": [1]}}"#, #"{"v": {"enum": [1, 2]}}"#, "minor"),
        (#"{"v": "integer"}"#, #"{"v": {"type": "integer", "description": "One."}}"#, "patch"),
        (#"{"v": "integer"}"#, #"{"v": "integer"}"#, "none"),
    ])
    func theVersionFollowsTheWorstChange(old: String, new: String, expected: String) throws {
        let suggestion = PlanDifference(old: try plan(parameters: old), new: try plan(parameters: new)).suggestedVersion
        #expect(suggestion.bump.rawValue == expected)
        #expect(suggestion.reason.hasSuffix("."))
    }

    @Test func changesHaveThePlacesOfTheirKeywords() throws {
        let changes = try difference(
            "{\"plan\": 1, \"events\": {\"e\": {\"parameters\": {\"v\": {\"type\": \"string\",\n\"maxLength\": 3}}}}}",
            "{\"plan\": 1, \"events\": {\"e\": {\"parameters\": {\"v\": {\"type\": \"string\",\n\n\"maxLength\": 2}}}}}"
        ).changes
        #expect(changes.map { $0.oldPlace?.description } == ["old.json:2:1"])
        #expect(changes.map { $0.newPlace?.description } == ["new.json:3:1"])
        #expect(changes.map(\.old) == ["at most 3 characters"])
        #expect(changes.map(\.new) == ["at most 2 characters"])
    }
}
