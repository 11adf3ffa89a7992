import Testing
import TrackproofPlanning
import TrackproofPlans

/// Tests of a plan's settings for lint: severities of rules, and exemptions from rules.
struct LintSettingsTests {
    @Test(arguments: [
        #"{"plan": 1, "types": {"t": {"allow": ["unused-type"]}}}"#,
        #"{"plan": 1, "shared": {"g": {"a_b": {}, "aB": {"allow": ["name-similar"]}}}, "defaults": ["g"], "events": {"e": {}}}"#,
        #"{"plan": 1, "events": {"e": {"parameters": {"a_b": {}, "aB": {"allow": ["name-similar"]}}}}}"#,
        #"{"plan": 1, "events": {"a_b": {}, "aB": {"allow": ["name-similar"]}}}"#,
        #"{"plan": 1, "events": {"a": {"replaced_by": "a", "allow": ["reference-cycle"]}}}"#,
        #"{"plan": 1, "events": {"a": {"replaced_by": "b", "allow": ["unknown-reference"]}}}"#,
        #"{"plan": 1, "events": {"a": {"parameters": {"x": "string"}}, "b": {"parameters": {"x": {"type": "integer", "allow": ["type-conflict"]}}}}}"#,
        #"{"plan": 1, "events": {"a": {"examples": [1], "allow": ["example-invalid"]}}}"#,
        #"{"plan": 1, "user": {"examples": [1], "allow": ["example-invalid"]}}"#,
        #"{"plan": 1, "lint": {"expires-soon": "ignore"}, "events": {"a": {"expires": "2026-11-30", "allow": ["expires-soon"]}}}"#,
    ])
    func exemptionsThatAreNeeded(json: String) throws {
        #expect(try lint(json, .unusedExemption) == "")
        for id in LintID.allCases where json.contains(#"["\#(id.rawValue)"]"#) {
            #expect(try lint(json, id) == "")
            let without = json.replacing(#""allow": ["\#(id.rawValue)"]"#, with: #""x-allow": []"#)
                .replacing(#""x-allow": []"#, with: #""allow": []"#).replacing(
                    #""lint": {"expires-soon": "ignore"}, "#, with: "")
            #expect(try lint(without, id) != "")
        }
    }
}
