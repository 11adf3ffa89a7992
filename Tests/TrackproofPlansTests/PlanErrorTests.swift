import Testing
import TrackproofPlans

/// Tests of the errors for mistakes in plans, with the line and column of each mistake.
struct PlanErrorTests {
    @Test(arguments: [
        (#"{"events": {}}"#, #"plan.json:1:1: a tracking plan needs the member "plan" with the format version 1"#),
        (
            #"{"plan": 2}"#,
            "plan.json:1:10: version 2 of the format needs a newer trackproof; this trackproof reads only version 1"
        ),
        (#"{"plan": "1"}"#, #"plan.json:1:10: expected version 1, found "1""#),
        ("[]", "plan.json:1:1: expected a tracking plan, found a list"),
        ("", "plan.json:1:1: the file is empty"),
        (#"{"plan": 1,"#, "plan.json:1:12: the file ends inside a value"),
        (#"{"plan": 1} x"#, "plan.json:1:13: expected the end of the file"),
        (
            #"{"plan": 1, "evnts": {}}"#,
            #"plan.json:1:13: unknown member of a tracking plan: "evnts"; did you mean "events"?"#
        ),
        (
            #"{"plan": 1, "zzz": {}}"#,
            #"plan.json:1:13: unknown member of a tracking plan: "zzz"; names of your own members must begin with "x-""#
        ),
        (#"{"plan": 1, "x-zzz": {}}"#, ""),
        (
            "{\"plan\": 1,\n \"events\": {\"e\": {},\n  \"e\": {}}}",
            #"plan.json:3:3: "e" is given twice; the first is at plan.json:2:13"#
        ),
        (
            #"{"plan": 1, "events": {"e": {"parameters": {"a": {"$defs": {}, "$id": "a"}}}}}"#,
            """
            plan.json:1:51: unknown member of a schema: "$defs"; declare the schemas under "types"
            plan.json:1:64: unknown member of a schema: "$id"; a plan does not have this keyword
            """
        ),
        (
            ##"{"plan": 1, "events": {"e": {"parameters": {"a": "int", "b": {"$ref": "#/$defs/b"}}}}}"##,
            """
            plan.json:1:50: unknown type "int"; write "integer"
            plan.json:1:71: unknown type "#/$defs/b"; write only the name of a type of the plan
            """
        ),
        (
            #"{"plan": 1, "events": {"e": {"properties": {}}}}"#,
            #"plan.json:1:30: unknown member of an event: "properties"; write "parameters""#
        ),
        (#"{"plan": 1, "x-a": 1e+5}"#, ""),
        (
            #"{"plan": 1, "events": {"e": {"parameters": {"a": {"enum": [{"b": 1, "b": 2}]}}}}}"#,
            #"plan.json:1:69: "b" is given twice; the first is at plan.json:1:61"#
        ),
        (
            #"{"plan": 1, "events": {"e": {"parameters": {"a": {"default": {"l": [{"b": 1, "b": 2}]}}}}}}"#,
            #"plan.json:1:78: "b" is given twice; the first is at plan.json:1:70"#
        ),
        (
            #"{"plan": 1, "events": {"e": {"parameters": {"a": {"const": {"b": 1, "b": 2}, "examples": []}}}}}"#,
            #"plan.json:1:69: "b" is given twice; the first is at plan.json:1:61"#
        ),
        (
            #"{"plan": 1, "events": {"e": {"parameters": {}, "examples": [{"b": 1, "b": 2}]}}}"#,
            #"plan.json:1:70: "b" is given twice; the first is at plan.json:1:62"#
        ),
        (
            #"{"plan": 1, "events": {"e": {"parameters": {"a": {"typ": "string"}}}}}"#,
            #"plan.json:1:51: unknown member of a schema: "typ"; did you mean "type"?"#
        ),
        (
            #"{"plan": 1, "events": {"e": {"parameters": {"a": {"min": 1}}}}}"#,
            #"plan.json:1:51: unknown member of a schema: "min"; write "minimum""#
        ),
        (
            #"{"plan": 1, "events": {"e": {"parameters": {"a": {"type": "strng"}}}}}"#,
            #"plan.json:1:59: unknown type "strng"; did you mean "string"?"#
        ),
        (
            #"{"plan": 1, "events": {"e": {"parameters": {"a": {"format": "uid"}}}}}"#,
            #"plan.json:1:61: unknown format "uid"; did you mean "uuid"?"#
        ),
        (
            #"{"plan": 1, "events": {"e": {"parameters": {"a": {"pattern": "("}}}}}"#,
            #"plan.json:1:62: the pattern "(" cannot be used: character 1: unmatched '('; write \( for a literal '('"#
        ),
        (
            #"{"plan": 1, "events": {"e": {"parameters": {"a": {"multipleOf": 0}}}}}"#,
            "plan.json:1:65: expected a number above 0, found 0"
        ),
        (
            #"{"plan": 1, "events": {"e": {"parameters": {"a": {"minLength": -1}}}}}"#,
            "plan.json:1:64: expected a whole number from 0 to 2147483647, found -1"
        ),
        (
            #"{"plan": 1, "events": {"e": {"parameters": {"a": {"anyOf": []}}}}}"#,
            "plan.json:1:60: expected at least one schema, found an empty list"
        ),
        (
            #"{"plan": 1, "events": {"e": {"parameters": {"a": {"minimum": 123456789012345678901}}}}}"#,
            "plan.json:1:62: the number 123456789012345678901 has too many digits: a plan's numbers have at most 19 significant digits"
        ),
        (
            #"{"plan": 1, "events": {"e": {"kind": "tap"}}}"#,
            #"plan.json:1:38: expected one of track, screen, identify, group, page, alias, found "tap""#
        ),
        (
            #"{"plan": 1, "events": {"e": {"expires": "soon"}}}"#,
            #"plan.json:1:41: expected a date such as 2027-01-31, found "soon""#
        ),
        (
            #"{"plan": 1, "events": {"e": {"since": {"ios": true}}}}"#,
            "plan.json:1:47: expected an app version such as 5.2.0, found true"
        ),
        (
            #"{"plan": 1, "events": {"e": {"include": ["sesion"]}}, "shared": {"session": {}}}"#,
            #"plan.json:1:42: unknown shared group "sesion"; did you mean "session"?"#
        ),
        (
            #"{"plan": 1, "check": {"mising": "error"}}"#,
            #"plan.json:1:23: unknown finding id "mising"; did you mean "missing"?"#
        ),
        (
            #"{"plan": 1, "check": {"a.b.missing": "bad"}}"#,
            #"plan.json:1:38: expected "error", "warning", "info" or "ignore", found "bad""#
        ),
        (
            #"{"plan": 1, "types": {"a": {"$ref": "b"}, "b": {"allOf": ["a"]}}}"#,
            #"plan.json:1:23: the type refers to itself without an object or a list in between: "a" → "b" → "a""#
        ),
        (#"{"plan": 1, "types": {"string": {}}}"#, #"plan.json:1:23: "string" is a type of JSON; choose another name"#),
        (
            #"{"plan": 1, "naming": {"events": "snake"}}"#,
            #"plan.json:1:34: expected one of "snake_case", "camelCase", "PascalCase", "kebab-case", "Title Case", found "snake""#
        ),
        (
            #"{"plan": 1, "events": {"e": {"variants": [{}]}}}"#,
            #"plan.json:1:43: a variant needs the member "when" with at least one parameter and its value"#
        ),
        (
            #"{"plan": 1, "events": {"e": {"versions": {"1": "e.v1.yaml"}}}}"#,
            #"plan.json:1:48: the file "e.v1.yaml" was not read, because only the command `trackproof` reads other files; run `trackproof plan compile` first"#
        ),
    ])
    func aMistakeIsReportedWithItsPlace(json: String, expected: String) {
        #expect(errors(json) == expected)
    }

    @Test func allMistakesAreReportedAtOnce() {
        let text = errors(#"{"plan": 1, "a": 1, "b": 2, "events": {"e": {"kind": 1, "c": 3}}}"#)
        #expect(text.split(separator: "\n").count == 4)
    }

    /// Tests that an error does not show the text of a file that is no plan, and only the beginning of other texts.
    @Test func anErrorQuotesLittle() throws {
        #expect(errors("\"TOPSECRET\"") == "plan.json:1:1: expected a tracking plan, found a string")
        #expect(errors("5") == "plan.json:1:1: expected a tracking plan, found a number")
        let long = String(repeating: "x", count: 10_000)
        let shown = String(repeating: "x", count: 40) + "…"
        #expect(errors("{\"plan\": \"\(long)\"}") == "plan.json:1:10: expected version 1, found \"\(shown)\"")
        #expect(errors("{\"plan\": 1, \"\(long)\": 1}").utf8.count < 300)
        #expect(errors("{\"plan\": 1, \"events\": {\"e\": \"\(long)\"}}").utf8.count < 300)
    }

    @Test func deepAndLargePlansAreErrors() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(errors(deep) == "plan.json:1:129: nested deeper than 128 levels")
        let wide = "[" + String(repeating: "1,", count: 1_000_000) + "1]"
        #expect(errors(wide).hasSuffix("the file has more than 1000000 values"))
        #expect(errors(String(repeating: " ", count: 33 << 20)) == "plan.json:1:1: the file is larger than 32 MiB")
    }

    @Test(arguments: ["1e+-5", "1e++5", "1e+", "1e--5"])
    func anExponentHasOneSignAndDigits(number: String) {
        #expect(errors(#"{"plan": 1, "events": {}, "x-a": \#(number)}"#).hasPrefix("plan.json:1:34: "))
    }
}
