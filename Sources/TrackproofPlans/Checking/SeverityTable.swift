import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

/// The severities of findings: those that a plan sets, and the defaults for all others.
public struct SeverityTable: Sendable {
    /// The rules of a plan for one id. `number` is the position of a rule in the plan.
    private struct Rules {
        /// The rule for all events.
        var general: SeverityRule?
        var exact: [ExactText: (number: Int, rule: SeverityRule)] = [:]
        var patterns: [(number: Int, events: NamePattern, rule: SeverityRule)] = []
    }

    private var rules: [String: Rules] = [:]

    /// Creates a table with the rules of a plan.
    public init(_ rules: [SeverityRule]) {
        for (number, rule) in rules.enumerated() {
            guard let events = rule.events else {
                self.rules[rule.id, default: Rules()].general = rule
                continue
            }
            // A plan can have a rule for each of its events. A dictionary finds a rule without a wildcard quickly.
            if events.contains(where: { "*?\\".contains($0) }) {
                self.rules[rule.id, default: Rules()].patterns.append((number, NamePattern(events), rule))
            } else {
                self.rules[rule.id, default: Rules()].exact[ExactText(events)] = (number, rule)
            }
        }
    }

    /// Returns the severity of a finding, or `nil` if the plan ignores the finding.
    ///
    /// If the plan has no rule for the finding, the default severity applies.
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
        rule(for: id, event: event).map(\.severity) ?? standard
    }

    /// Returns the rule of the plan that applies to a finding, or `nil` if the plan has no rule for it.
    ///
    /// If several rules fit the event's name, the last of them applies. If no rule fits the name, the last rule for all
    /// events applies.
    ///
    /// - Parameters:
    ///   - id: The id of a finding or a lint rule.
    ///   - event: The event's name, or `nil` if the finding is not about an event.
    public func rule(for id: String, event: String?) -> SeverityRule? {
        guard let rules = rules[id] else { return nil }
        if let event {
            let exact = rules.exact[ExactText(event)]
            let pattern = rules.patterns.last { $0.events.matches(event) }
            if let exact, exact.number > pattern?.number ?? -1 { return exact.rule }
            if let pattern { return pattern.rule }
        }
        return rules.general
    }
}
