@_spi(Tooling) internal import TrackproofSnapshots

/// The severities of findings, as a plan changes them.
struct SeverityTable: Sendable {
    private var general: [FindingID: Severity?] = [:]
    private var special: [FindingID: [(events: NamePattern, severity: Severity?)]] = [:]

    init(_ rules: [SeverityRule]) {
        for rule in rules {
            guard let id = FindingID(rawValue: rule.id) else { continue }
            if let events = rule.events {
                special[id, default: []].append((NamePattern(events), rule.severity))
            } else {
                general[id] = .some(rule.severity)
            }
        }
    }

    /// Returns the severity of a finding, or `nil` if it is not reported.
    ///
    /// The last rule for the event's name wins, then the rule for all events.
    func severity(of id: FindingID, event: String) -> Severity? {
        if let rules = special[id], let rule = rules.last(where: { $0.events.matches(event) }) { return rule.severity }
        if let severity = general[id] { return severity }
        return id.defaultSeverity
    }
}
