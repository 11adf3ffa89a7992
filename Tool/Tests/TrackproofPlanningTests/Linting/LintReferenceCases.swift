import TrackproofPlans

/// Cases for `LintRuleTests`: the lint rules for references in a plan.
enum LintReferenceCases {
    static let all: [LintCase] = [
        LintCase(
            id: .unusedType,
            good: [
                #"{"plan": 1, "types": {"a": {"items": "b"}, "b": "string"}, "events": {"e": {"parameters": {"x": "a"}}}}"#,
                #"{"plan": 1, "types": {"a": "string"}, "events": {"e": {"versions": {"1": {"parameters": {"x": {"$ref": "a"}}}}}}}"#,
                #"{"plan": 1, "types": {"a": "string"}, "user": {"variants": [{"when": {"x": 1}, "parameters": {"x": {"not": "a"}}}]}}"#,
            ],
            bad: [
                (
                    #"{"plan": 1, "types": {"a": {"items": "b"}, "b": {"items": "a"}}, "events": {"e": {}}}"#,
                    """
                    plan.json:1:23: warning: a: no event uses the type (unused-type)
                    plan.json:1:44: warning: b: no event uses the type (unused-type)
                    """
                )
            ]),
        LintCase(
            id: .unusedShared,
            good: [
                #"{"plan": 1, "shared": {"a": {}, "b": {}}, "defaults": ["a"], "events": {"e": {"include": ["b"]}}}"#,
                #"{"plan": 1, "shared": {"a": {}}, "user": {"include": ["a"]}}"#,
            ],
            bad: [
                (
                    #"{"plan": 1, "shared": {"session": {}}, "events": {"e": {}}}"#,
                    "plan.json:1:24: warning: session: no event includes the group (unused-shared)"
                )
            ]),
        .events(
            .unusedExemption,
            good: [
                #""e": {"allow": ["description-missing", "missing", "expired", "limit"]}"#,
                #""e": {"parameters": {"email": {"type": "string", "allow": ["pii-suspected", "pii"]}}}"#,
                #""e": {"allow": ["pii-undeclared", "unused-exemption"]}"#,
            ],
            bad: [
                (
                    #""e": {"description": "A tap.", "allow": ["description-missing"], "parameters": {"a": {"description": "Any.", "allow": ["type-missing", "type-missing"]}}}"#,
                    """
                    plan.json:1:65: warning: e: there is no finding "description-missing" to exempt (unused-exemption)
                    plan.json:1:159: warning: e: a: there is no finding "type-missing" to exempt (unused-exemption)
                    """
                ),
                (
                    #""e": {"allow": ["pii-undeclard", "zzz"]}"#,
                    """
                    plan.json:1:40: warning: e: unknown finding id "pii-undeclard"; did you mean "pii-undeclared"? (unused-exemption)
                    plan.json:1:57: warning: e: unknown finding id "zzz" (unused-exemption)
                    """
                ),
                (
                    #""e": {"allow": ["unused-exemption"]}"#,
                    #"plan.json:1:40: warning: e: there is no finding "unused-exemption" to exempt (unused-exemption)"#
                ),
            ]),
        LintCase(
            id: .unknownReference,
            good: [
                #"{"plan": 1, "events": {"e": {"replaced_by": "f", "platforms": ["tv"]}, "f": {}}}"#,
                #"{"plan": 1, "platforms": ["ios"], "destinations": {"ga4": {}, "firebase": {}}, "events": {"e": {"platforms": ["ios"], "since": {"ios": "1"}, "names": {"mine": "x"}}}}"#,
                #"{"plan": 1, "shared": {"g": {"method": {}}}, "events": {"e": {"include": ["g"], "variants": [{"when": {"method": 1}}]}}}"#,
            ],
            bad: [
                (
                    #"{"plan": 1, "events": {"movie_tap": {"replaced_by": "movie_taped"}, "movie_tapped": {}}}"#,
                    #"plan.json:1:53: warning: movie_tap: unknown event "movie_taped"; did you mean "movie_tapped"? (unknown-reference)"#
                ),
                (
                    #"{"plan": 1, "platforms": ["ios"], "events": {"e": {"platforms": ["iso"], "since": {"web": "1"}}}}"#,
                    """
                    plan.json:1:66: warning: e: unknown platform "iso"; did you mean "ios"? (unknown-reference)
                    plan.json:1:84: warning: e: unknown platform "web" (unknown-reference)
                    """
                ),
                (
                    #"{"plan": 1, "destinations": {"mixpannel": {}}}"#,
                    #"plan.json:1:30: warning: unknown destination "mixpannel"; did you mean "mixpanel"? (unknown-reference)"#
                ),
                (
                    #"{"plan": 1, "destinations": {"x": {}}}"#,
                    #"plan.json:1:30: warning: unknown destination "x"; the known destinations are amplitude, appmetrica, countly, firebase, ga4, glean, mixpanel, redshift, segment (unknown-reference)"#
                ),
                (
                    #"{"plan": 1, "events": {"e": {"parameters": {"method": {}}, "variants": [{"when": {"metod": 1}}]}}}"#,
                    #"plan.json:1:83: warning: e: unknown parameter "metod"; did you mean "method"? (unknown-reference)"#
                ),
            ]),
        .events(
            .referenceCycle, good: [#""a": {"replaced_by": "b"}, "b": {"replaced_by": "c"}, "c": {}"#],
            bad: [
                (
                    #""z": {"replaced_by": "b"}, "a": {"replaced_by": "b"}, "b": {"replaced_by": "c"}, "c": {"replaced_by": "a"}"#,
                    #"plan.json:1:72: error: a: the replacements form a cycle: "a" → "b" → "c" → "a" (reference-cycle)"#
                ),
                (
                    #""a": {"replaced_by": "a"}"#,
                    #"plan.json:1:45: error: a: the replacements form a cycle: "a" → "a" (reference-cycle)"#
                ),
            ]),
    ]
}
