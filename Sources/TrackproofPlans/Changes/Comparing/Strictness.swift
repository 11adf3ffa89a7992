internal import Trackproof

/// How a plan judges the findings of one event.
struct Strictness {
    private let rules: StrictnessRules
    /// The severities of the findings that the plan gives to some events only.
    private let special: [FindingID: Severity?]
    /// The findings that the plan exempts at this place.
    var exempt = FindingIDs()
    /// Whether each finding counts, whatever its severity. An older form of an event must fit without any finding.
    var isStrict = false

    /// - Parameter event: The event's name. Empty for what holds for all events.
    init(_ rules: StrictnessRules, event: String, exempt: FindingIDs = FindingIDs()) {
        self.rules = rules
        self.exempt = exempt
        var special: [FindingID: Severity?] = [:]
        if !event.isEmpty {
            for id in rules.specialIDs { special[id] = .some(rules.table.severity(of: id, event: event)) }
        }
        self.special = special
    }

    /// Returns the severity of a finding, or `nil` if it is not reported.
    func severity(of id: FindingID) -> Severity? {
        if exempt.contains(id) { return nil }
        return isStrict ? .error : special[id] ?? rules.general(id)
    }

    /// Returns whether an event with the finding fits the plan, because the finding is no error.
    func accepts(_ id: FindingID) -> Bool { severity(of: id) != .error }
}

/// The severities that a plan gives to findings.
struct StrictnessRules {
    fileprivate let table: SeverityTable
    /// The findings to which the plan gives a severity.
    let ids: Set<FindingID>
    /// The findings to which the plan gives a severity for some events.
    fileprivate let specialIDs: Set<FindingID>
    /// The number of rules for some events.
    let specialCount: Int
    private let generals: [FindingID: Severity?]

    init(_ plan: TrackingPlan) {
        table = SeverityTable(plan.checkSeverities)
        let rules = plan.checkSeverities.compactMap { rule in FindingID(rawValue: rule.id).map { ($0, rule) } }
        ids = Set(rules.map(\.0))
        specialIDs = Set(rules.filter { $0.1.events != nil }.map(\.0))
        specialCount = rules.count { $0.1.events != nil }
        generals = Dictionary(
            rules.filter { $0.1.events == nil }.map { ($0.0, $0.1.severity) }, uniquingKeysWith: { $1 })
    }

    /// Returns the severity of a finding of events for which the plan has no rule of their own.
    func general(_ id: FindingID) -> Severity? {
        if let severity = generals[id] { return severity }
        return id.defaultSeverity
    }
}

extension FindingID {
    /// The findings of a value, of the value's absence, or of an older form of an event.
    static let ofParameters: [FindingID] = [
        .missing, .unplannedParameter, .forbidden, .wrongType, .null, .notInEnum, .pattern, .format, .range, .length,
        .items, .variant, .pii,
    ]
}

extension FindingIDs {
    var isEmpty: Bool { self == FindingIDs() }

    /// The findings that all plans report as errors wherever they occur.
    ///
    /// If a finding is an error everywhere, a value of an event that fits follows the rules of the finding. The
    /// comparison relies on that.
    static func trusted(_ plans: [TrackingPlan]) -> FindingIDs {
        var doubted: Set<String> = []
        for plan in plans {
            doubted.formUnion(plan.checkSeverities.filter { $0.severity != .error }.map(\.id))
            for type in plan.types { addExemptions(type.schema, to: &doubted) }
            for group in plan.shared { addExemptions(group.parameters, to: &doubted) }
            for event in plan.events + (plan.user.map { [$0] } ?? []) { addExemptions(event, to: &doubted) }
        }
        var trusted = FindingIDs()
        for id in FindingID.allCases where !doubted.contains(id.rawValue) { trusted.insert(id) }
        return trusted
    }

    private static func addExemptions(_ event: PlannedEvent, to ids: inout Set<String>) {
        ids.formUnion(event.exemptions.map(\.id))
        addExemptions(event.parameters, to: &ids)
        for variant in event.variants { addExemptions(variant.parameters, to: &ids) }
        for version in event.versions { addExemptions(version.event, to: &ids) }
    }

    private static func addExemptions(_ properties: [PlanProperty], to ids: inout Set<String>) {
        for property in properties { addExemptions(property.schema, to: &ids) }
    }

    private static func addExemptions(_ schema: PlanSchema, to ids: inout Set<String>) {
        ids.formUnion(schema.exemptions.map(\.id))
        for rule in schema.rules {
            for child in rule.value.schemas { addExemptions(child, to: &ids) }
        }
    }
}
