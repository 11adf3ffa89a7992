import Foundation
import _TrackproofTestSupport
import Testing
import Trackproof
import TrackproofPlans

/// Tests of events that reach a limit of the check. The debug build takes seconds to reach it.
struct CheckLimitTests {
    private let unchecked =
        "e: expected an event that can be checked in 200000 steps, found an event that is too complex (unchecked)"

    /// Tests alternatives that contain alternatives, over 40 levels.
    @Test func aCheckThatTakesTooLongIsAFinding() throws {
        let types = (0..<40).map { #""t\#($0)": {"oneOf": ["t\#($0 + 1)", "t\#($0 + 1)"]}"# }
        #expect(try findings(chainPlan(types + [#""t40": "integer""#], "t0"), #"{"v": 1}"#) == unchecked)
    }

    @Test func anOlderVersionThatReachesTheLimitDoesNotCountAsFitting() throws {
        let older = #"""
            {"n": "string", "list": {"type": "array", "not": {"type": "array", "items": {"type": "integer"}}}}
            """#
        let plan = try plan(
            parameters: #"{"n": {"type": "integer", "required": true}, "list": {"type": "array"}}"#,
            #", "versions": {"1": {"parameters": \#(older)}}"#)
        let numbers = (0..<250_000).map(String.init).joined(separator: ",")
        #expect(try findings(plan, #"{"n": "x", "list": [\#(numbers)]}"#) == unchecked)
    }

    @Test func equalFindingsOfManyElementsAreCut() throws {
        let plan = try plan(parameters: #"{"v": {"type": "array", "items": {"type": "integer"}}}"#)
        func count(_ elements: Int) throws -> Int {
            let values = Array(repeating: #""x""#, count: elements).joined(separator: ",")
            return try findings(plan, #"{"v": [\#(values)]}"#).split(separator: "\n").count
        }
        #expect(try count(100) == 100)
        #expect(try count(150) == 100)
    }

    @Test func acceptedFindingsDoNotHideOthers() throws {
        let plan = try plan(
            #"""
            {"plan": 1, "check": {"unplanned-parameter": "warning"}, "events": {"e": {"parameters": {
              "a": "integer", "b": "integer"}}}}
            """#)
        let unplanned = (0..<999).map { #""u\#($0)": 1"# }.joined(separator: ",")
        let found = try findings(plan, #"{\#(unplanned), "a": "x", "b": "x"}"#).split(separator: "\n").suffix(2)
        #expect(
            found == [
                #"e: a: expected an integer, found string "x" (wrong-type)"#,
                "e: expected at most 1000 different findings in an event, found more findings (unchecked)",
            ])
    }

    @Test func manyPatternsTimesManyMembersReachTheLimit() throws {
        let patterns = (0..<500).map { #""^a\#($0)x$": {}"# }.joined(separator: ",")
        let plan = try plan(parameters: #"{"v": {"type": "object", "patternProperties": {\#(patterns)}}}"#)
        let members = { (count: Int) in (0..<count).map { #""b\#($0)": 1"# }.joined(separator: ",") }
        #expect(try findings(plan, #"{"v": {\#(members(500))}}"#) == unchecked)
        #expect(try findings(plan, #"{"v": {\#(members(100))}}"#) == "")
    }

    // MARK: Depth

    private static let tooDeep =
        "e: expected at most 1000 schemas around a value, found more schemas (unchecked)"

    /// A schema that refers to another type, so that many of them form a chain.
    struct Link: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The finding about the text "s", or "" if the text fits, for a long chain that ends with the type `integer`.
        let ofText: String
        /// The finding about the number 1, or "".
        var ofNumber = ""
        let schema: @Sendable (String) -> String
    }

    private static let noInteger = #"e: v: expected an integer, found string "s" (wrong-type)"#

    private static let links = [
        Link(testDescription: "$ref", ofText: noInteger) { #"{"$ref": "\#($0)"}"# },
        Link(testDescription: "type", ofText: noInteger) { #""\#($0)""# },
        Link(testDescription: "allOf", ofText: noInteger) { #"{"allOf": [{"$ref": "\#($0)"}]}"# },
        Link(testDescription: "anyOf", ofText: #"e: v: expected null, found string "s" (wrong-type)"#) {
            #"{"anyOf": [{"type": "null"}, "\#($0)"]}"#
        },
        Link(testDescription: "oneOf", ofText: noInteger) { #"{"oneOf": ["\#($0)", {"type": "null"}]}"# },
        Link(
            testDescription: "not", ofText: "",
            ofNumber: #"e: v: expected a value that does not fit the schema of "not", found 1 (variant)"#
        ) { #"{"not": "\#($0)"}"# },
        Link(testDescription: "if", ofText: "") { #"{"if": "\#($0)", "then": {}}"# },
    ]

    /// Returns the members of `types` for a chain: `t0` is `last`, and each further type refers to the type before it.
    private static func types(_ count: Int, last: String = #"{"type": "integer"}"#, _ link: Link) -> [String] {
        [#""t0": \#(last)"#] + (1..<count).map { #""t\#($0)": \#(link.schema("t" + String($0 - 1)))"# }
    }

    private func chainPlan(_ types: [String], _ type: String) throws -> TrackingPlan {
        try plan(
            #"""
            {"plan": 1, "types": {\#(types.joined(separator: ","))}, "events": {"e": {"parameters": {"v": "\#(type)"}}}}
            """#)
    }

    @Test(arguments: links)
    func aLongChainOfTypesIsCheckedOnASmallStack(_ link: Link) async throws {
        let plan = try chainPlan(Self.types(200, link), "t199")
        #expect(try await onSmallStack { try findings(plan, #"{"v": "s"}"#) } == link.ofText)
        #expect(try await onSmallStack { try findings(plan, #"{"v": 1}"#) } == link.ofNumber)
    }

    @Test(arguments: links)
    func aChainOfTooManyTypesIsAnError(_ link: Link) {
        let types = Self.types(rounds(201, deep: 10_000), link)
        for types in [types, types.reversed()] {
            let text = types.joined(separator: ",\n")
            #expect(
                errors(#"{"plan": 1, "types": {\#(text)}, "events": {"e": {}}}"#)
                    == "plan.json:201:1: types refer to each other in a chain of more than 200 types")
        }
    }

    @Test func deepValuesAreCheckedOnASmallStack() async throws {
        let object = #"{"type": "object", "properties": {"c": "t0", "n": "integer"}}"#
        let plan = try chainPlan([#""t0": \#(object)"#], "t0")
        let deep = { @Sendable (value: String) in
            String(repeating: #"{"c":"#, count: 120) + #"{"n": \#(value)}"# + String(repeating: "}", count: 120)
        }
        #expect(try await onSmallStack { try findings(plan, #"{"v": \#(deep("1"))}"#) } == "")
        let path = Array(repeating: "c", count: 120).joined(separator: ".")
        #expect(
            try await onSmallStack { try findings(plan, #"{"v": \#(deep(#""x""#))}"#) }
                == #"e: v.\#(path).n: expected an integer, found string "x" (wrong-type)"#)
        let list = try chainPlan([#""t": {"type": "array", "items": "t"}"#], "t")
        let value = String(repeating: "[", count: 120) + String(repeating: "]", count: 120)
        #expect(try await onSmallStack { try findings(list, #"{"v": \#(value)}"#) } == "")
    }

    @Test func aValueInsideTooManySchemasIsUnchecked() async throws {
        let types = Self.types(40, last: #"{"type": "object", "properties": {"c": {"$ref": "t39"}}}"#, Self.links[2])
        let plan = try chainPlan(types, "t39")
        let value = { @Sendable (count: Int) in
            String(repeating: #"{"c":"#, count: count) + "{}" + String(repeating: "}", count: count)
        }
        #expect(try await onSmallStack { try findings(plan, #"{"v": \#(value(11))}"#) } == "")
        #expect(try await onSmallStack { try findings(plan, #"{"v": \#(value(120))}"#) } == Self.tooDeep)
    }
}
