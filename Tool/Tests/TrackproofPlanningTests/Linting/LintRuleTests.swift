import Foundation
import TestSupport
import Testing
import TrackproofPlanning
import TrackproofPlans

/// Tests of each lint rule, with plans that follow the rule and plans that break it.
struct LintRuleTests {
    /// The titles in the transcript are the ids of rules.
    @Test(arguments: ["lint", "lint-names", "lint-settings"])
    func plansHaveTheFindingsOfTheTranscript(name: String) throws {
        try expectTranscript(name) { rule, lines in try lint(lines[0], LintID(rawValue: rule)) }
    }

    @Test(arguments: LintID.allCases)
    func eachRuleHasGoodAndBadPlansAndADefaultSeverity(_ id: LintID) throws {
        let sections = try #require(GoldenFile("lint").text).components(separatedBy: "== ")
        let section = try #require(sections.first { $0.hasPrefix(id.rawValue + "\n") }).components(separatedBy: "\n")
        let findings = section.filter { $0.hasSuffix("(\(id.rawValue))") }
        #expect(section.contains("    (nothing)"))
        #expect(!findings.isEmpty)
        #expect(findings.allSatisfy { $0.contains(#/^    plan\.json:\d+:\d+: \w+: /#) })
        // Later plans can change the severity.
        #expect(findings.first?.contains(": \(id.defaultSeverity.rawValue): ") == true)
    }

    @Test(arguments: LintID.allCases)
    func rulesHaveTheirDefaultSeverities(_ id: LintID) {
        let severities: [LintID: Severity] = [
            .ownerUnknown: .error, .enumEmpty: .error, .boundsContradict: .error, .requiredUndeclared: .error,
            .variantUnreachable: .error,
            .defaultInvalid: .error, .exampleInvalid: .error, .reservedName: .error, .limit: .error,
            .referenceCycle: .error, .exampleMissing: .info, .nothingRequired: .info, .expiresSoon: .info,
            .deprecatedWithoutReplacement: .info, .patternInvalid: .error,
        ]
        #expect(id.defaultSeverity == severities[id] ?? .warning)
    }

    @Test func aTextAtALargeLimitOfADestinationIsAccepted() throws {
        func plan(_ count: Int) -> String {
            let text = String(repeating: "ä", count: count)
            return
                #"{"plan": 1, "destinations": {"redshift": {}}, "events": {"e": {"parameters": {"a": {"const": "\#(text)"}}}}}"#
        }
        #expect(try lint(plan(32_767), .limit) == "")
        #expect(try lint(plan(32_768), .limit).hasSuffix("(limit)"))
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
