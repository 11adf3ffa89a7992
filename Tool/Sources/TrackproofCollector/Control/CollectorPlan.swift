import Trackproof
import TrackproofPlanning
package import TrackproofPlans

/// The tracking plan that a collector checks arriving events against.
package struct CollectorPlan: Sendable {
    /// The path of the plan's file, as the user wrote it on the command line.
    package let path: String
    let plan: TrackingPlan
    let checker: PlanChecker
    let map: CoverageMap
    let context: CheckContext

    /// Creates a collector plan from a tracking plan that was read from the file at `path`.
    package init(path: String, plan: TrackingPlan, context: CheckContext = CheckContext()) {
        self.path = path
        self.plan = plan
        self.context = context
        checker = PlanChecker(plan)
        map = CoverageMap(plan, platforms: context.platform.map { [$0] })
    }

    /// The result of checking one event against the plan.
    enum Status: String, CaseIterable {
        /// The event has no finding of severity `error`.
        case planned
        /// The event has a finding of severity `error`.
        case violating
        /// The plan does not contain the event.
        case unplanned

        init(_ findings: [PlanFinding]) {
            if findings.contains(where: { $0.id == .unplannedEvent }) {
                self = .unplanned
            } else {
                self = findings.contains { $0.severity == .error } ? .violating : .planned
            }
        }
    }

    func findings(for event: RecordedEvent) -> [PlanFinding] { checker.findings(for: event, context) }

    /// Checks an event, and returns the result as JSON, such as `{"status":"planned","findings":[]}`.
    func mark(_ event: RecordedEvent) -> EventValue {
        let findings = findings(for: event)
        let list = findings.map { finding -> EventValue in
            let members: EventParameters = [
                "id": finding.id.rawValue, "severity": finding.severity.rawValue, "path": finding.path,
                "expected": finding.expected, "found": finding.found, "nearest": finding.nearest,
                "owner": finding.owner,
            ]
            return .object(members)
        }
        return .object(["status": Status(findings).rawValue, "findings": EventValue.array(list)])
    }
}
