import Testing

/// Each change of a value's schema, with its verdicts for released apps, readers and generated code.
struct ValueChangeTests {
    static let types: [ChangeCase] = [
        .value(#""integer""#, #""number""#, "e: v: type-widened: ok warns breaks", ["1", "3.0"]),
        .value(#""number""#, #""integer""#, "e: v: type-narrowed: breaks ok breaks", ["1", "1.5"]),
        .value(#""integer""#, #""string""#, "e: v: type-changed: breaks breaks breaks", ["1"]),
        .value(
            #""string""#, #"{"type": ["string", "integer"]}"#, "e: v: type-widened: ok breaks breaks", [#""a""#]),
        .value(
            #"{"type": ["string", "integer"]}"#, #""string""#, "e: v: type-narrowed: breaks ok breaks", [#""a""#, "1"]),
        .value(
            #"{}"#, #""boolean""#, "e: v: null-forbidden: breaks ok breaks\ne: v: type-narrowed: breaks ok breaks",
            ["true", "1"]),
        .value(#""string""#, #"{"type": ["string", "null"]}"#, "e: v: null-allowed: ok warns warns", [#""a""#]),
        .value(
            #"{"type": ["string", "null"]}"#, #""string""#, "e: v: null-forbidden: breaks ok breaks", [#""a""#, "null"]),
        .value(#""string""#, #"{"never": true}"#, "e: v: now-forbidden: breaks breaks breaks", [#""a""#]),
        .event(
            #"{"parameters": {"v": {"never": true}}}"#, #"{"parameters": {"v": "string"}}"#,
            "e: v: no-longer-forbidden: ok ok ok", ["{}"]),
    ]

    static let lists: [ChangeCase] = [
        .value(
            #"{"enum": ["a", "b"]}"#, #"{"enum": ["a", "b", "c"]}"#, "e: v: enum-value-added: ok warns warns",
            [#""a""#, #""b""#]),
        .value(
            #"{"enum": ["a", "b"]}"#, #"{"enum": ["a"]}"#, "e: v: enum-value-removed: breaks ok breaks",
            [#""a""#, #""b""#]),
        .value(
            #"{"enum": ["a", "b"]}"#, #"{"enum": ["a", "c"]}"#,
            "e: v: enum-value-removed: breaks ok breaks\ne: v: enum-value-added: ok warns warns", [#""b""#]),
        .value(
            #""string""#, #"{"type": "string", "enum": ["a"]}"#, "e: v: enum-added: breaks ok breaks",
            [#""a""#, #""b""#]),
        .value(#"{"const": "a"}"#, #""string""#, "e: v: enum-removed: ok warns breaks", [#""a""#]),
        .value(
            #"{"enum": ["a", null]}"#, #"{"enum": ["a"]}"#, "e: v: null-forbidden: breaks ok breaks",
            [#""a""#, "null"]),
        .value(
            #"{"enum": [1, 2]}"#, #"{"enum": [1, 2, 2.5]}"#,
            "e: v: type-widened: ok warns breaks\ne: v: enum-value-added: ok warns warns", ["1", "2.0"]),
        // All listed values follow the new rules.
        .value(
            #"{"enum": ["ab", "cd"]}"#, #"{"type": "string", "minLength": 2, "pattern": "^[a-d]+$"}"#,
            "e: v: enum-removed: ok warns breaks\ne: v: length-tightened: ok ok ok\ne: v: pattern-added: ok ok ok",
            [#""ab""#, #""cd""#]),
        .value(
            #"{"enum": [1, 20]}"#, #"{"type": "integer", "maximum": 10}"#,
            "e: v: enum-removed: ok warns breaks\ne: v: range-tightened: breaks ok ok", ["1", "20"]),
        .value(
            #"{"enum": ["jane@example.com"]}"#, #""string""#, "e: v: enum-removed: breaks warns breaks",
            [#""jane@example.com""#]),
        .value(
            #""boolean""#, #"{"enum": [true]}"#, "e: v: enum-added: breaks ok breaks", ["true", "false"]),
    ]

    static let numbers: [ChangeCase] = [
        .value(
            #"{"type": "number", "minimum": 0}"#, #"{"type": "number", "minimum": 1}"#,
            "e: v: range-tightened: breaks ok ok", ["0", "1"]),
        .value(
            #"{"type": "number", "minimum": 0}"#, #"{"type": "number", "exclusiveMinimum": 0}"#,
            "e: v: range-tightened: breaks ok ok", ["0", "1"]),
        .value(
            #"{"type": "number", "minimum": 1}"#, #"{"type": "number", "minimum": 0}"#,
            "e: v: range-loosened: ok warns ok", ["1"]),
        .value(
            #"{"type": "number"}"#, #"{"type": "number", "maximum": 9007199254740993}"#,
            "e: v: range-tightened: breaks ok ok", ["1", "9007199254740994"]),
        .value(
            #"{"type": "integer", "maximum": 9007199254740993}"#, #"{"type": "integer", "maximum": 9007199254740992}"#,
            "e: v: range-tightened: breaks ok ok", ["9007199254740993"]),
        .value(
            #"{"type": "number", "maximum": 1}"#, #"{"type": "number"}"#, "e: v: range-loosened: ok warns ok", ["1"]),
        .value(
            #"{"type": "number", "minimum": 0, "maximum": 9}"#, #"{"type": "number", "minimum": 1, "maximum": 10}"#,
            "e: v: range-tightened: breaks ok ok\ne: v: range-loosened: ok warns ok", ["0"]),
        .value(
            #"{"type": "number"}"#, #"{"type": "number", "multipleOf": 0.01}"#, "e: v: range-tightened: breaks ok ok",
            ["0.01", "0.001"]),
        .value(
            #"{"type": "number", "multipleOf": 0.02}"#, #"{"type": "number", "multipleOf": 0.01}"#,
            "e: v: range-loosened: ok warns ok", ["0.02", "19.98"]),
        .value(
            #"{"type": "number", "multipleOf": 2}"#, #"{"type": "number", "multipleOf": 3}"#,
            "e: v: range-tightened: breaks ok ok", ["2"]),
    ]

    static let texts: [ChangeCase] = [
        .value(
            #"{"type": "string"}"#, #"{"type": "string", "minLength": 1}"#, "e: v: length-tightened: breaks ok ok",
            [#""""#, #""a""#]),
        .value(
            #"{"type": "string", "maxLength": 9}"#, #"{"type": "string", "maxLength": 2}"#,
            "e: v: length-tightened: breaks ok ok", [#""abc""#]),
        .value(
            #"{"type": "string", "maxLength": 2}"#, #"{"type": "string", "maxLength": 9}"#,
            "e: v: length-loosened: ok warns ok", [#""ab""#]),
        .value(
            #"{"type": "string", "format": "uuid"}"#, #"{"type": "string", "format": "uuid", "maxLength": 36}"#,
            "e: v: length-tightened: ok ok ok", [#""6f1c1f0e-8d0f-4b52-9f0a-1b7d6f0c2a11""#]),
        .value(
            #""string""#, #"{"type": "string", "pattern": "^a"}"#, "e: v: pattern-added: breaks ok ok",
            [#""a""#, #""b""#]),
        .value(
            #"{"type": "string", "pattern": "^a"}"#, #"{"type": "string", "pattern": "^b"}"#,
            "e: v: pattern-changed: breaks warns ok", [#""a""#]),
        .value(
            #"{"type": "string", "pattern": "^a"}"#, #""string""#, "e: v: pattern-removed: ok warns ok", [#""a""#]),
        .value(
            #""string""#, #"{"type": "string", "format": "date"}"#, "e: v: format-added: breaks ok ok", [#""a""#]),
        .value(
            #"{"type": "string", "format": "date"}"#, #"{"type": "string", "format": "date-time"}"#,
            "e: v: format-changed: breaks warns ok", [#""2026-11-23""#]),
        .value(
            #"{"type": "string", "format": "uri"}"#, #"{"type": "string", "format": "uri-reference"}"#,
            "e: v: format-changed: ok warns ok", [#""https://example.com/""#]),
        .value(
            #"{"type": "string", "format": "date"}"#, #""string""#, "e: v: format-removed: ok warns ok",
            [#""2026-11-23""#]),
        // Without its format, the address is personal data that the plan does not declare.
        .value(
            #"{"type": "string", "format": "email"}"#, #""string""#, "e: v: format-removed: breaks warns ok",
            [#""jane@example.com""#]),
        .value(
            #""string""#, #"{"type": "string", "pii": "contact"}"#, "e: v: pii-declared: ok warns ok", [#""a""#]),
        .value(
            #"{"type": "string", "pii": "contact"}"#, #""string""#, "e: v: pii-removed: breaks ok ok",
            [#""a""#, #""jane@example.com""#]),
        .value(
            #"{"type": "integer", "pii": "contact"}"#, #""integer""#, "e: v: pii-removed: ok ok ok", ["1"]),
        .value(
            #"{"type": "string", "pii": "contact"}"#, #"{"type": "string", "pii": "free_text"}"#,
            "e: v: pii-changed: ok warns ok", [#""jane@example.com""#]),
    ]

    static let containers: [ChangeCase] = [
        .value(
            #"{"type": "array", "items": "integer"}"#, #"{"type": "array", "items": "string"}"#,
            "e: v[]: type-changed: breaks breaks breaks", ["[]", "[1]"]),
        .value(
            #"{"type": "array"}"#, #"{"type": "array", "minItems": 1}"#, "e: v: items-tightened: breaks ok ok",
            ["[]", "[1]"]),
        .value(
            #"{"type": "array", "maxItems": 1}"#, #"{"type": "array", "maxItems": 2}"#,
            "e: v: items-loosened: ok ok ok", ["[1]"]),
        .value(
            #"{"type": "array"}"#, #"{"type": "array", "uniqueItems": true}"#, "e: v: items-tightened: breaks ok ok",
            ["[1, 1]"]),
        .value(
            #"{"type": "array", "maxItems": 1}"#, #"{"type": "array", "maxItems": 1, "uniqueItems": true}"#,
            "e: v: items-tightened: ok ok ok", ["[1]"]),
        .value(
            #"{"type": "array", "prefixItems": ["string", "integer"]}"#,
            #"{"type": "array", "prefixItems": ["string", "number"]}"#, "e: v[1]: type-widened: ok warns breaks",
            [#"["a", 1]"#]),
        .value(
            #"{"items": {"properties": {"sku": "string"}}, "type": "array"}"#,
            #"{"items": {"properties": {"sku": {"type": "string", "required": true}}}, "type": "array"}"#,
            "e: v[].sku: now-required: breaks ok breaks", [#"[{"sku": "a"}, {}]"#]),
        .value(
            #"{"properties": {"a": "string"}, "type": "object"}"#,
            #"{"properties": {"a": "string", "b": "string"}, "type": "object"}"#,
            "e: v.b: parameter-added: ok ok ok", [#"{"a": "x"}"#]),
        .value(
            #"{"properties": {"a": "string", "b": "integer"}, "type": "object"}"#,
            #"{"properties": {"a": "string"}, "type": "object"}"#,
            "e: v.b: parameter-removed: breaks breaks breaks", [#"{"b": 1}"#]),
        .value(
            #"{"properties": {"a": "string"}, "type": "object", "additionalProperties": true}"#,
            #"{"properties": {"a": "string"}, "type": "object"}"#, "e: v: closed: breaks ok ok",
            [#"{"a": "x"}"#, #"{"z": 1}"#]),
        .value(
            #"{"properties": {"a": "string"}, "type": "object"}"#,
            #"{"properties": {"a": "string"}, "type": "object", "additionalProperties": "integer"}"#,
            "e: v: opened: ok warns ok", [#"{"a": "x"}"#]),
        .value(
            #"{"type": "object", "additionalProperties": "integer"}"#,
            #"{"type": "object", "additionalProperties": "number"}"#, "e: v.*: type-widened: ok warns breaks",
            [#"{"a": 1}"#]),
        .value(
            #"{"type": "object", "minProperties": 1}"#, #"{"type": "object", "minProperties": 2}"#,
            "e: v: properties-tightened: breaks ok ok", [#"{"a": 1}"#]),
        .value(
            #"{"type": "object", "maxProperties": 1}"#, #"{"type": "object", "maxProperties": 2}"#,
            "e: v: properties-loosened: ok ok ok", [#"{"a": 1}"#]),
        .value(
            #"{"type": "object", "properties": {"a": {"required": true}}}"#,
            #"{"type": "object", "properties": {"a": {"required": true}}, "minProperties": 1, "maxProperties": 1}"#,
            "e: v: properties-tightened: ok ok ok\ne: v: properties-tightened: ok ok ok", [#"{"a": 1}"#]),
        .value(
            #"{"properties": {"a": "string", "b": "string"}}"#,
            #"{"properties": {"a": "string", "b": "string"}, "dependentRequired": {"a": ["b"]}}"#,
            "e: v.b: dependency-added: breaks ok ok", [#"{"a": "x"}"#]),
        .value(
            #"{"properties": {"a": "string", "b": "string"}, "dependentRequired": {"a": ["b"]}}"#,
            #"{"properties": {"a": "string", "b": "string"}}"#,
            "e: v.b: dependency-removed: ok warns ok", [#"{"a": "x", "b": "y"}"#]),
        .value(
            #"{"patternProperties": {"^x": "integer"}}"#, #"{"patternProperties": {"^y": "integer"}}"#,
            "e: v: name-patterns-changed: breaks warns ok", [#"{"y": "text"}"#]),
        .value(
            #"{"patternProperties": {"^x": "integer"}}"#, #"{"patternProperties": {"^x": "string"}}"#,
            "e: v./^x/: type-changed: breaks breaks breaks", [#"{"x": 1}"#]),
        .value(
            #"{"propertyNames": {"maxLength": 3}}"#, #"{"propertyNames": {"maxLength": 2}}"#,
            "e: v: property-names-changed: breaks warns ok", [#"{"abc": 1}"#]),
        .value(
            #"{"type": "object", "additionalProperties": "integer", "required": ["a"]}"#,
            #"{"type": "object", "additionalProperties": "integer", "required": ["a", "b"]}"#,
            "e: v.b: now-required: breaks ok breaks", [#"{"a": 1}"#]),
    ]

    static let combinations: [ChangeCase] = [
        .value(
            #"{"oneOf": [{"multipleOf": 2}, {"multipleOf": 3}]}"#,
            #"{"oneOf": [{"multipleOf": 2}, {"multipleOf": 5}]}"#,
            "e: v: combination-changed: breaks warns breaks", ["3"]),
        .value(
            #"{"anyOf": [{"multipleOf": 2}, {"multipleOf": 3}]}"#,
            #"{"anyOf": [{"multipleOf": 2}, {"multipleOf": 3}, {"multipleOf": 5}]}"#,
            "e: v: combination-changed: ok warns breaks", ["2", "3"]),
        .value(
            #"{"not": {"type": "string"}}"#, #"{"not": {"type": "integer"}}"#,
            "e: v: combination-changed: breaks warns ok", ["1"]),
        .value(
            #"{"if": {"type": "string"}, "then": {"minLength": 1}}"#, "{}",
            "e: v: combination-changed: ok warns ok", [#""a""#]),
        // Alternatives of different types are compared type by type.
        .value(
            #"{"anyOf": [{"type": "integer", "minimum": 0}, {"type": "boolean"}]}"#,
            #"{"anyOf": [{"type": "boolean"}, {"type": "integer", "minimum": 5}]}"#,
            "e: v: range-tightened: breaks ok ok", ["0", "true"]),
        .value(
            #"{"allOf": [{"properties": {"a": {"type": "integer", "required": true}}}, {"properties": {"b": {"type": "integer"}}}]}"#,
            #"{"allOf": [{"properties": {"a": {"type": "integer", "required": true}}}, {"properties": {"b": {"type": "number"}}}]}"#,
            "e: v.b: type-widened: ok warns breaks", [#"{"a": 1, "b": 2}"#]),
    ]

    static let notes: [ChangeCase] = [
        .value(
            #"{"type": "integer", "description": "One."}"#, #"{"type": "integer", "description": "Two."}"#,
            "e: v: description-changed: ok ok ok", ["1"]),
        .value(
            #"{"items": {"type": "integer"}}"#, #"{"items": {"type": "integer", "description": "Two."}}"#,
            "e: v[]: description-changed: ok ok ok", ["[1]"]),
        .value(
            #"{"type": "integer"}"#, #"{"type": "integer", "examples": [1]}"#, "e: v: examples-changed: ok ok ok", ["1"]
        ),
        .value(
            #"{"type": "integer", "default": 1}"#, #"{"type": "integer", "default": 2}"#,
            "e: v: default-changed: ok warns ok", ["1"]),
        .value(
            #""integer""#, #"{"type": "integer", "deprecated": true}"#, "e: v: deprecated: ok warns warns", ["1"]),
        .value(
            #"{"type": "integer", "deprecated": true}"#, #""integer""#, "e: v: no-longer-deprecated: ok ok ok", ["1"]),
        .value(
            #""integer""#, #"{"type": "integer", "allow": ["wrong-type"]}"#, "e: v: exemption-added: ok ok ok", ["1"]),
        .value(
            #"{"type": "integer", "allow": ["wrong-type"]}"#, #""integer""#, "e: v: exemption-removed: breaks ok ok",
            ["1", #""a""#]),
        .value(
            #"{"type": "integer", "allow": ["pattern"]}"#, #""integer""#, "e: v: exemption-removed: ok ok ok", ["1"]),
        .value(
            #"{"type": "integer", "allow": ["pii-suspected"]}"#, #""integer""#, "e: v: exemption-removed: ok ok ok",
            ["1"]),
    ]

    @Test(arguments: types + lists + numbers + texts)
    func aChangeOfAScalar(_ example: ChangeCase) throws { try example.check() }

    @Test(arguments: containers + combinations + notes)
    func aChangeOfAContainerOrOfNotes(_ example: ChangeCase) throws { try example.check() }
}
