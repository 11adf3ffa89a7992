import Trackproof
import TrackproofPlans
import TrackproofText

extension LintRun {
    mutating func lintEventName(_ event: PlannedEvent, _ subject: LintSubject) {
        lintStyle(plan.naming.events, event.name, at: event.place, subject)
    }

    mutating func lintName(_ linted: LintedSchema) {
        guard let name = linted.name, linted.role != .type, !linted.isCondition else { return }
        lintStyle(plan.naming.parameters, name, at: linted.place, linted.subject)
    }

    private mutating func lintStyle(
        _ style: NameStyle?, _ name: String, at place: PlanPlace, _ subject: LintSubject
    ) {
        guard let style, !style.fits(name) else { return }
        let right = style.name(name)
        // Some names cannot have the style. For example, a name without letters cannot be in PascalCase.
        let advice = style.fits(right) ? "; write \(right.quotedForMessages)" : ""
        report.add(.nameStyle, subject, at: place, "the name is not in \(style.rawValue)\(advice)")
    }

    mutating func lintSimilarEvents(_ events: [(event: PlannedEvent, subject: LintSubject)]) {
        var names = SimilarNames()
        for (event, subject) in events where !event.isUser(of: plan) {
            guard let found = names.add(event.name, at: event.place) else { continue }
            add(found, subject, at: event.place)
        }
        steps += names.steps
    }

    /// Reports each parameter of an event whose name is similar to the name of another parameter of the event.
    mutating func lintSimilarParameters(
        _ own: [PlanProperty], _ union: GroupUnion, _ subject: LintSubject
    ) {
        if !union.isReported { addSimilarShared(union) }
        var names = SimilarNames()
        for parameter in own where union.parameters[ExactText(parameter.name)] == nil {
            let found = names.add(parameter.name, at: parameter.place) ?? union.similar(to: parameter.name)
            if let found { add(found, self.subject(of: parameter, in: subject), at: parameter.place) }
        }
        steps += 2 * names.steps
    }

    /// Reports the similar names in the shared groups of a union, unless lint has already reported them.
    private mutating func addSimilarShared(_ union: GroupUnion) {
        union.isReported = true
        for (parameter, found) in union.confusable where similarShared.insert(parameter.place).inserted {
            add(found, subject(of: parameter, in: LintSubject()), at: parameter.place)
        }
    }

    private mutating func add(_ found: SimilarNames.Found, _ subject: LintSubject, at place: PlanPlace) {
        report.add(
            .nameSimilar, subject, at: place,
            "the name differs from \(found.name.quotedForMessages) (\(found.place)) only \(found.difference.rawValue)")
    }

    /// Returns the subject for findings about a parameter, with the exemptions of the parameter.
    func subject(of parameter: PlanProperty, in subject: LintSubject) -> LintSubject {
        var inside = subject.inside(.member(parameter.name))
        inside.scope = scopes[parameter.place] ?? subject.scope
        return inside
    }
}
