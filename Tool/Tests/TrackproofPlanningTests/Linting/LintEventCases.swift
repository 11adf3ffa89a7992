import TrackproofPlans

/// Cases for `LintRuleTests`: the lint rules for descriptions, owners, examples and expired events.
enum LintEventCases {
    private static func events(_ count: Int) -> String {
        (1...count).map { #""e\#($0)": {}"# }.joined(separator: ", ")
    }

    static let all: [LintCase] = [
        .events(
            .descriptionMissing,
            good: [
                #""e": {"description": "A tap.", "parameters": {"id": {"description": "Which."}, "pin": {"never": true}}}"#,
                #""e": {"description": "A tap.", "parameters": {"id": "movie_id", "other": {"$ref": "movie_id"}}}"#,
            ],
            bad: [
                (
                    #""e": {"parameters": {"id": {"type": "integer"}}}"#,
                    "plan.json:1:24: warning: e: the event has no description (description-missing)\nplan.json:1:45: warning: e: id: the parameter has no description (description-missing)"
                ),
                (
                    #""e": {"description": " ", "variants": [{"when": {"a": 1}, "parameters": {"id": {}}}]}"#,
                    "plan.json:1:24: warning: e: the event has no description (description-missing)\nplan.json:1:97: warning: e: id: the parameter has no description (description-missing)"
                ),
            ], more: #", "types": {"movie_id": {"type": "integer", "description": "Catalogue number."}}"#),
        LintCase(
            id: .descriptionMissing, good: [#"{"plan": 1, "user": {}}"#],
            bad: [
                (
                    #"{"plan": 1, "shared": {"g": {"id": {}}}, "user": {"parameters": {"plan": {}}}}"#,
                    "plan.json:1:30: warning: id: the parameter has no description (description-missing)\nplan.json:1:66: warning: identify: plan: the parameter has no description (description-missing)"
                )
            ]),
        LintCase(
            id: .ownerMissing,
            good: [
                #"{"plan": 1, "events": {"e": {}}}"#,
                #"{"plan": 1, "owners": {"a": []}, "events": {"e": {"owner": "a"}}}"#,
                #"{"plan": 1, "owners": {"a": []}, "user": {}}"#,
            ],
            bad: [
                (
                    #"{"plan": 1, "owners": {"a": []}, "events": {"e": {}}}"#,
                    "plan.json:1:45: warning: e: the event has no owner (owner-missing)"
                )
            ]),
        LintCase(
            id: .ownerUnknown,
            good: [
                #"{"plan": 1, "events": {"e": {"owner": "anyone"}}}"#,
                #"{"plan": 1, "owners": {"growth": []}, "events": {"e": {"owner": "growth"}}}"#,
            ],
            bad: [
                (
                    #"{"plan": 1, "owners": {"growth": []}, "events": {"e": {"owner": "growht"}}}"#,
                    #"plan.json:1:65: error: e: unknown owner "growht"; did you mean "growth"? (owner-unknown)"#
                ),
                (
                    #"{"plan": 1, "owners": {"growth": []}, "user": {"owner": "zzz"}}"#,
                    #"plan.json:1:57: error: identify: unknown owner "zzz" (owner-unknown)"#
                ),
            ]),
        .events(
            .exampleMissing, good: [#""e": {"examples": [{}]}"#, #""e": {"deprecated": true}"#],
            bad: [
                (#""e": {}"#, "plan.json:1:24: info: e: the event has no example (example-missing)"),
                // One finding reports all eleven events without an example.
                (
                    Self.events(11) + #", "old": {"deprecated": true}"#,
                    "plan.json:1:1: info: 11 events have no example (example-missing)"
                ),
                (
                    Self.events(11) + #", "f": {"allow": ["example-missing"]}"#,
                    "plan.json:1:1: info: 11 events have no example (example-missing)"
                ),
                (
                    Self.events(11) + #", "f": {}"#,
                    """
                    plan.json:1:1: info: 11 events have no example (example-missing)
                    plan.json:1:136: error: f: the event has no example (example-missing)
                    """
                ),
            ], more: #", "lint": {"f.example-missing": "error"}"#),
        .events(
            .nothingRequired,
            good: [
                #""e": {}"#, #""e": {"parameters": {"pin": {"never": true}}}"#,
                #""e": {"parameters": {"a": {}, "b": {"required": true}}}"#,
                #""e": {"include": ["session"], "parameters": {"a": {}}}"#,
                #""e": {"parameters": {"a": {}}, "variants": [{"when": {"a": 1}, "parameters": {"b": {"required": true}}}]}"#,
            ],
            bad: [
                (
                    #""e": {"parameters": {"a": {}}}"#,
                    "plan.json:1:24: info: e: no parameter is required, so an event without any parameter fits (nothing-required)"
                ),
                (
                    #""e": {"include": ["session"], "parameters": {"session_id": {}}}"#,
                    "plan.json:1:24: info: e: no parameter is required, so an event without any parameter fits (nothing-required)"
                ),
            ], more: #", "shared": {"session": {"session_id": {"required": true}}}"#),
        LintCase(
            id: .nothingRequired,
            good: [
                #"{"plan": 1, "shared": {"g": {"a": {"required": true}}}, "defaults": ["g"], "events": {"e": {"parameters": {"b": {}}}}}"#
            ],
            bad: [
                (
                    #"{"plan": 1, "shared": {"g": {"a": {"required": true}}}, "defaults": ["g"], "events": {"e": {"kind": "group", "parameters": {"b": {}}}}}"#,
                    "plan.json:1:87: info: e: no parameter is required, so an event without any parameter fits (nothing-required)"
                )
            ]),
        .events(
            .expired, good: [#""e": {"expires": "2026-11-23"}"#],
            bad: [
                (
                    #""e": {"expires": "2026-11-22"}"#,
                    "plan.json:1:41: warning: e: the last day was 2026-11-22 (expired)"
                )
            ]),
        .events(
            .expiresSoon, good: [#""e": {"expires": "2026-12-24"}"#, #""e": {"expires": "2026-11-22"}"#],
            bad: [
                (
                    #""e": {"expires": "2026-12-23"}"#,
                    "plan.json:1:41: info: e: the last day is 2026-12-23, in 30 days (expires-soon)"
                ),
                (
                    #""e": {"expires": "2026-11-24"}"#,
                    "plan.json:1:41: info: e: the last day is 2026-11-24, tomorrow (expires-soon)"
                ),
                (
                    #""e": {"expires": "2026-11-23"}"#,
                    "plan.json:1:41: info: e: the last day is 2026-11-23, today (expires-soon)"
                ),
            ]),
        .events(
            .deprecatedWithoutReplacement, good: [#""e": {"deprecated": true, "replaced_by": "f"}, "f": {}"#],
            bad: [
                (
                    #""e": {"deprecated": "Not used."}"#,
                    #"plan.json:1:24: info: e: the event is deprecated, and "replaced_by" does not say what replaces it (deprecated-without-replacement)"#
                )
            ]),
        .events(
            .exampleInvalid,
            good: [
                #""e": {"parameters": {"a": {"type": "integer"}}, "examples": [{"a": 1}, {}, {"a": 1.0}]}"#,
                #""e": {"deprecated": true, "expires": "2020-01-01", "examples": [{}]}"#,
                #""e": {"parameters": {"a": {"type": "integer", "examples": [1, 2.0]}}}"#,
            ],
            bad: [
                (
                    #""e": {"parameters": {"a": {"type": "integer", "required": true}}, "examples": [{"a": 1}, {"a": "1"}, {}, 3]}"#,
                    """
                    plan.json:1:113: error: e: example 2 does not fit: a: expected an integer, found string "1" (wrong-type) (example-invalid)
                    plan.json:1:125: error: e: example 3 does not fit: a: expected an integer, found no value (missing) (example-invalid)
                    plan.json:1:129: error: e: example 4 does not fit: expected an object of parameters, found 3 (example-invalid)
                    """
                ),
                (
                    #""e": {"parameters": {"a": {"items": {"type": "string", "examples": ["x", 1]}}}}"#,
                    #"plan.json:1:97: error: e: a[]: the example does not fit: expected a string, found integer 1 (wrong-type) (example-invalid)"#
                ),
                (
                    #""e": {"versions": {"1": {"parameters": {"b": {}}}}, "examples": [{"b": 1}]}"#,
                    "plan.json:1:89: error: e: example 1 does not fit: b: expected no parameter of this name, found 1 (unplanned-parameter) (example-invalid)"
                ),
            ]),
        LintCase(
            id: .exampleInvalid, good: [#"{"plan": 1, "user": {"parameters": {"a": {}}, "examples": [{"a": 1}]}}"#],
            bad: [
                (
                    #"{"plan": 1, "user": {"examples": [{"a": 1}]}}"#,
                    "plan.json:1:35: error: identify: example 1 does not fit: a: expected no parameter of this name, found 1 (unplanned-parameter) (example-invalid)"
                )
            ]),
    ]
}
