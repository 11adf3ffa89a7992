import Testing
import TrackproofPlanning
import TrackproofPlans

/// Returns the findings of lint for a plan, one on each line.
///
/// - Parameter id: The lint rule whose findings to return, or `nil` for the findings of all rules.
func lint(_ json: String, _ id: LintID? = nil, today: String = "2026-11-23") throws -> String {
    let findings = PlanLinter(try plan(json), today: today).findings()
    return findings.filter { id == nil || $0.id == id }.map(\.description).joined(separator: "\n")
}

/// A lint rule, with plans that follow the rule and plans that break it.
struct LintCase: CustomTestStringConvertible, Sendable {
    let id: LintID
    let good: [String]
    let bad: [(plan: String, findings: String)]

    var testDescription: String { id.rawValue }

    func check() throws {
        for (plan, expected) in good.map({ ($0, "") }) + bad {
            let findings = try lint(plan, id)
            #expect(findings == expected, "\(plan)")
        }
    }

    /// Creates a case from the members of `events` in plans.
    static func events(
        _ id: LintID, good: [String], bad: [(events: String, findings: String)], more: String = ""
    ) -> LintCase {
        func plan(_ events: String) -> String { #"{"plan": 1, "events": {\#(events)}\#(more)}"# }
        return LintCase(id: id, good: good.map(plan), bad: bad.map { (plan($0.events), $0.findings) })
    }

    /// Creates a case from plans that have one event `e` with these parameters.
    static func parameters(
        _ id: LintID, good: [String], bad: [(parameters: String, findings: String)], more: String = ""
    ) -> LintCase {
        func event(_ parameters: String) -> String { #""e": {"parameters": {\#(parameters)}}"# }
        return .events(id, good: good.map(event), bad: bad.map { (event($0.parameters), $0.findings) }, more: more)
    }
}
