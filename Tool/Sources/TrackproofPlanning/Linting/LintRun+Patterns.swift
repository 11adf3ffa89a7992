import TrackproofPlans
import TrackproofSnapshots

extension LintRun {
    mutating func lintPatterns(_ linted: LintedSchema) {
        for rule in linted.schema.rules {
            switch rule.value {
            case .pattern(let pattern): lintPattern(pattern, at: rule.place, linted.subject)
            case .patternProperties(let properties):
                for property in properties { lintPattern(property.pattern, at: property.place, linted.subject) }
            default: continue
            }
        }
    }

    private mutating func lintPattern(_ pattern: Pattern, at place: PlanPlace, _ subject: LintSubject) {
        guard pattern.isHalfAnchored else { return }
        report.add(
            .patternHalfAnchored, subject, at: place,
            "only some alternatives of /\(pattern.source.nameForMessages)/ are anchored; "
                + "put them in parentheses, as in /^(a|b)$/")
    }
}
