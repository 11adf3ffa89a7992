import Trackproof
import TrackproofPlans

/// The severities of findings that a plan reports for one event, or for a value in the event.
struct Strictness {
    private let severities: SeverityTable
    /// The event's name. If the name is empty, the severities that the plan sets for all events apply.
    private let event: String
    /// The findings that the plan does not report, because the event or the value has an exemption.
    var exempt: FindingIDs

    init(_ severities: SeverityTable, event: String, exempt: FindingIDs = FindingIDs()) {
        self.severities = severities
        self.event = event
        self.exempt = exempt
    }

    /// Returns the severity of a finding, or `nil` if the plan does not report the finding.
    func severity(of id: FindingID) -> Severity? {
        if exempt.contains(id) { return nil }
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

extension TrackingPlan {
    /// The findings about parameters that the plan does not report as errors for each event and value.
    ///
    /// An event of a released app can break the rule of such a finding and still have no error. So the comparison must not
    /// conclude from this rule what the event contains. Findings of personal data are no rules, and are left out.
    var lenientFindings: FindingIDs {
        var findings = FindingIDs()
        for id in checkSeverities.filter({ $0.severity != .error }).map(\.id) + exemptions {
            if let id = FindingID(rawValue: id), id != .pii, FindingID.ofParameters.contains(id) { findings.insert(id) }
        }
        return findings
    }

    private var exemptions: [String] {
        let events = eventsAndUser.flatMap { [$0] + $0.versions.map(\.event) }
        let schemas = (types + shared.flatMap(\.parameters)).map(\.schema) + events.flatMap(\.schemas)
        return (schemas.flatMap(\.withInner).flatMap(\.exemptions) + events.flatMap(\.exemptions)).map(\.name)
    }
}

/// The event and path that the comparison reports, and the severities of findings that each plan reports there.
struct ComparisonPlace {
    var event: String
    var old: Strictness
    var new: Strictness
    var path = ""
    /// The condition of the variant or alternative that the value belongs to, or `nil` if it always applies.
    var condition: String?
    /// The reason why changes here cannot affect released apps, or `nil` if they can affect them.
    var unaffected: String?

    /// Returns the place with `text` added to the end of its path.
    func adding(_ text: String) -> ComparisonPlace {
        var place = self
        place.path += path.isEmpty && text.hasPrefix(".") ? String(text.dropFirst()) : text
        return place
    }

    /// Returns the place with the exemptions of two schemas added to the exemptions of the plans.
    func inside(_ pair: SchemaPair, _ graph: SchemaGraph) -> ComparisonPlace {
        var place = self
        place.old.exempt = old.exempt.union(graph.exemptions(of: pair.old))
        place.new.exempt = new.exempt.union(graph.exemptions(of: pair.new))
        return place
    }
}
