import Testing
import Trackproof
import TrackproofJSON
import TrackproofPlans

/// Returns the plan that JSON text describes.
func plan(_ json: String) throws -> TrackingPlan { try TrackingPlan(json: Array(json.utf8), file: "plan.json") }

/// Returns the errors of a plan, one on each line, or "" if the plan is valid.
func errors(_ json: String) -> String {
    do throws(PlanErrors) {
        _ = try TrackingPlan(json: Array(json.utf8), file: "plan.json")
        return ""
    } catch {
        return error.description
    }
}

/// Returns a plan with one event `e`, whose parameters JSON text describes.
func plan(parameters json: String, _ more: String = "") throws -> TrackingPlan {
    try plan(#"{"plan": 1, "events": {"e": {"parameters": \#(json)\#(more)}}}"#)
}

/// Returns the event that JSON text describes, as a line of a recording.
func event(_ json: String) throws -> RecordedEvent {
    try EventReader(ByteWindow(Array(json.utf8), file: "event"), file: "event").next()
        ?? RecordedEvent(Event("missing"))
}

/// Returns the findings for an event `e` with parameters, one on each line.
func findings(
    _ plan: TrackingPlan, _ parameters: String, _ context: CheckContext = CheckContext()
) throws -> String {
    try findings(plan, event: #"{"name": "e", "parameters": \#(parameters)}"#, context)
}

/// Returns the findings for an event, one on each line.
func findings(
    _ plan: TrackingPlan, event json: String, _ context: CheckContext = CheckContext()
) throws -> String {
    let findings = PlanChecker(plan).findings(for: try event(json), context)
    return findings.map { ($0.severity == .error ? "" : "\($0.severity.rawValue): ") + $0.description }
        .joined(separator: "\n")
}

/// A checker of events that are named `e` and have one parameter `v`.
struct PlanCheckerOfOne {
    private let checker: PlanChecker

    init(_ plan: TrackingPlan) { checker = PlanChecker(plan) }

    func findings(_ value: EventValue) -> String {
        let event = RecordedEvent(Event("e", EventParameters([EventParameter("v", value)])))
        return checker.findings(for: event, CheckContext()).map(\.description).joined(separator: "\n")
    }
}
