internal import Trackproof

// The rule that an object declares the properties that it requires.
extension LintRun {
    /// Reports names under `required` that an object does not declare.
    mutating func lintRequired(_ linted: LintedSchema) {
        guard case .names(let names)? = linted.schema.rule(.required)?.value, !linted.isPartial else { return }
        // A pattern, or another schema of the same value, may declare the property.
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
