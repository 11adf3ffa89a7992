import Testing
import TrackproofPlanning
import TrackproofPlans

/// Tests of each lint rule, with plans that follow the rule and plans that break it.
struct LintRuleTests {
    static let cases =
        LintEventCases.all + LintNameCases.all + LintSchemaCases.all + LintReferenceCases.all + LintDestinationCases.all

    @Test(arguments: cases)
    func goodPlansHaveNoFindingsAndBadOnesHaveTheirs(_ example: LintCase) throws {
        try example.check()
    }

    @Test(arguments: LintID.allCases)
    func eachRuleHasAGoodAndABadPlan(_ id: LintID) {
        let cases = Self.cases.filter { $0.id == id }
        #expect(cases.contains { !$0.good.isEmpty })
        #expect(cases.contains { !$0.bad.isEmpty })
    }

    @Test(arguments: LintID.allCases)
    func eachRuleHasADefaultSeverityThatItsFindingsHave(_ id: LintID) throws {
        let bad = try #require(Self.cases.first { $0.id == id && !$0.bad.isEmpty }).bad[0].plan
        let findings = PlanLinter(try plan(bad), today: "2026-11-23").findings().filter { $0.id == id }
        #expect(findings.allSatisfy { $0.severity == id.defaultSeverity })
        let severities: [LintID: Severity] = [
            .ownerUnknown: .error, .enumEmpty: .error, .boundsContradict: .error, .requiredUndeclared: .error,
            .defaultInvalid: .error, .exampleInvalid: .error, .reservedName: .error, .limit: .error,
            .referenceCycle: .error, .exampleMissing: .info, .nothingRequired: .info, .expiresSoon: .info,
            .deprecatedWithoutReplacement: .info,
        ]
        #expect(id.defaultSeverity == severities[id] ?? .warning)
    }

    @Test func aPlanWithoutWeaknesses() throws {
        let json = #"""
            {"plan": 1, "name": "Movies", "naming": {"events": "snake_case", "parameters": "snake_case"},
             "owners": {"growth": ["growth@example.com"]}, "platforms": ["ios", "android"],
             "destinations": {"ga4": {}, "appmetrica": {}},
             "types": {"item": {"type": "object", "required": ["sku"], "properties": {"sku": {"type": "string"}, "price": "number"}}},
             "shared": {"session": {"session_id": {"type": "string", "format": "uuid", "required": true, "pii": "pseudonymous", "description": "A start of the app."}}},
             "defaults": ["session"],
             "events": {"purchase": {
               "description": "The order was paid.", "owner": "growth", "since": {"ios": "5.2.0"},
               "parameters": {
                 "price": {"type": "number", "minimum": 0, "required": true, "description": "Gross."},
                 "method": {"enum": ["card", "apple_pay"], "required": true, "description": "How."},
                 "items": {"type": "array", "items": "item", "description": "What."},
                 "pin": {"never": true}},
               "variants": [{"when": {"method": "card"}, "parameters": {"network": {"type": "string", "required": true, "description": "Whose card."}}}],
               "names": {"ga4": "purchase_done"},
               "examples": [{"price": 19.99, "method": "apple_pay", "session_id": "6f1c1f0e-8d0f-4b52-9f0a-1b7d6f0c2a11"}]}},
             "user": {"parameters": {"email": {"type": "string", "format": "email", "pii": "contact", "description": "The account."}}}}
            """#
        #expect(try lint(json) == "")
    }

    @Test func findingsHaveTheirEventPathOwnerAndPlace() throws {
        let findings = PlanLinter(
            try plan(
                "{\"plan\": 1, \"events\": {\"e\": {\"owner\": \"growth\", \"parameters\":\n {\"items\": {\"items\": {\"properties\": {\"a.b\": {}}}}}}}}"
            ), today: "2026-11-23"
        ).findings()
        let finding = try #require(findings.first { $0.id == .typeMissing && $0.path != "items" })
        #expect(finding.event == "e")
        #expect(finding.path == #"items[].a\.b"#)
        #expect(finding.owner == "growth")
        #expect(finding.place == PlanPlace(file: "plan.json", line: 2, column: 38))
        #expect(
            finding.description == #"plan.json:2:38: warning: e: items[].a\.b: the property has no type (type-missing)"#
        )
    }

    @Test func findingsAreInTheOrderOfTheFiles() throws {
        let places = PlanLinter(
            try plan(#"{"plan": 1, "events": {"b": {"parameters": {"x": {}}}, "a": {}}, "shared": {"g": {"y": {}}}}"#),
            today: "2026-11-23"
        ).findings().map(\.place.column)
        #expect(places == places.sorted())
        #expect(Set(places).count > 3)
    }
}
