import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofJSON
import TrackproofPlans
import TrackproofSnapshots

/// Tests of events from wire formats that do not mark types: each text counts as the type that the plan demands.
struct UntypedWireTests {
    private static let wires = ["wire:ga4", "wire:matomo"]
    private static let money = #""types": {"money": {"type": "number", "minimum": 0}, "flag": {"type": "boolean"}}"#

    /// Tests that all rules of a value judge the same reading of a text, whichever rule says its type.
    @Test func allRulesReadOneValue() throws {
        try expectTranscript("untyped-values") { _, lines in
            let schema = lines[0]
            let plan = try plan(#"{"plan": 1, \#(Self.money), "events": {"e": {"parameters": {"v": \#(schema)}}}}"#)
            let finding = try findings(plan, #"{"v": 11}"#)
            for wire in Self.wires {
                let sent = #"{"name": "e", "source": "\#(wire)", "parameters": {"v": "11"}}"#
                // The text "11" is a valid string.
                let expected = schema == #"{"type": "string"}"# ? "" : finding
                #expect(try findings(plan, event: sent) == expected, "\(schema)")
            }
            return finding
        }
    }

    /// Tests that the rules of a member of an object, which several schemas can describe, judge the same reading.
    @Test(arguments: [
        #"{"type": "object", "properties": {"x": "money"}, "allOf": [{"properties": {"x": {"maximum": 3}}}]}"#,
        #"{"allOf": [{"properties": {"x": "integer"}}, {"properties": {"x": {"maximum": 3}}}]}"#,
        #"{"type": "object", "properties": {"x": "money"}, "patternProperties": {"x": {"maximum": 3}}}"#,
        #"{"type": "object", "additionalProperties": {"type": "money", "maximum": 3}}"#,
        #"{"type": "object", "properties": {"x": "money"}, "not": {"properties": {"x": {"const": 11}}}}"#,
        #"{"type": "object", "properties": {"x": "integer"}, "if": {"properties": {"x": {"minimum": 5}}}, "then": {"never": true}}"#,
        #"{"type": "object", "variants": [{"default": true, "properties": {"x": "integer"}}], "not": {"properties": {"x": {"const": 11}}}}"#,
    ])
    func membersOfObjects(schema: String) throws {
        let plan = try plan(#"{"plan": 1, \#(Self.money), "events": {"e": {"parameters": {"v": \#(schema)}}}}"#)
        let expected = try findings(plan, #"{"v": {"x": 11}}"#)
        #expect(expected != "")
        for wire in Self.wires {
            let sent = #"{"name": "e", "source": "\#(wire)", "parameters": {"v": {"x": "11"}}}"#
            // A finding shows an object as it was sent.
            #expect(try findings(plan, event: sent).replacing(#""11""#, with: "11") == expected)
        }
    }

    /// Tests that the rules for all parameters judge the same reading as those of parameters and variants.
    @Test func parametersAndTheRulesForAllOfThem() throws {
        let plan = try plan(
            #"""
            {"plan": 1, "events": {"e": {"parameters": {"a": "integer"}, "variants": [{"when": {"a": 1}, "parameters": {
              "b": "integer"}}], "rules": {"not": {"properties": {"b": {"const": 11}}, "required": ["b"]}}}}}
            """#)
        let expected = try findings(plan, #"{"a": 1, "b": 11}"#)
        #expect(expected.contains("\"not\""))
        for wire in Self.wires {
            let sent = #"{"name": "e", "source": "\#(wire)", "parameters": {"a": "1", "b": "11"}}"#
            // A finding shows an object as it was sent.
            #expect(
                try findings(plan, event: sent).replacing(#""1""#, with: "1").replacing(#""11""#, with: "11")
                    == expected)
        }
    }

    @Test func elementsAndConstants() throws {
        let plan = try plan(
            parameters: #"""
                {"list": {"type": "array", "items": "integer", "uniqueItems": true, "allOf": [{"items": {"maximum": 3}}]},
                 "pair": {"const": [1, {"a": true}]}}
                """#)
        func found(_ parameters: String) throws -> String {
            try findings(plan, event: #"{"name": "e", "source": "wire:ga4", "parameters": \#(parameters)}"#)
        }
        #expect(try found(#"{"list": ["1", "2"], "pair": ["1", {"a": "true"}]}"#) == "")
        #expect(
            try found(#"{"list": ["1", "11"]}"#)
                == "e: list[1]: expected a number that is at most 3, found 11 (range)")
        #expect(
            try found(#"{"list": ["1", "1.0"]}"#).contains(
                "e: list: expected elements that differ from each other, found 1.0 twice (items)"))
        #expect(try found(#"{"pair": ["1", {"a": "x"}]}"#).contains("(not-in-enum)"))
    }

    /// Tests that an alternative reads a text as its own type, if the plan also allows texts.
    @Test func alternatives() throws {
        let plan = try plan(
            parameters: #"""
                {"v": {"anyOf": [{"type": "string", "maxLength": 3}, {"type": "integer", "maximum": 99999}]},
                 "o": {"oneOf": [
                    {"properties": {"kind": {"const": "text"}, "x": {"type": "string"}}},
                    {"properties": {"kind": {"const": "count"}, "x": {"type": "integer", "maximum": 3}}}]}}
                """#)
        func found(_ parameters: String) throws -> String {
            try findings(plan, event: #"{"name": "e", "source": "wire:ga4", "parameters": \#(parameters)}"#)
        }
        #expect(try found(#"{"v": "11111", "o": {"kind": "count", "x": "2"}}"#) == "")
        #expect(try found(#"{"v": "abc", "o": {"kind": "text", "x": "11"}}"#) == "")
        #expect(try found(#"{"v": "111111"}"#) != "")
        #expect(
            try found(#"{"o": {"kind": "count", "x": "11"}}"#)
                == "e: o.x: expected a number that is at most 3, found 11 (range)")
    }

    /// Tests that the names of members remain texts.
    @Test func names() throws {
        let plan = try plan(parameters: #"{"v": {"type": "object", "propertyNames": {"anyOf": [{"maxLength": 2}]}}}"#)
        let name = "123"
        let expected = try findings(plan, #"{"v": {"\#(name)": "x"}}"#)
        #expect(expected.contains("(length)"))
        #expect(
            try findings(plan, event: #"{"name": "e", "source": "wire:ga4", "parameters": {"v": {"\#(name)": "x"}}}"#)
                == expected)
    }

    @Test(arguments: ["true", #"["x", true]"#, "1", "1.0"], ["boolean", "flag", "", "number"])
    func conditionsOfVariants(condition: String, type: String) throws {
        let isBoolean = condition.contains("true")
        guard type.isEmpty || isBoolean == (type != "number") else { return }
        let schema = type.isEmpty ? "{}" : #"{"type": "\#(type)"}"#
        let declaration = #""parameters": {"isnew": \#(schema)}, "#
        let plan = try plan(
            #"""
            {"plan": 1, \#(Self.money), "events": {"e": {\#(declaration)"variants": [
                {"when": {"isnew": \#(condition)}, "parameters": {"why": {"type": "string", "required": true}}}]}}}
            """#)
        let expected = "e: why: expected a value, found no value (missing)"
        #expect(try findings(plan, #"{"isnew": \#(isBoolean ? "true" : "1")}"#) == expected)
        func found(_ value: String, _ wire: String) throws -> String {
            try findings(plan, event: #"{"name": "e", "source": "\#(wire)", "parameters": {"isnew": \#(value)}}"#)
        }
        for wire in Self.wires {
            #expect(try found(isBoolean ? #""true""# : #""1""#, wire) == expected)
            #expect(try found(isBoolean ? #""false""# : #""0""#, wire) == "")
            // Google's SDKs send the boolean `true` as the number 1.
            #expect(try found("1", wire) == expected)
        }
    }
}
