import Testing

/// Tests of changes to a value's schema, with the verdicts for released apps, readers and generated code.
struct ValueChangeTests {
    static let types: [ChangeCase] = [
        .value(#""integer""#, #""number""#, "e: v: type widened: ok warns breaks", ["1", "3.0"]),
        .value(#""number""#, #""integer""#, "e: v: type narrowed: breaks ok breaks", ["1", "1.5"]),
        .value(#""integer""#, #""string""#, "e: v: type changed: breaks breaks breaks", ["1"]),
        .value(
            #""string""#, #"{"type": ["string", "integer"]}"#, "e: v: type widened: ok breaks breaks", [#""a""#]),
        .value(
            #"{"type": ["string", "integer"]}"#, #""string""#, "e: v: type narrowed: breaks ok breaks", [#""a""#, "1"]),
        .value(
            #"{}"#, #""boolean""#, "e: v: null narrowed: breaks ok breaks\ne: v: type narrowed: breaks ok breaks",
            ["true", "1"]),
        .value(#""string""#, #"{"type": ["string", "null"]}"#, "e: v: null widened: ok warns warns", [#""a""#]),
        .value(
            #"{"type": ["string", "null"]}"#, #""string""#, "e: v: null narrowed: breaks ok breaks", [#""a""#, "null"]),
        .value(#""string""#, #"{"never": true}"#, "e: v: parameter removed: breaks breaks breaks", [#""a""#]),
        .event(
            #"{"parameters": {"v": {"never": true}}}"#, #"{"parameters": {"v": "string"}}"#,
            "e: v: parameter added: ok ok ok", ["{}"]),
    ]

    static let sentForms: [ChangeCase] = [
        .value(
            #"{"type": "integer", "send_as": "text"}"#, #""integer""#, "e: v: sent form changed: breaks breaks ok",
            ["1", #""1""#]),
        ChangeCase(
            old: #"{"plan": 1, "events": {"e": {"parameters": {"v": "integer"}}}}"#,
            new: #"{"plan": 1, "events": {"e": {"parameters": {"v": {"type": "integer", "send_as": "text"}}}}}"#,
            changes: "e: v: sent form changed: breaks breaks ok",
            events: [#"{"name": "e", "source": "wire:x", "parameters": {"v": 1}}"#]),
        .value(
            #""string""#, #"{"type": "string", "send_as": "text"}"#, "e: v: sent form changed: ok breaks ok", [#""1""#]),
        .value(
            #"{"type": "string", "send_as": "text"}"#, #""string""#, "e: v: sent form changed: ok breaks ok", [#""1""#]),
        // The text "5" is a number for the old plan, and a text for the new plan.
        .value(
            #"{"type": "integer", "send_as": "text"}"#,
            #"{"type": ["integer", "string"], "maxLength": 0, "send_as": "text"}"#,
            "e: v: type widened: ok breaks breaks\ne: v: sent form changed, cannot be compared: warns warns ok",
            [#""5""#]),
        .value(
            #"{"type": "integer", "send_as": "text"}"#, #"{"type": "integer", "maximum": 4, "send_as": "text"}"#,
            "e: v: range narrowed: breaks ok ok", [#""5""#]),
    ]

    static let lists: [ChangeCase] = [
        .value(
            #"{"enum": ["a", "b"]}"#, #"{"enum": ["a", "b", "c"]}"#, "e: v: values widened: ok warns warns",
            [#""a""#, #""b""#]),
        .value(
            #"{"enum": ["a", "b"]}"#, #"{"enum": ["a"]}"#, "e: v: values narrowed: breaks ok breaks",
            [#""a""#, #""b""#]),
        .value(
            #"{"enum": ["a", "b"]}"#, #"{"enum": ["a", "c"]}"#,
            "e: v: values narrowed: breaks ok breaks\ne: v: values widened: ok warns warns", [#""b""#]),
        .value(
            #""string""#, #"{"type": "string", "enum": ["a"]}"#, "e: v: values narrowed: breaks ok breaks",
            [#""a""#, #""b""#]),
        .value(#"{"const": "a"}"#, #""string""#, "e: v: values widened: ok warns breaks", [#""a""#]),
        .value(
            #"{"enum": ["a", null]}"#, #"{"enum": ["a"]}"#, "e: v: null narrowed: breaks ok breaks",
            [#""a""#, "null"]),
        .value(
            #"{"enum": [1, 2]}"#, #"{"enum": [1, 2, 2.5]}"#,
            "e: v: type widened: ok warns breaks\ne: v: values widened: ok warns warns", ["1", "2.0"]),
        // All values of the old enum fit the new schema.
        .value(
            #"{"enum": ["ab", "cd"]}"#, #"{"type": "string", "minLength": 2, "pattern": "^[a-d]+$"}"#,
            "e: v: values widened: ok warns breaks\ne: v: length narrowed: ok ok ok\ne: v: pattern narrowed: ok ok ok",
            [#""ab""#, #""cd""#]),
        .value(
            #"{"enum": [1, 20]}"#, #"{"type": "integer", "maximum": 10}"#,
            "e: v: range narrowed: breaks ok ok\ne: v: values widened: ok warns breaks", ["1", "20"]),
        .value(
            #"{"enum": ["jane@example.com"]}"#, #""string""#,
            "e: v: values widened: ok warns breaks\ne: v: personal data narrowed: warns ok ok",
            [#""jane@example.com""#]),
        .value(
            #""boolean""#, #"{"enum": [true]}"#, "e: v: values narrowed: breaks ok breaks", ["true", "false"]),
    ]

    /// Changes of a list of values with descriptions. The difference must also understand lists of many values.
    static let describedValues: [ChangeCase] = [
        .value(describedValues(99), describedValues(100), "e: v: values widened: ok warns warns", [#""v1""#]),
        .value(describedValues(100), describedValues(99), "e: v: values narrowed: breaks ok breaks", [#""v100""#]),
        .value(describedValues(2), #"{"enum": ["v2", "v1"]}"#, "", [#""v1""#]),
    ]

    private static func describedValues(_ count: Int) -> String {
        let values = (1...count).map { #"{"const": "v\#($0)", "description": "Number \#($0)."}"# }
        return #"{"type": "string", "oneOf": [\#(values.joined(separator: ", "))]}"#
    }

    static let numbers: [ChangeCase] = [
        .value(
            #"{"type": "number", "minimum": 0}"#, #"{"type": "number", "minimum": 1}"#,
            "e: v: range narrowed: breaks ok ok", ["0", "1"]),
        .value(
            #"{"type": "number", "minimum": 0}"#, #"{"type": "number", "exclusiveMinimum": 0}"#,
            "e: v: range narrowed: breaks ok ok", ["0", "1"]),
        .value(
            #"{"type": "number", "minimum": 1}"#, #"{"type": "number", "minimum": 0}"#,
            "e: v: range widened: ok warns ok", ["1"]),
        .value(
            #"{"type": "number"}"#, #"{"type": "number", "maximum": 9007199254740993}"#,
            "e: v: range narrowed: breaks ok ok", ["1", "9007199254740994"]),
        .value(
            #"{"type": "integer", "maximum": 9007199254740993}"#, #"{"type": "integer", "maximum": 9007199254740992}"#,
            "e: v: range narrowed: breaks ok ok", ["9007199254740993"]),
        .value(
            #"{"type": "number", "maximum": 1}"#, #"{"type": "number"}"#, "e: v: range widened: ok warns ok", ["1"]),
        .value(
            #"{"type": "number", "minimum": 0, "maximum": 9}"#, #"{"type": "number", "minimum": 1, "maximum": 10}"#,
            "e: v: range narrowed: breaks ok ok\ne: v: range widened: ok warns ok", ["0"]),
        .value(
            #"{"type": "number"}"#, #"{"type": "number", "multipleOf": 0.01}"#, "e: v: range narrowed: breaks ok ok",
            ["0.01", "0.001"]),
        .value(
            #"{"type": "number", "multipleOf": 0.02}"#, #"{"type": "number", "multipleOf": 0.01}"#,
            "e: v: range widened: ok warns ok", ["0.02", "19.98"]),
        .value(
            #"{"type": "number", "multipleOf": 2}"#, #"{"type": "number", "multipleOf": 3}"#,
            "e: v: range narrowed: breaks ok ok", ["2"]),
    ]

    static let texts: [ChangeCase] = [
        .value(
            #"{"type": "string"}"#, #"{"type": "string", "minLength": 1}"#, "e: v: length narrowed: breaks ok ok",
            [#""""#, #""a""#]),
        .value(
            #"{"type": "string", "maxLength": 9}"#, #"{"type": "string", "maxLength": 2}"#,
            "e: v: length narrowed: breaks ok ok", [#""abc""#]),
        .value(
            #"{"type": "string", "maxLength": 2}"#, #"{"type": "string", "maxLength": 9}"#,
            "e: v: length widened: ok warns ok", [#""ab""#]),
        .value(
            #""string""#, #"{"type": "string", "pattern": "^a"}"#, "e: v: pattern narrowed: breaks ok ok",
            [#""a""#, #""b""#]),
        .value(
            #"{"type": "string", "pattern": "^a"}"#, #"{"type": "string", "pattern": "^b"}"#,
            "e: v: pattern changed: breaks warns ok", [#""a""#]),
        .value(
            #"{"type": "string", "pattern": "^a"}"#, #""string""#, "e: v: pattern widened: ok warns ok", [#""a""#]),
        .value(
            #""string""#, #"{"type": "string", "format": "date"}"#, "e: v: format narrowed: breaks ok ok", [#""a""#]),
        .value(
            #"{"type": "string", "format": "date"}"#, #"{"type": "string", "format": "date-time"}"#,
            "e: v: format changed: breaks warns ok", [#""2026-11-23""#]),
        .value(
            #"{"type": "string", "format": "uri"}"#, #"{"type": "string", "format": "uri-reference"}"#,
            "e: v: format changed: ok warns ok", [#""https://example.com/""#]),
        .value(
            #"{"type": "string", "format": "date"}"#, #""string""#, "e: v: format widened: ok warns ok",
            [#""2026-11-23""#]),
        // The format `email` allows an email address. Without the format, the address is personal data that the plan
        // does not declare.
        .value(
            #"{"type": "string", "format": "email"}"#, #""string""#,
            "e: v: format widened: ok warns ok\ne: v: personal data narrowed: warns ok ok",
            [#""jane@example.com""#]),
        .value(
            #""string""#, #"{"type": "string", "pii": "contact"}"#, "e: v: personal data widened: ok warns ok",
            [#""a""#]),
        .value(
            #"{"type": "string", "pii": "contact"}"#, #""string""#, "e: v: personal data narrowed: breaks ok ok",
            [#""a""#, #""jane@example.com""#]),
        .value(
            #"{"type": "integer", "pii": "contact"}"#, #""integer""#, "e: v: personal data narrowed: ok ok ok", ["1"]),
        .value(
            #"{"type": "string", "pii": "contact"}"#, #"{"type": "string", "pii": "free_text"}"#,
            "e: v: personal data changed: ok warns ok", [#""jane@example.com""#]),
    ]

    @Test(arguments: types + sentForms + lists + describedValues + numbers + texts)
    func aChangeOfAScalar(_ example: ChangeCase) throws { try example.check() }
}
