import Testing
import TrackproofPlanning
import TrackproofPlans

/// Tests of a plan's settings for lint: severities of rules, and exemptions from rules.
struct LintSettingsTests {
    @Test func aSeverityOfThePlanWins() throws {
        func plan(_ rules: String) -> String {
            #"{"plan": 1, "events": {"a": {}, "b": {}}, "lint": {\#(rules)}}"#
        }
        #expect(
            try lint(plan(#""description-missing": "error""#), .descriptionMissing) == """
                plan.json:1:24: error: a: the event has no description (description-missing)
                plan.json:1:33: error: b: the event has no description (description-missing)
                """)
        #expect(try lint(plan(#""description-missing": "ignore""#), .descriptionMissing) == "")
        #expect(
            try lint(plan(#""a.description-missing": "info", "description-missing": "ignore""#), .descriptionMissing)
                == "plan.json:1:24: info: a: the event has no description (description-missing)")
        #expect(
            try lint(plan(#""*.description-missing": "info", "b.description-missing": "ignore""#), .descriptionMissing)
                == "plan.json:1:24: info: a: the event has no description (description-missing)")
        #expect(
            try lint(plan(#""b.description-missing": "ignore", "*.description-missing": "info""#), .descriptionMissing)
                == """
                plan.json:1:24: info: a: the event has no description (description-missing)
                plan.json:1:33: info: b: the event has no description (description-missing)
                """)
    }

    @Test func aRuleForEventsDoesNotApplyToTheRestOfThePlan() throws {
        let json = #"{"plan": 1, "types": {"t": "string"}, "lint": {"*.unused-type": "ignore"}}"#
        #expect(try lint(json) == "plan.json:1:23: warning: t: no event uses the type (unused-type)")
    }

    @Test func anExemptionAppliesToTheEventAndEverythingInside() throws {
        let json =
            #"{"plan": 1, "events": {"a": {"allow": ["type-missing"], "parameters": {"x": {}, "y": {"type": "object", "properties": {"z": {}}}}}, "b": {"parameters": {"x": {}}}}}"#
        let findings = try lint(json, .typeMissing)
        #expect(findings == "plan.json:1:154: warning: b: x: the parameter has no type (type-missing)")
        #expect(try lint(json, .unusedExemption) == "")
    }

    @Test func anExemptionOfAParameterAppliesToTheParameterOnly() throws {
        let json = #"{"plan": 1, "events": {"a": {"parameters": {"x": {"allow": ["type-missing"]}, "y": {}}}}}"#
        let findings = try lint(json, .typeMissing)
        #expect(findings == "plan.json:1:79: warning: a: y: the parameter has no type (type-missing)")
        #expect(try lint(json, .unusedExemption) == "")
    }

    @Test func theInnermostExemptionTakesTheFinding() throws {
        let json =
            #"{"plan": 1, "events": {"a": {"allow": ["type-missing"], "parameters": {"x": {"allow": ["type-missing"]}}}}}"#
        #expect(
            try lint(json, .unusedExemption)
                == #"plan.json:1:40: warning: a: there is no finding "type-missing" to exempt (unused-exemption)"#)
    }

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

    @Test func theNumberOfFindingsHasALimit() throws {
        let parameters = (0..<1_000).map { #""p\#($0)": {}"# }.joined(separator: ",")
        let events = (0..<60).map { #""event\#($0)": {"parameters": {\#(parameters)}}"# }.joined(separator: ",")
        let plan = try plan(#"{"plan": 1, "events": {\#(events)}}"#)
        #expect(PlanLinter(plan, today: "2026-11-23").findings().count == PlanLinter.findingLimit)
    }
}
