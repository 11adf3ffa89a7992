import Trackproof
import TrackproofPlans

/// The severities of findings that a plan reports for one event, or for a value in the event.
struct Strictness {
    private let severities: SeverityTable
    /// The event's name. If the name is empty, the severities that the plan sets for all events apply.
    private let event: String
    /// The findings that the plan does not report, because the event or the value has an exemption.
    var exempt: FindingIDs
    /// Whether each finding is an error. True for an older version of an event, because a check accepts an event as an
    /// older version only if it has no findings.
    var isStrict = false

    init(_ severities: SeverityTable, event: String, exempt: FindingIDs = FindingIDs()) {
        self.severities = severities
        self.event = event
        self.exempt = exempt
    }

    /// Returns the severity of a finding, or `nil` if the plan does not report the finding.
    func severity(of id: FindingID) -> Severity? {
        if exempt.contains(id) { return nil }
        if isStrict { return .error }
        return severities.severity(of: id.rawValue, event: event.isEmpty ? nil : event, default: id.defaultSeverity)
    }

    /// Returns whether an event with this finding fits the plan, because the finding is not an error.
    func accepts(_ id: FindingID) -> Bool { severity(of: id) != .error }
}

extension FindingID {
    /// The ids of all findings that concern parameters and their values.
    static let ofParameters: Set<FindingID> = [
        .missing, .unplannedParameter, .forbidden, .wrongType, .null, .notInEnum, .pattern, .format, .range, .length,
        .items, .variant, .pii,
    ]
}

extension FindingIDs {
    var isEmpty: Bool { self == FindingIDs() }
}

extension TrackingPlan {
    /// Whether the plan reports all findings of parameters as errors, except findings of personal data.
    ///
    /// If this is true, an event without errors follows all rules for its parameters. So the comparison can conclude
    /// from the rules of the old plan that a change breaks no event.
    var isTrusting: Bool {
        let ids = checkSeverities.filter { $0.severity != .error }.map(\.id) + exemptions
        return ids.allSatisfy { id in
            FindingID(rawValue: id).map { $0 == .pii || !FindingID.ofParameters.contains($0) } ?? true
        }
    }

    private var exemptions: [String] {
        types.flatMap { Self.exemptions($0.schema) } + shared.flatMap { Self.exemptions($0.parameters) }
            + eventsAndUser.flatMap { Self.exemptions($0) }
    }

    private static func exemptions(_ event: PlannedEvent) -> [String] {
        event.exemptions.map(\.id) + exemptions(event.parameters)
            + event.variants.flatMap { exemptions($0.parameters) } + event.versions.flatMap { exemptions($0.event) }
    }

    private static func exemptions(_ properties: [PlanProperty]) -> [String] {
        properties.flatMap { exemptions($0.schema) }
    }

    private static func exemptions(_ schema: PlanSchema) -> [String] {
        schema.exemptions.map(\.id) + schema.rules.flatMap { $0.value.schemas.flatMap { exemptions($0) } }
    }
}
