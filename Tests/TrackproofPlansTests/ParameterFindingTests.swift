import Testing
import Trackproof

/// Tests of each kind of finding about a parameter, with values that fit the schema and values that do not.
struct ParameterFindingTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let schema: String
        let good: [String]
        let bad: [(value: String, finding: String)]
        var testDescription: String { schema }
    }

    static let cases: [Case] = [
        Case(
            schema: #"{"type": "integer", "required": true}"#, good: ["1", "-9223372036854775808"],
            bad: [
                (#""1""#, #"e: v: expected an integer, found string "1" (wrong-type)"#),
                ("1.5", "e: v: expected an integer, found number 1.5 (wrong-type)"),
                ("true", "e: v: expected an integer, found boolean true (wrong-type)"),
                ("null", "e: v: expected an integer, found null (null)"),
                (
                    "3.0",
                    "info: e: v: expected an integer without a decimal point or exponent, found 3.0 (integer-as-float)"
                ),
            ]),
        Case(
            schema: #"{"type": ["string", "null"]}"#, good: [#""a""#, "null"],
            bad: [("[]", "e: v: expected a string or null, found array [] (wrong-type)")]),
        Case(
            schema: #""number""#, good: ["1", "1.5"],
            bad: [("{}", "e: v: expected a number, found object {} (wrong-type)")]),
        Case(
            schema: #"{"enum": ["card", "apple_pay", 1, null]}"#, good: [#""card""#, "1", "1.0", "null"],
            bad: [
                (
                    #""aple_pay""#,
                    #"e: v: expected one of "card", "apple_pay", 1, null, found "aple_pay"; did you mean "apple_pay"? (not-in-enum)"#
                ),
                ("2", #"e: v: expected one of "card", "apple_pay", 1, null, found 2 (not-in-enum)"#),
            ]),
        Case(
            schema: #"{"const": "a"}"#, good: [#""a""#],
            bad: [(#""b""#, #"e: v: expected "a", found "b" (not-in-enum)"#)]),
        // Plans usually write an enum in this form if each value has a description.
        Case(
            schema: #"{"oneOf": [{"const": "card", "description": "By card."}, {"type": "string", "const": "cash"}]}"#,
            good: [#""card""#, #""cash""#],
            bad: [
                (
                    #""carb""#,
                    #"e: v: expected one of "card", "cash", found "carb"; did you mean "card"? (not-in-enum)"#
                ),
                ("1", #"e: v: expected one of "card", "cash", found 1 (not-in-enum)"#),
            ]),
        // The finding is about the alternative that has the type of the value, even if it is not the first alternative.
        Case(
            schema: #"{"oneOf": [{"type": "null"}, {"properties": {"k": "integer"}, "type": "object"}]}"#,
            good: ["null", #"{"k": 1}"#],
            bad: [(#"{"k": "1"}"#, #"e: v.k: expected an integer, found string "1" (wrong-type)"#)]),
        Case(
            schema: #"{"enum": ["a", "b"]}"#, good: [#""a""#],
            bad: [("null", #"e: v: expected one of "a", "b", found null (null)"#)]),
        // "a" fits two alternatives. The last alternative fits no value, because "c" is not a number.
        Case(
            schema: #"{"oneOf": [{"const": "a"}, {"const": "a"}, {"const": "b"}, {"type": "number", "const": "c"}]}"#,
            good: [#""b""#],
            bad: [
                (
                    #""a""#,
                    #"e: v: expected a value that fits exactly one of the 4 schemas of "oneOf", found "a", which fits 2 schemas (variant)"#
                ),
                (#""c""#, #"e: v: expected "a", found "c" (not-in-enum)"#),
            ]),
        Case(
            schema: #"{"anyOf": [{"const": 1}, {"const": null}, {"const": 1}], "enum": [1, 2]}"#, good: ["1", "1.0"],
            bad: [
                ("null", "e: v: expected 1, found null (null)"),
                ("2", "e: v: expected 1, found 2 (not-in-enum)"),
            ]),
        Case(
            schema: #"{"minimum": 0, "exclusiveMaximum": 10}"#, good: ["0", "9.99", #""text""#],
            bad: [
                ("-1", "e: v: expected a number that is at least 0 and below 10, found -1 (range)"),
                ("10", "e: v: expected a number that is at least 0 and below 10, found 10 (range)"),
            ]),
        Case(
            schema: #"{"multipleOf": 0.01}"#, good: ["19.99", "0", "1e300", "-0.07"],
            bad: [("19.999", "e: v: expected a number that is a multiple of 0.01, found 19.999 (range)")]),
        Case(
            schema: #"{"maximum": 9007199254740993}"#, good: ["9007199254740993"],
            bad: [
                (
                    "9007199254740994",
                    "e: v: expected a number that is at most 9007199254740993, found 9007199254740994 (range)"
                )
            ]),
        Case(
            schema: #"{"maximum": 9223372036854775808}"#, good: ["9223372036854775808", "9223372036854775807"],
            bad: [
                (
                    "9223372036854777856",
                    "e: v: expected a number that is at most 9223372036854775808, found 9.223372036854778e+18 (range)"
                )
            ]),
        Case(
            schema: #"{"exclusiveMinimum": 9223372036854775808}"#, good: ["9223372036854777856"],
            bad: [
                (
                    "9223372036854775808",
                    "e: v: expected a number that is above 9223372036854775808, found 9.223372036854776e+18 (range)"
                )
            ]),
        Case(
            schema: #"{"maximum": 9223372036854775807}"#, good: ["9223372036854775807"],
            bad: [
                (
                    "9223372036854775808",
                    "e: v: expected a number that is at most 9223372036854775807, found 9.223372036854776e+18 (range)"
                )
            ]),
        Case(
            schema: #"{"multipleOf": 9223372036854775808}"#, good: ["9223372036854775808", "-9223372036854775808"],
            bad: []),
        Case(
            schema: #"{"enum": [9223372036854775808, 1]}"#,
            good: ["9223372036854775808", "9223372036854775808.0", "9.223372036854776e18"],
            bad: [
                (
                    "9223372036854777856",
                    "e: v: expected one of 9.223372036854776e+18, 1, found 9.223372036854778e+18 (not-in-enum)"
                )
            ]),
        Case(
            schema: #"{"minLength": 2, "maxLength": 3}"#, good: [#""ab""#, #""äöü""#, #""👍🏽""#],
            bad: [
                (#""a""#, #"e: v: expected 2 to 3 characters, found 1 character: "a" (length)"#),
                (#""abcd""#, #"e: v: expected 2 to 3 characters, found 4 characters: "abcd" (length)"#),
            ]),
        Case(
            schema: #"{"pattern": "^[a-z]+$"}"#, good: [#""abc""#],
            bad: [(#""aBc""#, #"e: v: expected a text that fits /^[a-z]+$/, found "aBc" (pattern)"#)]),
        Case(
            schema: #"{"format": "uuid"}"#, good: [#""6f1c1f0e-8d0f-4b52-9f0a-1b7d6f0c2a11""#],
            bad: [(#""6f1c1f0e""#, #"e: v: expected a text of the format uuid, found "6f1c1f0e" (format)"#)]),
        Case(
            schema: #"{"items": {"type": "string"}, "minItems": 1, "maxItems": 2}"#, good: [#"["a"]"#, #"["a", "b"]"#],
            bad: [
                ("[]", "e: v: expected 1 to 2 elements, found 0 (items)"),
                (#"["a", 1]"#, "e: v[1]: expected a string, found integer 1 (wrong-type)"),
            ]),
        Case(
            schema: #"{"uniqueItems": true}"#, good: [#"[1, 2, "1"]"#],
            bad: [("[1, 2, 1.0]", "e: v: expected elements that differ from each other, found 1.0 twice (items)")]),
        Case(
            schema:
                #"{"type": "object", "required": ["sku"], "properties": {"sku": {"type": "string"}, "n": {"minimum": 1}}}"#,
            good: [#"{"sku": "a"}"#, #"{"sku": "a", "n": 1}"#],
            bad: [
                ("{}", "e: v.sku: expected a string, found no value (missing)"),
                (
                    #"{"sku": "a", "skuu": 1}"#,
                    #"e: v.skuu: expected no parameter of this name, found 1; did you mean "sku"? (unplanned-parameter)"#
                ),
                (#"{"sku": "a", "n": 0}"#, "e: v.n: expected a number that is at least 1, found 0 (range)"),
            ]),
        Case(
            schema:
                #"{"properties": {"a": {}, "b": {"required": true}}, "dependentRequired": {"a": ["c"]}, "additionalProperties": {"type": "integer"}}"#,
            good: [#"{"b": 1}"#, #"{"a": 1, "b": 2, "c": 3}"#],
            bad: [
                (
                    #"{"a": 1, "b": 2}"#,
                    #"e: v.c: expected a value (required if "a" has a value), found no value (missing)"#
                ),
                (
                    #"{"a": 1}"#,
                    "e: v.b: expected a value, found no value (missing)\ne: v.c: expected a value (required if \"a\" has a value), found no value (missing)"
                ),
                (#"{"b": 1, "d": "x"}"#, #"e: v.d: expected an integer, found string "x" (wrong-type)"#),
            ]),
        Case(
            schema: #"{"maxProperties": 1}"#, good: [#"{"a": 1}"#],
            bad: [(#"{"a": 1, "b": 2}"#, "e: v: expected at most 1 member, found 2 (items)")]),
        Case(
            schema: #"{"anyOf": [{"type": "integer", "minimum": 10}, {"type": "string", "pattern": "^x"}]}"#,
            good: ["10", #""xy""#],
            bad: [
                ("9", "e: v: expected a number that is at least 10, found 9 (range)"),
                (#""y""#, #"e: v: expected a text that fits /^x/, found "y" (pattern)"#),
            ]),
        Case(
            schema: #"{"oneOf": [{"multipleOf": 2}, {"multipleOf": 3}]}"#, good: ["2", "3"],
            bad: [
                (
                    "6",
                    #"e: v: expected a value that fits exactly one of the 2 schemas of "oneOf", found 6, which fits 2 schemas (variant)"#
                ),
                ("5", "e: v: expected a number that is a multiple of 2, found 5 (range)"),
            ]),
        Case(
            schema: #"{"not": {"type": "string"}}"#, good: ["1"],
            bad: [(#""a""#, #"e: v: expected a value that does not fit the schema of "not", found "a" (variant)"#)]),
        Case(
            schema: #"{"if": {"type": "string"}, "then": {"minLength": 2}, "else": {"minimum": 5}}"#,
            good: [#""ab""#, "5"],
            bad: [
                (#""a""#, #"e: v: expected at least 2 characters, found 1 character: "a" (length)"#),
                ("4", "e: v: expected a number that is at least 5, found 4 (range)"),
            ]),
        Case(
            schema: #"{"never": true}"#, good: [],
            bad: [(#""1234""#, #"e: v: expected no value, found a value of type string (not shown) (forbidden)"#)]),
        Case(
            schema: #"{"type": "string"}"#,
            good: [
                #""a@b""#, #""1234-5678-9012""#, #""2026-11-23T10:00:00.000Z""#, #""https://example.com/@user/1.5""#,
                #""6f1c1f0e-8d0f-4b52-9f0a-1b7d6f0c2a11""#,
            ],
            bad: [
                (
                    #""jane.doe@example.com""#,
                    "e: v: expected no personal data, because the plan does not declare any, found a text with an email address (not shown) (pii)"
                ),
                (
                    #""https://example.com/?u=jane%40example.com&x=1""#,
                    "e: v: expected no personal data, because the plan does not declare any, found a text with an email address (not shown) (pii)"
                ),
                (
                    #""4111 1111 1111 1111""#,
                    "e: v: expected no personal data, because the plan does not declare any, found a text with a card number (not shown) (pii)"
                ),
                (
                    #""call +49 30 901820""#,
                    "e: v: expected no personal data, because the plan does not declare any, found a text with a phone number (not shown) (pii)"
                ),
            ]),
        Case(
            schema: #"{"type": "integer", "pii": "contact"}"#, good: ["1"],
            bad: [
                (
                    #""jane@example.com""#,
                    "e: v: expected an integer, found a value of type string (personal data, not shown) (wrong-type)"
                )
            ]),
    ]

    @Test(arguments: cases)
    func goodValuesHaveNoFindingsAndBadOnesHaveTheirs(_ example: Case) throws {
        let plan = try plan(parameters: #"{"v": \#(example.schema)}"#)
        for value in example.good { #expect(try findings(plan, #"{"v": \#(value)}"#) == "") }
        for (value, finding) in example.bad { #expect(try findings(plan, #"{"v": \#(value)}"#) == finding) }
    }

    @Test func aParameterThatThePlanDoesNotDeclare() throws {
        let closed = try plan(parameters: #"{"movie_id": "integer"}"#)
        #expect(
            try findings(closed, #"{"movieId": 1}"#)
                == #"e: movieId: expected no parameter of this name, found 1; did you mean "movie_id"? (unplanned-parameter)"#
        )
        let open = try plan(parameters: #"{"movie_id": "integer"}"#, #", "closed": false"#)
        #expect(try findings(open, #"{"movieId": 1}"#) == "")
        #expect(try findings(open, #"{"mail": "a@example.com"}"#).hasSuffix("(pii)"))
    }

    @Test func aMissingRequiredParameter() throws {
        let plan = try plan(parameters: #"{"id": {"type": "integer", "required": true}}"#)
        #expect(try findings(plan, "{}") == "e: id: expected an integer, found no value (missing)")
    }

    @Test func parametersOfAVariant() throws {
        let plan = try plan(
            parameters: #"{"method": {"enum": ["card", "cash"], "required": true}}"#,
            #", "variants": [{"when": {"method": "card"}, "parameters": {"network": {"type": "string", "required": true}}}]"#
        )
        #expect(try findings(plan, #"{"method": "card", "network": "visa"}"#) == "")
        #expect(try findings(plan, #"{"method": "cash"}"#) == "")
        #expect(try findings(plan, #"{"method": "card"}"#) == "e: network: expected a value, found no value (missing)")
        #expect(
            try findings(plan, #"{"method": "cash", "network": "visa"}"#)
                == #"e: network: expected a value only if "method" is "card", found "visa" (variant)"#)
    }

    @Test func namedTypesAndSharedGroups() throws {
        let plan = try plan(
            #"""
            {"plan": 1, "types": {"movie_id": {"type": "integer", "minimum": 1}, "tree": {"type": "object", "properties": {"id": "movie_id", "children": {"items": "tree"}}}},
             "shared": {"session": {"session_id": {"type": "string", "required": true}}, "place": {"screen": "string"}},
             "defaults": ["session"],
             "events": {"e": {"include": ["place"], "parameters": {"id": {"type": ["movie_id", "null"]}, "root": "tree"}}}}
            """#)
        #expect(try findings(plan, #"{"session_id": "s", "screen": "home", "id": null}"#) == "")
        #expect(try findings(plan, #"{"id": 1}"#) == "e: session_id: expected a string, found no value (missing)")
        #expect(
            try findings(plan, #"{"session_id": "s", "id": 0}"#)
                == "e: id: expected a number that is at least 1, found 0 (range)")
        #expect(
            try findings(
                plan, #"{"session_id": "s", "root": {"id": 1, "children": [{"id": 2, "children": [{"id": "x"}]}]}}"#)
                == #"e: root.children[0].children[0].id: expected an integer, found string "x" (wrong-type)"#)
    }

    @Test func anExemptionHidesTheFindingOfItsParameterOnly() throws {
        let plan = try plan(parameters: #"{"a": {"type": "integer", "allow": ["wrong-type"]}, "b": "integer"}"#)
        #expect(
            try findings(plan, #"{"a": "x", "b": "y"}"#) == #"e: b: expected an integer, found string "y" (wrong-type)"#
        )
    }

    @Test func severitiesOfThePlanApply() throws {
        let plan = try plan(
            #"{"plan": 1, "events": {"e": {"parameters": {"a": "integer", "b": "string"}}, "f": {"parameters": {"a": "integer"}}}, "check": {"wrong-type": "warning", "f.wrong-type": "ignore"}}"#
        )
        #expect(
            try findings(plan, #"{"a": "x"}"#) == #"warning: e: a: expected an integer, found string "x" (wrong-type)"#)
        #expect(try findings(plan, event: #"{"name": "f", "parameters": {"a": "x"}}"#) == "")
    }

    @Test func aNumberThatIsNotFiniteIsTheTextThatStandsForIt() throws {
        let checked = PlanCheckerOfOne(try plan(parameters: #"{"v": "number"}"#))
        #expect(checked.findings(.number(.nan)) == #"e: v: expected a number, found number NaN (wrong-type)"#)
        let text = PlanCheckerOfOne(try plan(parameters: #"{"v": {"enum": ["NaN"]}}"#))
        #expect(text.findings(.number(.nan)) == "")
    }
}
