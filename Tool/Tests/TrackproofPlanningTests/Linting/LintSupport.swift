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
