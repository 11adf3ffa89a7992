import TrackproofPlans

/// Cases for `LintRuleTests`: the lint rules for schemas.
enum LintSchemaCases {
    static let all: [LintCase] = [
        .parameters(
            .typeMissing,
            good: [
                #""a": "integer", "b": {"enum": [1]}, "c": {"const": 1}, "d": {"$ref": "t"}, "f": {"anyOf": ["integer"]}"#,
                #""a": {"never": true}, "b": {"allOf": ["t"]}, "c": {"oneOf": ["t", {"properties": {"x": {}}}]}"#,
                #""a": {"type": "array", "items": {}}"#,
            ],
            bad: [
                (
                    #""a": {"description": "Any."}, "b": {"type": "object", "properties": {"c": {"minimum": 1}}}"#,
                    """
                    plan.json:1:45: warning: e: a: the parameter has no type (type-missing)
                    plan.json:1:114: warning: e: b.c: the property has no type (type-missing)
                    """
                )
            ], more: #", "types": {"t": "string"}"#),
        .events(
            .typeConflict,
            good: [
                #""a": {"parameters": {"id": "integer"}}, "b": {"parameters": {"id": {"type": ["integer", "null"], "minimum": 1}}}"#,
                #""a": {"parameters": {"id": "integer"}}, "b": {"parameters": {"id": "t"}}, "c": {"parameters": {"id": {"enum": [1, 2]}}}"#,
                #""a": {"parameters": {"id": "integer"}}, "b": {"parameters": {"id": {"description": "Any."}}}"#,
                #""a": {"variants": [{"when": {"k": 1}, "parameters": {"v": "string"}}, {"when": {"k": 2}, "parameters": {"v": "integer"}}]}"#,
                #""a": {"parameters": {"id": "integer"}}, "b": {"kind": "identify", "parameters": {"id": "string"}}"#,
            ],
            bad: [
                (
                    #""a": {"parameters": {"id": "integer"}}, "b": {"parameters": {"id": "string"}}, "c": {"parameters": {"id": {"anyOf": ["t", "number"]}}}"#,
                    """
                    plan.json:1:85: warning: b: id: the value is a string here, and an integer at plan.json:1:45 (type-conflict)
                    plan.json:1:124: warning: c: id: the value is an integer or a number here, and an integer at plan.json:1:45 (type-conflict)
                    """
                )
            ], more: #", "types": {"t": {"type": "integer"}}"#),
        .parameters(
            .enumEmpty, good: [#""a": {"enum": [null]}"#],
            bad: [
                (
                    #""a": {"enum": []}"#,
                    "plan.json:1:51: error: e: a: the enum is empty, so no value fits (enum-empty)"
                )
            ]),
        .parameters(
            .enumDuplicate,
            good: [
                #""a": {"enum": ["a", "A", 1, "1", true, null, [1], {"b": 1}, 9007199254740993, 9007199254740992, 18446744073709551615, 18446744073709551614]}"#
            ],
            bad: [
                (
                    #""a": {"enum": ["a", 1, "a", 1.0, [2], {"x": 1, "y": 2}, [2.0], {"y": 2, "x": 1}]}"#,
                    """
                    plan.json:1:68: warning: e: a: the enum has "a" twice; the first is at plan.json:1:60 (enum-duplicate)
                    plan.json:1:73: warning: e: a: the enum has 1.0 twice; the first is at plan.json:1:65 (enum-duplicate)
                    plan.json:1:101: warning: e: a: the enum has [2.0] twice; the first is at plan.json:1:78 (enum-duplicate)
                    plan.json:1:108: warning: e: a: the enum has {y: 2, x: 1} twice; the first is at plan.json:1:83 (enum-duplicate)
                    """
                )
            ]),
        .parameters(
            .patternHalfAnchored,
            good: [
                #""a": {"pattern": "^(a|b)$"}"#, #""a": {"pattern": "^a|^b"}"#, #""a": {"pattern": "^a$|^b$"}"#,
                #""a": {"pattern": "a|b"}"#, #""a": {"pattern": "\\^a|b"}"#, #""a": {"pattern": "^(a|b$)"}"#,
                #""a": {"pattern": "(^a|^b)|^c"}"#,
            ],
            bad: [
                (
                    #""a": {"pattern": "^a|b$"}"#,
                    #"plan.json:1:51: warning: e: a: only some alternatives of /^a|b$/ are anchored; put them in parentheses, as in /^(a|b)$/ (pattern-half-anchored)"#
                ),
                (
                    #""a": {"pattern": "^a|b"}"#,
                    "plan.json:1:51: warning: e: a: only some alternatives of /^a|b/ are anchored; put them in parentheses, as in /^(a|b)$/ (pattern-half-anchored)"
                ),
                (
                    #""a": {"pattern": "a|b$"}"#,
                    "plan.json:1:51: warning: e: a: only some alternatives of /a|b$/ are anchored; put them in parentheses, as in /^(a|b)$/ (pattern-half-anchored)"
                ),
                (
                    #""a": {"patternProperties": {"^ab|^cd$": {}}}"#,
                    #"plan.json:1:73: warning: e: a: only some alternatives of /^ab|^cd$/ are anchored; put them in parentheses, as in /^(a|b)$/ (pattern-half-anchored)"#
                ),
            ]),
        .parameters(
            .boundBeyondInteger,
            good: [
                #""a": {"type": "integer", "maximum": 9223372036854775807, "minimum": -9223372036854775808}"#,
                #""a": {"type": "number", "maximum": 9223372036854775808}"#,
                #""a": {"type": "integer", "multipleOf": 10000000000000000000}"#,
            ],
            bad: [
                (
                    #""a": {"type": ["integer", "null"], "maximum": 9223372036854775808, "exclusiveMinimum": -1e30}"#,
                    """
                    plan.json:1:80: warning: e: a: maximum is 9223372036854775808, but integers are from -9223372036854775808 to 9223372036854775807 (bound-beyond-integer)
                    plan.json:1:112: warning: e: a: exclusiveMinimum is -1e30, but integers are from -9223372036854775808 to 9223372036854775807 (bound-beyond-integer)
                    """
                )
            ]),
        .parameters(
            .boundsContradict,
            good: [
                #""a": {"minimum": 5, "maximum": 5}"#, #""a": {"minLength": 3, "maxLength": 3}"#,
                #""a": {"type": "number", "exclusiveMinimum": 3, "exclusiveMaximum": 4}"#,
                #""a": {"type": "integer", "exclusiveMinimum": 3, "exclusiveMaximum": 5}"#,
                #""a": {"type": "integer", "minimum": -9223372036854775808, "exclusiveMaximum": -9223372036854775807}"#,
                #""a": {"type": ["string", "null"], "maxLength": 3, "enum": ["abc", null]}"#,
                #""a": {"enum": ["jane@example.com"], "type": "string"}"#, #""a": {"type": "integer", "const": 1.0}"#,
            ],
            bad: [
                (
                    #""a": {"minimum": 10, "maximum": 5}"#,
                    "plan.json:1:66: error: e: a: minimum is 10 and maximum is 5, so no number fits (bounds-contradict)"
                ),
                (
                    #""a": {"minimum": 0.5, "exclusiveMaximum": 0.50}"#,
                    "plan.json:1:67: error: e: a: minimum is 0.5 and exclusiveMaximum is 0.50, so no number fits (bounds-contradict)"
                ),
                (
                    #""a": {"type": "integer", "exclusiveMinimum": 3, "exclusiveMaximum": 4}"#,
                    "plan.json:1:93: error: e: a: exclusiveMinimum is 3 and exclusiveMaximum is 4, so no integer fits (bounds-contradict)"
                ),
                (
                    #""a": {"type": "integer", "minimum": -0.9, "maximum": -0.1}"#,
                    "plan.json:1:87: error: e: a: minimum is -0.9 and maximum is -0.1, so no integer fits (bounds-contradict)"
                ),
                (
                    #""a": {"minLength": 5, "maxLength": 3}"#,
                    "plan.json:1:67: error: e: a: minLength is 5 and maxLength is 3, so no value fits (bounds-contradict)"
                ),
                (
                    #""a": {"minItems": 5, "maxItems": 3}"#,
                    "plan.json:1:66: error: e: a: minItems is 5 and maxItems is 3, so no value fits (bounds-contradict)"
                ),
                (
                    #""a": {"minProperties": 5, "maxProperties": 3}"#,
                    "plan.json:1:71: error: e: a: minProperties is 5 and maxProperties is 3, so no value fits (bounds-contradict)"
                ),
                (
                    #""a": {"enum": ["a", "b"], "const": "b"}"#,
                    #"plan.json:1:60: error: e: a: "a" never fits, because other rules do not allow it: expected "b", found "a" (not-in-enum) (bounds-contradict)"#
                ),
                (
                    #""a": {"type": "string", "enum": ["a", 1], "allow": ["wrong-type"]}"#,
                    #"plan.json:1:83: error: e: a: 1 never fits, because other rules do not allow it: expected a string, found integer 1 (wrong-type) (bounds-contradict)"#
                ),
                (
                    #""a": {"type": "string", "maxLength": 3, "enum": ["abcd", "abc", null]}"#,
                    """
                    plan.json:1:94: error: e: a: "abcd" never fits, because other rules do not allow it: expected at most 3 characters, found 4 characters: "abcd" (length) (bounds-contradict)
                    plan.json:1:109: error: e: a: null never fits, because other rules do not allow it: expected a string, found null (null) (bounds-contradict)
                    """
                ),
            ]),
        .parameters(
            .requiredUndeclared,
            good: [
                #""a": {"type": "object", "required": ["b"], "properties": {"b": {}}}"#,
                #""a": {"type": "object", "required": ["b"], "allOf": [{"properties": {"b": {}}}]}"#,
                #""a": {"type": "object", "properties": {"b": {}, "c": {}}, "anyOf": [{"required": ["b"]}, {"required": ["c"]}]}"#,
                #""a": {"required": ["x1"], "patternProperties": {"^x": {}}}"#,
                #""a": {"type": "t", "required": ["b"]}"#,
            ],
            bad: [
                (
                    #""a": {"type": "object", "required": ["skuu", "x"], "properties": {"sku": {}}}"#,
                    """
                    plan.json:1:82: error: e: a: the object requires "skuu" and does not declare it; did you mean "sku"? (required-undeclared)
                    plan.json:1:90: error: e: a: the object requires "x" and does not declare it (required-undeclared)
                    """
                )
            ], more: #", "types": {"t": {"type": "object", "properties": {"b": {}}}}"#),
        .parameters(
            .defaultInvalid,
            good: [
                #""a": {"type": "integer", "default": 1}"#, #""a": {"type": "string", "default": "a@example.com"}"#,
            ],
            bad: [
                (
                    #""a": {"enum": ["card", "cash"], "default": "crad"}"#,
                    #"plan.json:1:88: error: e: a: the default does not fit: expected one of "card", "cash", found "crad"; did you mean "card"? (not-in-enum) (default-invalid)"#
                ),
                (
                    #""a": {"type": "object", "properties": {"b": {"minimum": 1}}, "default": {"b": 0}}"#,
                    "plan.json:1:117: error: e: a: the default does not fit: b: expected a number that is at least 1, found 0 (range) (default-invalid)"
                ),
            ]),
    ]
}
