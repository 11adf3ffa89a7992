import Trackproof
import TrackproofSnapshots
import TrackproofText

/// The severities of findings: those that a plan sets, and the defaults for all others.
public struct SeverityTable: Sendable {
    /// The severities that a plan sets for one id. `number` is the position of a severity in the plan.
    private struct Rules {
        /// The severity for all events. `nil` if the plan sets none, and `.some(nil)` if the plan ignores the finding.
        var general: Severity??
        var exact: [ExactText: (number: Int, severity: Severity?)] = [:]
        var patterns: [(number: Int, events: NamePattern, severity: Severity?)] = []
    }

    private var rules: [String: Rules] = [:]

    /// Creates a table with the severities that a plan sets. Later rules override earlier ones.
    public init(_ rules: [SeverityRule]) {
        for (number, rule) in rules.enumerated() {
            guard let events = rule.events else {
                self.rules[rule.id, default: Rules()].general = .some(rule.severity)
                continue
            }
            // A plan can have a rule for each of its events. A dictionary finds a rule without a wildcard quickly.
            if events.contains(where: { "*?\\".contains($0) }) {
                self.rules[rule.id, default: Rules()].patterns.append((number, NamePattern(events), rule.severity))
            } else {
                self.rules[rule.id, default: Rules()].exact[ExactText(events)] = (number, rule.severity)
            }
        }
    }

    /// Returns the severity of a finding, or `nil` if the plan ignores the finding.
    ///
    /// If several rules of the plan fit the event's name, the last rule applies. If no rule fits the name, the rule for
    /// all events applies. If the plan has no rule for all events, the default severity applies.
    public func severity(of id: FindingID, event: String) -> Severity? {
        severity(of: id.rawValue, event: event, default: id.defaultSeverity)
    }

    /// Returns the severity of a finding, or `nil` if the plan ignores the finding.
    ///
    /// - Parameters:
    ///   - id: The id of a finding or a lint rule.
    ///   - event: The event's name, or `nil` if the finding is not about an event.
    ///   - standard: The severity if the plan sets no severity for the finding.
    public func severity(of id: String, event: String?, default standard: Severity) -> Severity? {
        guard let rules = rules[id] else { return standard }
        if let event {
            let exact = rules.exact[ExactText(event)]
            let pattern = rules.patterns.last { $0.events.matches(event) }
            switch (exact, pattern) {
            case (let exact?, let pattern?):
                return exact.number > pattern.number ? exact.severity : pattern.severity
            case (let exact?, nil): return exact.severity
            case (nil, let pattern?): return pattern.severity
            case (nil, nil): break
            }
        }
        return rules.general ?? standard
    }
}
