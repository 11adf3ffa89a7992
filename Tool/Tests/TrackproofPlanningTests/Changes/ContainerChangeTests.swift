import Testing

/// Tests of changes to lists, objects, combined schemas and notes in a plan.
///
/// Each case has the verdicts for released apps, readers and generated code.
struct ContainerChangeTests {
    static let containers: [ChangeCase] = [
        .value(
            #"{"type": "array", "items": "integer"}"#, #"{"type": "array", "items": "string"}"#,
            "e: v[]: type changed: breaks breaks breaks", ["[]", "[1]"]),
        .value(
            #"{"type": "array"}"#, #"{"type": "array", "minItems": 1}"#, "e: v: items narrowed: breaks ok ok",
            ["[]", "[1]"]),
        .value(
            #"{"type": "array", "maxItems": 1}"#, #"{"type": "array", "maxItems": 2}"#,
            "e: v: items widened: ok warns ok", ["[1]"]),
        .value(
            #"{"type": "array"}"#, #"{"type": "array", "uniqueItems": true}"#, "e: v: items narrowed: breaks ok ok",
            ["[1, 1]"]),
        .value(
            #"{"type": "array", "maxItems": 1}"#, #"{"type": "array", "maxItems": 1, "uniqueItems": true}"#,
            "e: v: items narrowed: ok ok ok", ["[1]"]),
        .value(
            #"{"type": "array", "prefixItems": ["string", "integer"]}"#,
            #"{"type": "array", "prefixItems": ["string", "number"]}"#, "e: v[1]: type widened: ok warns breaks",
            [#"["a", 1]"#]),
        .value(
            #"{"items": {"properties": {"sku": "string"}}, "type": "array"}"#,
            #"{"items": {"properties": {"sku": {"type": "string", "required": true}}}, "type": "array"}"#,
            "e: v[].sku: presence narrowed: breaks ok breaks", [#"[{"sku": "a"}, {}]"#]),
        .value(
            #"{"properties": {"a": "string"}, "type": "object"}"#,
            #"{"properties": {"a": "string", "b": "string"}, "type": "object"}"#,
            "e: v.b: parameter added: ok ok ok", [#"{"a": "x"}"#]),
        .value(
            #"{"properties": {"a": "string", "b": "integer"}, "type": "object"}"#,
            #"{"properties": {"a": "string"}, "type": "object"}"#,
            "e: v.b: parameter removed: breaks breaks breaks", [#"{"b": 1}"#]),
        .value(
            #"{"properties": {"a": "string"}, "type": "object", "additionalProperties": true}"#,
            #"{"properties": {"a": "string"}, "type": "object"}"#, "e: v: other parameters narrowed: breaks ok ok",
            [#"{"a": "x"}"#, #"{"z": 1}"#]),
        .value(
            #"{"properties": {"a": "string"}, "type": "object"}"#,
            #"{"properties": {"a": "string"}, "type": "object", "additionalProperties": "integer"}"#,
            "e: v: other parameters widened: ok warns ok", [#"{"a": "x"}"#]),
        .value(
            #"{"type": "object", "additionalProperties": "integer"}"#,
            #"{"type": "object", "additionalProperties": "number"}"#, "e: v.*: type widened: ok warns breaks",
            [#"{"a": 1}"#]),
        .value(
            #"{"type": "object", "minProperties": 1}"#, #"{"type": "object", "minProperties": 2}"#,
            "e: v: properties narrowed: breaks ok ok", [#"{"a": 1}"#]),
        .value(
            #"{"type": "object", "maxProperties": 1}"#, #"{"type": "object", "maxProperties": 2}"#,
            "e: v: properties widened: ok warns ok", [#"{"a": 1}"#]),
        .value(
            #"{"type": "object", "properties": {"a": {"required": true}}}"#,
            #"{"type": "object", "properties": {"a": {"required": true}}, "minProperties": 1, "maxProperties": 1}"#,
            "e: v: properties narrowed: ok ok ok\ne: v: properties narrowed: ok ok ok", [#"{"a": 1}"#]),
        .value(
            #"{"properties": {"a": "string", "b": "string"}}"#,
            #"{"properties": {"a": "string", "b": "string"}, "dependentRequired": {"a": ["b"]}}"#,
            "e: v.b: dependency narrowed: breaks ok ok", [#"{"a": "x"}"#]),
        .value(
            #"{"properties": {"a": "string", "b": "string"}, "dependentRequired": {"a": ["b"]}}"#,
            #"{"properties": {"a": "string", "b": "string"}}"#,
            "e: v.b: dependency widened: ok warns ok", [#"{"a": "x", "b": "y"}"#]),
        .value(
            #"{"patternProperties": {"^x": "integer"}}"#, #"{"patternProperties": {"^y": "integer"}}"#,
            "e: v: other parameters changed, cannot be compared: warns warns ok", [#"{"y": "text"}"#]),
        .value(
            #"{"patternProperties": {"^x": "integer"}}"#, #"{"patternProperties": {"^x": "string"}}"#,
            "e: v./^x/: type changed: breaks breaks breaks", [#"{"x": 1}"#]),
        .value(
            #"{"propertyNames": {"maxLength": 3}}"#, #"{"propertyNames": {"maxLength": 2}}"#,
            "e: v: property names changed: breaks warns ok", [#"{"abc": 1}"#]),
        .value(
            #"{"type": "object", "additionalProperties": "integer", "required": ["a"]}"#,
            #"{"type": "object", "additionalProperties": "integer", "required": ["a", "b"]}"#,
            "e: v.b: presence narrowed: breaks ok ok", [#"{"a": 1}"#]),
    ]

    static let combinations: [ChangeCase] = [
        .value(
            #"{"oneOf": [{"multipleOf": 2}, {"multipleOf": 3}]}"#,
            #"{"oneOf": [{"multipleOf": 2}, {"multipleOf": 5}]}"#,
            "e: v: alternatives changed, cannot be compared: warns warns warns", ["3"]),
        .value(
            #"{"anyOf": [{"multipleOf": 2}, {"multipleOf": 3}]}"#,
            #"{"anyOf": [{"multipleOf": 2}, {"multipleOf": 3}, {"multipleOf": 5}]}"#,
            "e: v: alternatives widened: ok warns warns", ["2", "3"]),
        .value(
            #"{"not": {"type": "string"}}"#, #"{"not": {"type": "integer"}}"#,
            "e: v: type changed: breaks breaks breaks\ne: v: conditions changed, cannot be compared: warns warns ok",
            ["1"]),
        .value(
            #"{"if": {"type": "string"}, "then": {"minLength": 1}}"#, "{}",
            "e: v: conditions widened: ok warns ok", [#""a""#]),
        // The difference compares each old alternative with the new alternative of the same type.
        .value(
            #"{"anyOf": [{"type": "integer", "minimum": 0}, {"type": "boolean"}]}"#,
            #"{"anyOf": [{"type": "boolean"}, {"type": "integer", "minimum": 5}]}"#,
            "e: v: range narrowed: breaks ok ok", ["0", "true"]),
        .value(
            #"{"allOf": [{"properties": {"a": {"type": "integer", "required": true}}}, {"properties": {"b": {"type": "integer"}}}]}"#,
            #"{"allOf": [{"properties": {"a": {"type": "integer", "required": true}}}, {"properties": {"b": {"type": "number"}}}]}"#,
            "e: v.b: type widened: ok warns breaks", [#"{"a": 1, "b": 2}"#]),
    ]

    /// Changes of schemas that contain or name other schemas.
    static let parts: [ChangeCase] = [
        .value(
            #"{"allOf": [{"required": ["a"]}, {"required": ["b"]}]}"#,
            #"{"allOf": [{"required": ["a"]}, {"required": ["b"]}, {"required": ["c"]}]}"#,
            "e: v.c: presence narrowed: breaks ok ok", [#"{"a": 1, "b": 2}"#]),
        .value(
            #"{"allOf": [{"required": ["a"]}, {"required": ["b"]}]}"#, #"{"allOf": [{"required": ["a"]}]}"#,
            "e: v.b: presence widened: ok warns ok", [#"{"a": 1, "b": 2}"#]),
        type(
            #"{"type": "string", "maxLength": 9}"#, #"{"type": "string", "maxLength": 5}"#,
            #"{"type": "t", "minLength": 1}"#, "length narrowed: breaks ok ok", #""abcdef""#),
        type(
            #"{"type": "integer", "minimum": 0}"#, #"{"type": "integer", "minimum": 1}"#,
            #"{"type": ["t", "null"]}"#, "range narrowed: breaks ok ok", "0"),
        type(
            #"{"type": "integer", "description": "One."}"#, #"{"type": "integer", "description": "Two."}"#,
            #"{"type": "t"}"#, "description changed: ok ok ok", "1"),
    ]

    /// Returns a case in which the type `t` changes. The schema of a parameter uses this type.
    private static func type(
        _ old: String, _ new: String, _ schema: String, _ change: String, _ value: String
    ) -> ChangeCase {
        .plan(
            #""types": {"t": \#(old)}, "events": {"e": {"parameters": {"v": \#(schema)}}}"#,
            #""types": {"t": \#(new)}, "events": {"e": {"parameters": {"v": \#(schema)}}}"#, "e: v: " + change,
            [#"{"name": "e", "parameters": {"v": \#(value)}}"#])
    }

    static let notes: [ChangeCase] = [
        .value(
            #"{"type": "integer", "description": "One."}"#, #"{"type": "integer", "description": "Two."}"#,
            "e: v: description changed: ok ok ok", ["1"]),
        .value(
            #"{"items": {"type": "integer"}}"#, #"{"items": {"type": "integer", "description": "Two."}}"#,
            "e: v[]: description changed: ok ok ok", ["[1]"]),
        .value(
            #"{"type": "integer"}"#, #"{"type": "integer", "examples": [1]}"#, "e: v: examples changed: ok ok ok", ["1"]
        ),
        .value(
            #"{"type": "integer", "default": 1}"#, #"{"type": "integer", "default": 2}"#,
            "e: v: default changed: ok warns ok", ["1"]),
        .value(
            #""integer""#, #"{"type": "integer", "deprecated": true}"#, "e: v: deprecation added: ok warns warns", ["1"]
        ),
        .value(
            #"{"type": "integer", "deprecated": true}"#, #""integer""#, "e: v: deprecation removed: ok ok ok", ["1"]),
        .value(
            #""integer""#, #"{"type": "integer", "allow": ["wrong-type"]}"#, "e: v: exemption added: ok ok ok", ["1"]),
        .value(
            #"{"type": "integer", "allow": ["wrong-type"]}"#, #""integer""#, "e: v: exemption removed: breaks ok ok",
            ["1", #""a""#]),
        .value(
            #"{"type": "integer", "allow": ["pii-suspected"]}"#, #""integer""#, "e: v: exemption removed: ok ok ok",
            ["1"]),
    ]

    @Test(arguments: containers + combinations + parts + notes)
    func aChangeOfAContainerOrOfNotes(_ example: ChangeCase) throws { try example.check() }
}
