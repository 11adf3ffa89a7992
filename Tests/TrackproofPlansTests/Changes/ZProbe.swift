import Testing
@_spi(Tooling) import TrackproofPlans
struct ZProbe {
    @Test func probe() throws {
        func f(_ types: String, _ schema: String, _ value: String) throws {
            let p = try plan(#"{"plan": 1, "types": {\#(types)}, "events": {"e": {"parameters": {"v": \#(schema)}}}}"#)
            print("PROBE", schema, "→", try findings(p, #"{"v": \#(value)}"#))
        }
        let mail = #""jane@example.com""#
        try f(#""m": {"type": "string", "format": "email"}"#, #"{"$ref": "m"}"#, mail)
        try f(#""m": {"type": "string", "format": "email"}"#, #"{"type": "m"}"#, mail)
        try f(#""m": {"type": "string", "pii": "contact"}"#, #"{"$ref": "m"}"#, mail)
        try f(#""m": {"type": "string"}"#, #"{"type": "m", "pii": "contact"}"#, mail)
        try f(#""m": {"type": "string"}"#, #"{"$ref": "m", "pii": "contact"}"#, mail)
        try f("", #"{"allOf": [{"type": "string", "format": "email"}]}"#, mail)
        try f("", #"{"anyOf": [{"type": "string", "pii": "contact"}, {"type": "integer"}]}"#, mail)
        try f(#""c": {"enum": ["jane@example.com"]}"#, #"{"$ref": "c"}"#, mail)
        try f("", #"{"type": "object", "properties": {"a": "integer"}, "additionalProperties": {"allow": ["pii"]}}"#, #"{"b": "jane@example.com"}"#)
        try f("", #"{"type": "array"}"#, #"["jane@example.com"]"#)
        try f("", #"{"type": "object"}"#, #"{"a": "jane@example.com"}"#)
        try f("", #"{"type": "object", "minProperties": 0}"#, #"{"a": "jane@example.com"}"#)
        let user = try plan(#"{"plan": 1, "user": {"parameters": {"p": "string"}}, "events": {"e": {"names": {"ga4": "x"}}}}"#)
        print("PROBE user", try findings(user, event: #"{"kind": "identify", "user": "u", "source": "wire:ga4", "parameters": {"p": "a"}}"#))
        print("PROBE user app", try findings(user, event: #"{"kind": "identify", "user": "u", "parameters": {"p": "a"}}"#))
        let v = try plan(#"{"plan": 1, "events": {"e": {"parameters": {"a": {"type": "integer", "minimum": 5}}, "versions": {"1": {"parameters": {"a": "integer"}}}}}, "check": {"range": "ignore"}}"#)
        print("PROBE outdated", try findings(v, #"{"a": 1}"#))
        let g = try plan(#"{"plan": 1, "events": {"e": {"parameters": {"s": {"type": "object", "properties": {"a": {"type": "string"}}}}}}, "check": {"unplanned-parameter": "warning"}}"#)
        print("PROBE unplanned string", try findings(g, #"{"s": {"b": "jane@example.com"}, "x": "jane@example.com"}"#))
    }
}
