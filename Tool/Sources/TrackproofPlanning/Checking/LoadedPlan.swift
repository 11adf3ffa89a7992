package import Trackproof
package import TrackproofPlans

/// A tracking plan, read from its files, that recorded events are checked against.
package struct LoadedPlan: Sendable {
    /// The path of the plan, as the user wrote it on the command line.
    package let path: String
    /// The paths of the plan's files.
    package let files: [String]
    package let plan: TrackingPlan
    package let checker: PlanChecker
    package let context: CheckContext
    fileprivate let map: CoverageMap

    /// Prepares a plan for checks.
    ///
    /// - Parameter context: The platform and the version of the app whose events are checked.
    package init(path: String, files: [String] = [], plan: TrackingPlan, context: CheckContext = CheckContext()) {
        (self.path, self.files, self.plan) = (path, files, plan)
        var context = context
        // Reports name a platform as the plan spells it.
        context.platform = context.platform.map { name in
            plan.platforms.map(\.name).first(where: name.isPlatform) ?? name
        }
        self.context = context
        checker = PlanChecker(plan)
        map = CoverageMap(plan, apps: context.platform.map { [CoverageMap.App(platform: $0)] })
    }

    package func findings(for event: RecordedEvent) -> [PlanFinding] { checker.findings(for: event, context) }
}

/// Whether an event is as planned.
package enum PlanStatus: String, CaseIterable, Sendable {
    /// The event has neither an error nor a warning.
    case planned
    /// The event has an error or a warning.
    case violating
    /// The event has an error or a warning because the plan does not contain it.
    case unplanned

    /// Derives the status from the findings about an event.
    package init(_ findings: [PlanFinding]) {
        let grave = findings.filter { $0.severity > .info }
        if grave.isEmpty {
            self = .planned
        } else {
            self = grave.contains { $0.id == .unplannedEvent } ? .unplanned : .violating
        }
    }
}

/// A check of recorded events against a plan, one event after another.
package struct PlanCheckRun: Sendable {
    private let plan: LoadedPlan
    /// The counts of the checked events, and their findings.
    package private(set) var tally = CheckTally()
    /// The parts of the plan that the checked events show, or `nil` if the check does not measure the coverage.
    package private(set) var coverage: PlanCoverage?
    /// For each event of the plan, the number of checked events that violate the plan.
    package private(set) var violating: [String: Int] = [:]

    package init(_ plan: LoadedPlan, measuresCoverage: Bool) {
        self.plan = plan
        coverage = measuresCoverage ? PlanCoverage(plan.map) : nil
    }

    /// Checks an event.
    package mutating func add(_ event: RecordedEvent, at place: EventPlace) {
        let (index, name, findings) = tally.check(event, checkedBy: plan.checker, plan.context, at: place)
        if PlanStatus(findings) == .violating { violating[name, default: 0] += 1 }
        if index == nil, plan.checker.ignores(unplanned: event) { return }
        coverage?.add(event, platform: plan.context.platform)
    }

    /// The counts and findings, with the most similar name of the plan for each unplanned event.
    package var result: CheckTally {
        var tally = tally
        tally.suggestNames(of: plan.plan)
        return tally
    }
}
