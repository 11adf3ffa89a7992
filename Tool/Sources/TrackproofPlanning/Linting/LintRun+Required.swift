import Trackproof
import TrackproofPlans
import TrackproofText

extension LintRun {
    /// Reports names in the list `required` of an object that the object does not declare as properties.
    mutating func lintRequired(_ linted: LintedSchema) {
        guard case .names(let names)? = linted.schema.rule(.required)?.value, !linted.isPartial else { return }
        // With one of these keywords, a pattern or a schema for the same object can declare the property.
        let others: Set<SchemaKeyword> = [.allOf, .anyOf, .oneOf, .if, .ref, .patternProperties]
        if linted.schema.rules.contains(where: { others.contains($0.keyword) || !$0.namesOfTypes.isEmpty }) { return }
        var known: [String] = []
        if case .properties(let properties)? = linted.schema.rule(.properties)?.value {
            known = properties.map(\.name)
        }
        let declared = Set(known.map { ExactText($0) })
        for name in names where !declared.contains(ExactText(name.name)) {
            steps += 1
            let suggestion = report.suggestion(for: name.name, among: known)
            report.add(
                .requiredUndeclared, linted.subject, at: name.place,
                "the object requires \(name.name.quotedForMessages) and does not declare it\(suggestion)")
        }
    }
}
