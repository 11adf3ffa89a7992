import Trackproof
import TrackproofPlans

extension LintRun {
    mutating func lintValues(_ linted: LintedSchema) {
        let schema = linted.schema
        let isPart = linted.role == .part && linted.isPartial
        for (value, reason) in judge.misfits(among: schema.defaultValue.map { [$0] } ?? [], schema, isPart: isPart) {
            report.add(.defaultInvalid, linted.subject, at: value.place, "the default does not fit: \(reason)")
        }
        for (value, reason) in judge.misfits(among: schema.examples, schema, isPart: isPart) {
            report.add(.exampleInvalid, linted.subject, at: value.place, "the example does not fit: \(reason)")
        }
        lintConstantsAgainstOtherRules(linted, isPart: isPart)
    }

    private mutating func lintConstantsAgainstOtherRules(_ linted: LintedSchema, isPart: Bool) {
        var schema = linted.schema
        // With exemptions, the judge would accept values that break a rule. But such a value in an enum is still a
        // mistake.
        schema.exemptions = []
        // If the bounds contradict each other, no value fits, and `lintBounds` has already reported the bounds.
        if schema.rules.count < 2 || schema.contradiction(isInteger: false) != nil { return }
        var values: [PlanNode] = []
        for rule in schema.rules {
            if case .constants(let nodes) = rule.value { values += nodes }
        }
        for (value, reason) in judge.misfits(among: values, schema, isPart: isPart) {
            report.add(
                .boundsContradict, linted.subject, at: value.place,
                "\(value.descriptionForMessages) never fits, because other rules do not allow it: \(reason)")
        }
    }
}
