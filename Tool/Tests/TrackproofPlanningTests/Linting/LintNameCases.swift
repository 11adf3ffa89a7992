import TrackproofPlans

/// Cases for `LintRuleTests`: the lint rules for names and personal data.
enum LintNameCases {
    static let all: [LintCase] = [
        .events(
            .nameStyle, good: [#""movie_tapped": {"parameters": {"movieId": {}}}"#],
            bad: [
                (
                    #""movieTapped": {"parameters": {"movie_id": {"properties": {"sub-title": {}}, "not": {"properties": {"X": {}}}}}}"#,
                    """
                    plan.json:1:24: warning: movieTapped: the name is not in snake_case; write "movie_tapped" (name-style)
                    plan.json:1:55: warning: movieTapped: movie_id: the name is not in camelCase; write "movieId" (name-style)
                    plan.json:1:83: warning: movieTapped: movie_id.sub-title: the name is not in camelCase; write "subTitle" (name-style)
                    """
                ),
                (#""--": {}"#, #"plan.json:1:24: warning: --: the name is not in snake_case (name-style)"#),
            ], more: #", "naming": {"events": "snake_case", "parameters": "camelCase"}"#),
        .events(
            .nameSimilar,
            good: [
                #""movie_tapped": {}, "movie_shown": {}"#, #""step_1": {}, "step_2": {}"#, #""tap": {}, "top": {}"#,
                #""e": {"parameters": {"position_x": {}, "position_y": {}}}"#,
                #""a": {"parameters": {"movieId": {}}}, "b": {"parameters": {"movie_id": {}}}"#,
            ],
            bad: [
                (
                    #""movie_tapped": {}, "movieTapped": {}, "movie_taped": {}"#,
                    """
                    plan.json:1:44: warning: movieTapped: the name differs from "movie_tapped" (plan.json:1:24) only by case or separators (name-similar)
                    plan.json:1:63: warning: movie_taped: the name differs from "movie_tapped" (plan.json:1:24) only by one letter (name-similar)
                    """
                ),
                (
                    #""e": {"parameters": {"movie_id": {}, "movieId": {}}, "variants": [{"when": {"movie_id": 1}, "parameters": {"movie_ix": {}, "movie-id": {}}}]}"#,
                    """
                    plan.json:1:61: warning: e: movieId: the name differs from "movie_id" (plan.json:1:45) only by case or separators (name-similar)
                    plan.json:1:131: warning: e: movie_ix: the name differs from "movie_id" (plan.json:1:45) only by one letter (name-similar)
                    plan.json:1:147: warning: e: movie-id: the name differs from "movie_id" (plan.json:1:45) only by case or separators (name-similar)
                    """
                ),
            ]),
        LintCase(
            id: .nameSimilar,
            good: [
                #"{"plan": 1, "shared": {"g": {"session_id": {}}}, "events": {"e": {"include": ["g"], "parameters": {"session_id": {}}}}}"#
            ],
            bad: [
                (
                    #"{"plan": 1, "shared": {"g": {"session_id": {}, "sessionId": {}}}, "defaults": ["g"], "events": {"a": {}, "b": {"parameters": {"sessoin_id": {}, "SessionID": {}}}}}"#,
                    """
                    plan.json:1:48: warning: sessionId: the name differs from "session_id" (plan.json:1:30) only by case or separators (name-similar)
                    plan.json:1:145: warning: b: SessionID: the name differs from "session_id" (plan.json:1:30) only by case or separators (name-similar)
                    """
                )
            ]),
        .parameters(
            .piiUndeclared,
            good: [
                #""mail": {"type": "string", "format": "email", "pii": "contact"}"#, #""mail": "mail_address""#,
                #""contact": {"type": "object", "pii": "contact", "properties": {"mail": {"format": "email"}}}"#,
                #""email": {"format": "email", "const": "x@example.com"}"#, #""url": {"format": "uri"}"#,
            ],
            bad: [
                (
                    #""contact": {"type": "string", "format": "email"}"#,
                    #"plan.json:1:45: warning: e: contact: the value is personal data according to its format email; declare it with "pii" (pii-undeclared)"#
                ),
                (
                    #""users": {"items": {"format": "email"}}, "client_ip": {"type": "string", "format": "ipv4"}"#,
                    """
                    plan.json:1:64: warning: e: users[]: the value is personal data according to its format email; declare it with "pii" (pii-undeclared)
                    plan.json:1:86: warning: e: client_ip: the value is personal data according to its name and its format ipv4; declare it with "pii" (pii-undeclared)
                    """
                ),
            ], more: #", "types": {"mail_address": {"type": "string", "format": "email", "pii": "contact"}}"#),
        .parameters(
            .piiSuspected,
            good: [
                #""screen_name": "string", "ip_count": "integer", "email_verified": "boolean""#, #""email": "boolean""#,
                #""phone": {"enum": ["mobile", "landline"]}"#, #""email": {"type": "string", "pii": "contact"}"#,
                #""email": {"type": "string", "format": "email"}"#, #""email": {"never": true}"#,
            ],
            bad: [
                (
                    #""userEmail": "string", "user": {"type": "object", "properties": {"first-name": "string"}}"#,
                    """
                    plan.json:1:45: warning: e: userEmail: the name suggests personal data; declare it with "pii", or exempt the parameter with "allow" (pii-suspected)
                    plan.json:1:110: warning: e: user.first-name: the name suggests personal data; declare it with "pii", or exempt the parameter with "allow" (pii-suspected)
                    """
                )
            ]),
    ]
}
