import TrackproofPlans

/// What the events of released apps, which fit the old plan, can have in the new plan.
struct Effect: Equatable {
    /// The findings that the new plan can report.
    var findings = FindingIDs()
    /// The reason why the comparison cannot exclude further findings, or `nil` if it can.
    var doubt: String?

    /// The effect if all events fit the new plan.
    static let none = Effect()

    /// An effect that the comparison cannot decide.
    static let undecided = doubt("The comparison cannot decide whether events that fit the old plan still fit.")

    static func finding(_ id: FindingID) -> Effect {
        var effect = Effect()
        effect.findings.insert(id)
        return effect
    }

    /// - Parameter reason: Why the comparison cannot decide the effect, as one sentence.
    static func doubt(_ reason: String) -> Effect { Effect(doubt: reason) }

    mutating func formUnion(_ other: Effect) {
        findings = findings.union(other.findings)
        doubt = doubt ?? other.doubt
    }

    /// Returns the effect without the findings that the new plan does not report for a value.
    func exempt(_ ids: FindingIDs) -> Effect { Effect(findings: findings.subtracting(ids), doubt: doubt) }

    /// Returns the verdict for released apps.
    ///
    /// - Parameter strictness: The severities of the new plan.
    func verdict(_ strictness: Strictness) -> PlanChange.Verdict {
        var worst: (id: FindingID, severity: Severity?)?
        for id in FindingID.allCases where findings.contains(id) {
            let severity = strictness.severity(of: id)
            guard let known = worst else {
                worst = (id, severity)
                continue
            }
            if let severity, known.severity.map({ $0 < severity }) ?? true { worst = (id, severity) }
        }
        if let worst, worst.severity == .error { return .breaks("Released apps may send \(worst.id.reason).") }
        if let doubt { return .warns(doubt) }
        guard let worst else { return .ok("Events that fit the old plan still fit after this change.") }
        return worst.severity == nil
            ? .ok("Released apps may send \(worst.id.reason), but the new plan does not report this finding.")
            : .warns("Released apps may send \(worst.id.reason), but this finding is not an error.")
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
        case .nullText: "a word for an absent value, such as null"
        case .unchecked: "an event that is too complex to be checked"
        }
    }
}
