import TrackproofPlans

/// Cases for `LintRuleTests`: the lint rules for destinations.
enum LintDestinationCases {
    private static func plan(_ destination: String, _ more: String) -> String {
        #"{"plan": 1, "destinations": {"\#(destination)": {}}, \#(more)}"#
    }

    private static func parameters(_ count: Int) -> String {
        (1...count).map { #""p\#($0)": "string""# }.joined(separator: ", ")
    }

    static let all: [LintCase] = [
        LintCase(
            id: .reservedName,
            good: [
                #"{"plan": 1, "events": {"first_open": {}}}"#,
                plan(
                    "ga4",
                    #""events": {"purchase": {"parameters": {"price": {}}}, "screen_view": {}, "ad_impression": {}}"#),
                plan("ga4", #""events": {"first_open": {"kind": "screen"}}"#),
                plan("firebase", #""events": {"first_open": {"names": {"ga4": "app_opened"}}}"#),
                plan("appmetrica", #""events": {"first_open": {}}"#),
            ],
            bad: [
                (
                    plan("ga4", #""events": {"first_open": {"parameters": {"ga_x": {}, "_y": {}}}}"#),
                    """
                    plan.json:1:53: error: first_open: Google Analytics 4 reserves this name (reserved-name)
                    plan.json:1:83: error: first_open: ga_x: Google Analytics 4 reserves names that begin with "ga_" (reserved-name)
                    plan.json:1:95: error: first_open: _y: Google Analytics 4 reserves names that begin with "_" (reserved-name)
                    """
                ),
                (
                    plan("firebase", #""events": {"tap": {"names": {"firebase": "firebase_tap"}}}"#),
                    #"plan.json:1:76: error: tap: Google Analytics 4 reserves names that begin with "firebase_" (reserved-name)"#
                ),
                (
                    plan("ga4", #""user": {"parameters": {"user_id": {}}}"#),
                    "plan.json:1:66: error: identify: user_id: Google Analytics 4 reserves this name (reserved-name)"
                ),
                (
                    plan("mixpanel", #""events": {"tap": {"parameters": {"time": {}}}}"#),
                    "plan.json:1:81: error: tap: time: Mixpanel reserves this name (reserved-name)"
                ),
                (
                    plan("segment", #""events": {"tap": {"parameters": {"userId": {}, "id": {}}}}"#),
                    """
                    plan.json:1:80: error: tap: userId: Segment reserves this name (reserved-name)
                    plan.json:1:94: error: tap: id: Segment reserves this name (reserved-name)
                    """
                ),
                (
                    plan("redshift", #""shared": {"g": {"XMIN": {}}}"#),
                    "plan.json:1:64: error: XMIN: Redshift reserves this name (reserved-name)"
                ),
            ]),
        LintCase(
            id: .limit,
            good: [
                plan(
                    "ga4", #""events": {"\#(String(repeating: "e", count: 40))": {"parameters": {\#(parameters(25))}}}"#
                ),
                plan(
                    "ga4",
                    #""events": {"e": {"parameters": {"page_location": {"const": "\#(String(repeating: "x", count: 1_000))"}}}}"#
                ),
                plan("ga4", #""events": {"e": {"parameters": {\#(parameters(25)), "pin": {"never": true}}}}"#),
                plan("ga4", #""events": {"\#(String(repeating: "e", count: 41))": {"names": {"ga4": "short"}}}"#),
                plan(
                    "redshift",
                    #""events": {"e": {"parameters": {"a": {"const": "\#(String(repeating: "ä", count: 32_767))"}}}}"#),
                plan("segment", #""events": {"\#(String(repeating: "e", count: 1_000))": {}}"#),
            ],
            bad: [
                (
                    plan("ga4", #""events": {"\#(String(repeating: "e", count: 41))": {}}"#),
                    "plan.json:1:53: error: \(String(repeating: "e", count: 41)): the name has 41 characters, and Google Analytics 4 takes at most 40 (limit)"
                ),
                (
                    plan(
                        "ga4",
                        #""shared": {"g": {"p1": {}, "s": {}}}, "defaults": ["g"], "events": {"e": {"parameters": {\#(parameters(24))}, "variants": [{"when": {"p1": 1}, "parameters": {"p2": {}, "v": {}}}]}}"#
                    ),
                    "plan.json:1:110: error: e: the event has 26 parameters, and Google Analytics 4 takes at most 25 (limit)"
                ),
                (
                    plan(
                        "ga4",
                        #""events": {"e": {"parameters": {"a": {"enum": ["\#(String(repeating: "x", count: 101))"]}}}}"#
                    ),
                    "plan.json:1:89: error: e: a: the value has 101 characters, and Google Analytics 4 takes at most 100 (limit)"
                ),
                (
                    plan(
                        "ga4",
                        #""user": {"parameters": {"\#(String(repeating: "t", count: 25))": {"const": "\#(String(repeating: "x", count: 37))"}}}"#
                    ),
                    """
                    plan.json:1:66: error: identify: ttttttttttttttttttttttttt: the name has 25 characters, and Google Analytics 4 takes at most 24 (limit)
                    plan.json:1:105: error: identify: ttttttttttttttttttttttttt: the value has 37 characters, and Google Analytics 4 takes at most 36 (limit)
                    """
                ),
                (
                    plan(
                        "glean",
                        #""events": {"e": {"parameters": {"a": {"const": "\#(String(repeating: "ä", count: 251))"}, "\#(String(repeating: "p", count: 41))": {}}}}"#
                    ),
                    """
                    plan.json:1:91: error: e: a: the value has 502 bytes, and Glean takes at most 500 (limit)
                    plan.json:1:598: error: e: ppppppppppppppppppppppppppppppppppppppppp: the name has 41 characters, and Glean takes at most 40 (limit)
                    """
                ),
                (
                    plan(
                        "amplitude",
                        #""events": {"e": {"parameters": {"a": {"const": "\#(String(repeating: "x", count: 1_025))"}}}}"#
                    ),
                    "plan.json:1:95: error: e: a: the value has 1025 characters, and Amplitude takes at most 1024 (limit)"
                ),
                (
                    plan("appmetrica", #""events": {"\#(String(repeating: "e", count: 1_001))": {}}"#),
                    "plan.json:1:60: error: \(String(repeating: "e", count: 100))…: the name has 1001 characters, and AppMetrica takes at most 1000 (limit)"
                ),
            ]),
    ]
}
