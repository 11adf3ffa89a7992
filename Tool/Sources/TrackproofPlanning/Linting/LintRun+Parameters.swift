import Trackproof
import TrackproofPlans
import TrackproofText

extension LintRun {
    mutating func lintTogether(_ event: PlannedEvent, _ subject: LintSubject) {
        guard let union = groups.union(of: event) else { return }
        var seen: Set<ExactText> = []
        let all = event.parameters + event.variants.flatMap(\.parameters)
        let own = all.filter { seen.insert(ExactText($0.name)).inserted }
        steps += all.count + 1
        lintSimilarParameters(own, union, subject)
        lintNothingRequired(event, union, subject)
        lintConditions(event, own, union, subject)
        lintParameterCount(event, union, subject)
    }

    private mutating func lintNothingRequired(_ event: PlannedEvent, _ union: GroupUnion, _ subject: LintSubject) {
        if event.isUser(of: plan) || event.isAtEnd { return }
        let redeclared = event.parameters.compactMap { union.parameters[ExactText($0.name)] }
        let required =
            union.requiredCount - redeclared.count(where: \.schema.isRequired)
            + (event.parameters + event.variants.flatMap(\.parameters)).count(where: \.schema.isRequired)
        let count = event.count(in: union) + event.variants.reduce(0) { $0 + $1.parameters.count }
        if required == 0, count > 0 {
            report.add(
                .nothingRequired, subject, at: event.place,
                "no parameter is required, so an event without any parameter fits")
        }
    }

    /// Reports conditions of variants that name a parameter that the event does not have.
    private mutating func lintConditions(
        _ event: PlannedEvent, _ own: [PlanProperty], _ union: GroupUnion, _ subject: LintSubject
    ) {
        if event.variants.isEmpty { return }
        let names = Set(own.map { ExactText($0.name) })
        for (name, _) in event.variants.flatMap(\.when) {
            let key = ExactText(name.name)
            if names.contains(key) || union.parameters[key] != nil { continue }
            let known = report.hasSuggestions ? own.map(\.name) + union.parameters.keys.map(\.text).sorted() : []
            let message = report.unknown("parameter", name.name, among: known)
            report.add(.unknownReference, subject, at: name.place, message)
        }
    }
}

extension PlannedEvent {
    /// Returns the number of parameters that the event can have, without the parameters of its variants.
    ///
    /// - Parameter union: The parameters of the shared groups that the event includes.
    func count(in union: GroupUnion) -> Int {
        let redeclared = parameters.compactMap { union.parameters[ExactText($0.name)] }
        return union.count - redeclared.count { !$0.schema.isNever } + parameters.count { !$0.schema.isNever }
    }
}
