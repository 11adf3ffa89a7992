import Trackproof
import TrackproofPlans
import TrackproofText

/// The findings about events that violate the tracking plan of a test.
struct PlanViolations {
    /// The maximum number of findings that the message shows.
    private static let limit = 20

    private var findings: [(number: Int64, finding: PlanFinding)] = []
    private var count = 0
    /// The reason why the plan cannot be used; `nil` if the plan can be used.
    var problem: String?

    /// Adds the findings with the severity `error` about event number `number`. Other findings do not fail a test.
    mutating func add(_ found: [PlanFinding], number: Int64) {
        for finding in found where finding.severity == .error {
            count += 1
            if findings.count < Self.limit { findings.append((number, finding)) }
        }
    }

    /// The failure message; `nil` if the plan can be used and there are no findings.
    var text: String? {
        if let problem { return "the tracking plan cannot be used: \(problem)" }
        if findings.isEmpty { return nil }
        var lines = [count == 1 ? "1 violation of the tracking plan:" : "\(count) violations of the tracking plan:"]
        for (number, finding) in findings {
            lines.append("    number \(number): \(finding)")
            var places: [String] = []
            if let owner = finding.owner { places.append("owner: \(owner.safeForDisplay)") }
            if let place = finding.planPlace { places.append("plan: \(place.description.safeForDisplay)") }
            if !places.isEmpty { lines.append("        " + places.joined(separator: ", ")) }
        }
        if count > findings.count { lines.append("    … and \(count - findings.count) more") }
        return lines.joined(separator: "\n")
    }
}

/// The tracking plan of a test. The recorder checks each event against this plan.
struct PlanOfTest: Sendable {
    private let checker: PlanChecker?
    private let context: CheckContext
    /// The reason why the plan cannot be used; `nil` if the plan can be used.
    let problem: String?

    init(_ plan: EventPlan) {
        context = plan.context
        do {
            checker = try plan.checker()
            problem = nil
        } catch {
            checker = nil
            problem = "\(error)"
        }
    }

    func findings(for event: RecordedEvent) -> [PlanFinding] {
        guard let checker, event.source == .app else { return [] }
        return checker.findings(for: event, context)
    }
}
