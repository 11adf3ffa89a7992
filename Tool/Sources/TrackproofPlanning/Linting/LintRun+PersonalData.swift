import Trackproof
import TrackproofPlans

extension LintRun {
    mutating func lintPersonalData(_ linted: LintedSchema) {
        if linted.isPersonal || linted.isCondition || linted.schema.isNever || linted.schema.isListed { return }
        var format: TextFormat?
        if case .format(let value)? = linted.schema.rule(.format)?.value { format = value }
        let isNamed = linted.role == .parameter || linted.role == .property
        if isNamed, let name = linted.name, PersonalNames.suggest(name) {
            // A boolean such as `email` says only whether there is an email address. So it is not personal data.
            let types = types.types(of: linted.schema)?.subtracting(.null)
            if types == .boolean { return }
            if let format { return addUndeclared(linted, "its name and its format \(format.rawValue)") }
            report.add(
                .piiSuspected, linted.subject, at: linted.place,
                "the name suggests personal data; declare it with \"pii\", or exempt the parameter with \"allow\"")
        } else if format == .email {
            addUndeclared(linted, "its format email")
        }
    }

    private mutating func addUndeclared(_ linted: LintedSchema, _ reason: String) {
        report.add(
            .piiUndeclared, linted.subject, at: linted.place,
            "the value is personal data according to \(reason); declare it with \"pii\"")
    }
}

extension PlanSchema {
    /// Whether the plan lists the allowed values. Values in a plan are not personal data.
    fileprivate var isListed: Bool { rules.contains { $0.constants != nil } }
}
