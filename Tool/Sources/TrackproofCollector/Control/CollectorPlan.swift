internal import Trackproof
@_spi(Tooling) package import TrackproofPlans

/// The tracking plan that a collector checks arriving events against.
package struct CollectorPlan: Sendable {
    /// The path of the plan as the user gave it.
    package let path: String
    let plan: TrackingPlan
    let checker: PlanChecker
    let map: CoverageMap
    let context: CheckContext

    /// Prepares a plan.
    package init(path: String, plan: TrackingPlan, context: CheckContext = CheckContext()) {
        self.path = path
        self.plan = plan
        self.context = context
        checker = PlanChecker(plan)
        map = CoverageMap(plan, platforms: context.platform.map { [$0] })
    }

    /// What the plan says about an event.
    enum Status: String, CaseIterable {
        /// The event has no finding of severity `error`.
        case planned
        /// The event has a finding of severity `error`.
        case violating
        /// The plan does not have the event.
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

    /// Returns what the plan says about an event, as JSON: `{"status":"planned","findings":[]}`.
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
