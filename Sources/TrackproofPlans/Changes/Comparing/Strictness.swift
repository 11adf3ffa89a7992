internal import Trackproof

/// How a plan judges the findings of one event.
struct Strictness {
    private let severities: SeverityTable
    /// The event's name. If it is empty, the severities for all events apply.
    private let event: String
    /// The findings that the plan exempts at this place.
    var exempt: FindingIDs
    /// Whether each finding counts as an error. Older versions of an event accept no findings.
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

    /// Returns whether an event with the finding still fits the plan. It fits if the finding is not an error.
    func accepts(_ id: FindingID) -> Bool { severity(of: id) != .error }
}

extension FindingID {
    /// The findings of parameters and their values.
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
    /// In this case, an event that fits the plan follows all rules for its parameters. The comparison can rely on this.
    var isTrusting: Bool {
        let ids = checkSeverities.filter { $0.severity != .error }.map(\.id) + exemptions
        return ids.allSatisfy { id in
            FindingID(rawValue: id).map { $0 == .pii || !FindingID.ofParameters.contains($0) } ?? true
        }
    }

    /// The ids of all exemptions.
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
