package import TrackproofPlans

/// A linter that finds the weaknesses of a tracking plan.
///
/// ```swift
/// for finding in PlanLinter(plan, today: "2026-11-23").findings() { print(finding) }
/// ```
package struct PlanLinter: Sendable {
    /// The maximum number of findings that the linter returns.
    package static let findingLimit = 100_000

    private let plan: TrackingPlan
    private let today: String

    /// Creates a linter.
    ///
    /// - Parameter today: The current day, as `YYYY-MM-DD`. The linter compares it with the last days of events.
    package init(_ plan: TrackingPlan, today: String) {
        self.plan = plan
        self.today = today
    }

    /// Returns at most ``findingLimit`` findings, in the order of the plan's files.
    package func findings() -> [LintFinding] { measuredFindings().findings }

    /// Returns the findings and the number of steps, so that a test can check how the steps grow with the plan.
    package func measuredFindings() -> (findings: [LintFinding], steps: Int) {
        var run = LintRun(plan, today: today)
        run.lint()
        return (run.report.sorted, run.steps)
    }
}
