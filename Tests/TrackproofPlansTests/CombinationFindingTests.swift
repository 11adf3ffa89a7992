import Testing
import Trackproof

/// Tests of findings that must not decide which alternative or condition a value fits.
struct CombinationFindingTests {
    /// Returns the findings for an event with one parameter `v`, for a plan that exempts the event from a finding.
    private func exempt(_ schema: String, _ value: String, from id: String = "not-in-enum") throws -> String {
        try findings(plan(parameters: #"{"v": \#(schema)}"#, #", "allow": ["\#(id)"]"#), #"{"v": \#(value)}"#)
    }

    @Test func anExemptionDoesNotDecideACondition() throws {
        let schema = #"""
            {"type": "object", "properties": {"kind": {"type": "string"}, "v": {}},
             "if": {"properties": {"kind": {"const": "num"}}}, "then": {"properties": {"v": {"type": "integer"}}},
             "else": {"properties": {"v": {"type": "string"}}}}
            """#
        #expect(
            try exempt(schema, #"{"kind": "text", "v": 5}"#)
                == "e: v.v: expected a string, found integer 5 (wrong-type)")
        #expect(try exempt(schema, #"{"kind": "text", "v": "s"}"#) == "")
        #expect(try exempt(schema, #"{"kind": "num", "v": 5}"#) == "")
        #expect(try exempt(#"{"type": "integer", "not": {"enum": [0]}}"#, "5") == "")
    }

    @Test func anExemptionOfAParameterDoesNotDecideACondition() throws {
        let schema = #"""
            {"type": "object", "properties": {"a": {"type": "integer"}, "b": {}}, "allow": ["missing"],
             "if": {"required": ["a"]}, "then": {"properties": {"b": {"type": "integer"}}}}
            """#
        let plan = try plan(parameters: #"{"v": \#(schema)}"#)
        #expect(try findings(plan, #"{"v": {"b": "s"}}"#) == "")
        #expect(
            try findings(plan, #"{"v": {"a": 1, "b": "s"}}"#)
                == #"e: v.b: expected an integer, found string "s" (wrong-type)"#)
    }

    @Test(arguments: ["anyOf", "oneOf"])
    func anExemptionDoesNotDecideAnAlternative(_ keyword: String) throws {
        let schema = #"""
            {"\#(keyword)": [
              {"type": "object", "properties": {"t": {"const": "x"}, "v": {"type": "integer"}}},
              {"type": "object", "properties": {"t": {"const": "y"}, "v": {"type": "string"}}}
            ]}
            """#
        #expect(
            try exempt(schema, #"{"t": "x", "v": "s"}"#)
                == #"e: v.v: expected an integer, found string "s" (wrong-type)"#)
        #expect(try exempt(schema, #"{"t": "x", "v": 1}"#) == "")
    }

    @Test(arguments: ["anyOf", "oneOf"])
    func anExemptionHidesTheFindingOfTheNearestAlternative(_ keyword: String) throws {
        let schema = #"{"\#(keyword)": [{"type": "integer", "enum": [1, 2]}, {"type": "string", "maxLength": 2}]}"#
        #expect(try exempt(schema, "3") == "")
        #expect(try exempt(schema, #""abc""#, from: "length") == "")
        #expect(try exempt(schema, #""abc""#).hasSuffix("(length)"))
        let older = try plan(
            parameters: #"{"v": \#(schema)}"#,
            #", "allow": ["not-in-enum"], "versions": {"1": {"parameters": {"v": {}}}}"#)
        #expect(try findings(older, #"{"v": 3}"#) == "")
    }

    @Test func personalDataDoesNotDecideAnAlternative() throws {
        let plan = try plan(
            #"""
            {"plan": 1, "check": {"pii": "warning"}, "events": {"e": {"parameters": {
              "p": {"oneOf": [{"type": "string"}, {"type": "string", "minLength": 3}]},
              "q": {"anyOf": [{"type": "object", "properties": {"m": {"type": "string"}}}, {"type": "integer"}]}
            }}}}
            """#)
        let pii = "expected no personal data, because the plan does not declare any, found a text with an email address"
        #expect(
            try findings(plan, #"{"p": "a@b.cc"}"#) == """
                warning: e: p: \(pii) (not shown) (pii)
                e: p: expected a value that fits exactly one of the 2 schemas of "oneOf", \
                found a value of type string (looks like personal data, not shown), which fits 2 schemas (variant)
                """)
        #expect(try findings(plan, #"{"q": {"m": "a@b.cc"}}"#) == "warning: e: q.m: \(pii) (not shown) (pii)")
    }
}
