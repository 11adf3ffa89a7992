import Trackproof
import TrackproofPlans
import TrackproofSnapshots

/// Returns the plan that JSON describes, or `nil` if the plan has a mistake.
func validPlan(_ json: EventParameters) -> TrackingPlan? { try? plan(json.json) }

/// Returns the platform and the app version of an event, which are in its context.
func context(of event: RecordedEvent, today: String = "2026-11-23") -> CheckContext {
    CheckContext(
        platform: event.context?["platform"]?.string,
        appVersion: event.context?["app_version"]?.string.flatMap { AppVersion($0) }, today: today)
}

extension FindingID {
    /// The ids of findings about rules that JSON Schema can express too.
    static let ofJSONSchema: Set<FindingID> = [
        .missing, .unplannedParameter, .forbidden, .wrongType, .null, .notInEnum, .pattern, .format, .range, .length,
        .items, .variant,
    ]
}
