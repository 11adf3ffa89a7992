import Trackproof
import TrackproofPlans

/// The reason why an event that fits the old plan can fail to fit the new plan.
enum Failure {
    /// The new plan can report this finding.
    case finding(FindingID)
    /// The comparison cannot find out whether the new plan reports a finding. The text says why.
    case unknown(String)

    /// Returns how bad the failure is for released apps. `strictness` is the strictness of the new plan.
    func level(_ strictness: Strictness) -> PlanChange.Level {
        guard case .finding(let id) = self else { return .breaks }
        return switch strictness.severity(of: id) {
        case .error: .breaks
        case .warning, .info: .warns
        case nil: .ok
        }
    }

    /// Returns the verdict for released apps on a change. If `failure` is `nil`, the change cannot break events.
    static func verdict(_ failure: Failure?, _ place: ComparisonPlace) -> PlanChange.Verdict {
        if let reason = place.unaffected { return PlanChange.Verdict(level: .ok, reason: reason) }
        guard let failure else {
            return PlanChange.Verdict(level: .ok, reason: "Events that fit the old plan still fit after this change.")
        }
        let level = failure.level(place.new)
        switch failure {
        case .unknown(let reason): return PlanChange.Verdict(level: level, reason: reason)
        case .finding(let id):
            let suffix =
                switch level {
                case .breaks: "."
                case .warns: ", but this finding is not an error."
                case .ok: ", but the new plan does not report this finding."
                }
            return PlanChange.Verdict(level: level, reason: "Released apps may send \(id.reason)\(suffix)")
        }
    }
}

extension FindingID {
    /// The finding as the end of "Released apps may send …", such as "a value that is not listed (not-in-enum)".
    fileprivate var reason: String { "\(words) (\(rawValue))" }

    private var words: String {
        switch self {
        case .unplannedEvent: "an event that the new plan does not have"
        case .unreadable: "records that are not events"
        case .wrongKind: "the event with its old kind"
        case .wrongPlatform: "the event on a platform that the new plan does not name"
        case .outdated: "an older version of the event"
        case .deprecated: "the event although it is deprecated"
        case .expired: "the event after its last day"
        case .tooEarly: "the event from an app version that is too old now"
        case .missing: "the event without a value that the new plan requires"
        case .unplannedParameter: "a parameter that the new plan does not declare"
        case .forbidden: "a value that is forbidden now"
        case .wrongType: "a value of a type that is no longer allowed"
        case .null: "null, which is no longer allowed"
        case .notInEnum: "a value that is not listed"
        case .pattern: "a text that does not fit the pattern"
        case .format: "a text that does not have the format"
        case .range: "a number that is not allowed any longer"
        case .length: "a text whose length is not allowed any longer"
        case .items: "a list or an object that is not allowed any longer"
        case .variant: "a value that belongs to another variant now"
        case .limit: "a value beyond a limit of a destination"
        case .pii: "personal data that the new plan does not declare"
        case .integerAsFloat: "a whole number that is written with a decimal point, such as 1.0"
        case .unchecked: "an event that is too complex to be checked"
        }
    }
}
