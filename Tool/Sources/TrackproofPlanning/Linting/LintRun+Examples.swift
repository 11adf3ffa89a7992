import Trackproof
import TrackproofPlans
import TrackproofText

extension LintRun {
    /// The maximum number of schemas that lint compiles to judge the examples of all events together.
    private static let schemaLimit = 1_000_000
    /// The maximum number of parameters and variants of an event. If an event has more, lint does not judge its
    /// examples.
    private static let parameterLimit = 1_000

    /// Reports each example with an error. Lint finds errors with ``PlanChecker``, as if an app had tracked the
    /// example.
    mutating func lintExamples(_ events: [(event: PlannedEvent, subject: LintSubject)]) {
        let judged = withExamples(events)
        if judged.isEmpty { return }
        let checker = PlanChecker(plan(of: judged.map(\.event)))
        for (event, subject) in judged {
            for (index, example) in event.examples.enumerated() where !judge.isExhausted {
                guard let reason = reason(example, event, checker) else { continue }
                report.add(
                    .exampleInvalid, subject, at: example.place, "example \(index + 1) does not fit: \(reason)")
            }
        }
    }

    private mutating func withExamples(
        _ events: [(event: PlannedEvent, subject: LintSubject)]
    ) -> [(event: PlannedEvent, subject: LintSubject)] {
        var size = 0
        return events.filter { event, _ in
            if event.examples.isEmpty { return false }
            guard let union = groups.union(of: event) else { return false }
            let own = event.parameters + event.variants.flatMap(\.parameters)
            size += union.size + own.reduce(0) { $0 + $1.schema.size }
            size += (plan.defaults.count + event.includes.count) * plan.shared.count
            return size <= Self.schemaLimit && union.count + own.count + event.variants.count <= Self.parameterLimit
        }
    }

    /// Returns the plan with only `events`, and without their older versions and their names at destinations.
    private func plan(of events: [PlannedEvent]) -> TrackingPlan {
        var part = plan
        part.user = nil
        part.events = []
        for event in events {
            var event = event
            event.names = []
            event.versions = []
            if event.isUser(of: plan) { part.user = event } else { part.events.append(event) }
        }
        return part
    }

    private mutating func reason(_ example: PlanNode, _ event: PlannedEvent, _ checker: PlanChecker) -> String? {
        guard case .object(let parameters) = example.eventValue else {
            return "expected an object of parameters, found \(example.shortDescription.cut(to: 100))"
        }
        let name = event.isUser(of: plan) ? "" : event.name
        let tracked = RecordedEvent(Event(name, parameters, kind: event.kind))
        let findings = checker.findings(for: tracked, CheckContext(today: today))
        judge.count(1 + parameters.count + event.variants.count + findings.count * (1 + event.parameters.count))
        return findings.first { $0.id.defaultSeverity == .error }?.descriptionOfValue
    }
}
