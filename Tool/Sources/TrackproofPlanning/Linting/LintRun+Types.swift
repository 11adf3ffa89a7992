import Trackproof
import TrackproofPlans
import TrackproofText

/// A parameter, with the types that its values can have.
struct TypedParameter {
    let types: JSONTypes
    let subject: LintSubject
    let place: PlanPlace
}

extension LintRun {
    mutating func lintType(_ linted: LintedSchema) {
        guard linted.role == .parameter || linted.role == .property else { return }
        lintTypeMissing(linted)
        // Data warehouses have a separate table for traits. So a trait and a parameter can have the same name and
        // different types.
        guard linted.role == .parameter, linted.subject.use == .event, let name = linted.name else { return }
        guard let types = types.types(of: linted.schema)?.subtracting(.null), !types.isEmpty else { return }
        typesOfParameters[ExactText(name), default: []].append(
            TypedParameter(types: types, subject: linted.subject, place: linted.place))
    }

    private mutating func lintTypeMissing(_ linted: LintedSchema) {
        let keywords: Set<SchemaKeyword> = [.type, .enum, .const, .ref, .anyOf, .oneOf, .allOf]
        if linted.schema.isNever || linted.isPartial { return }
        if linted.schema.rules.contains(where: { keywords.contains($0.keyword) }) { return }
        let what = linted.role == .parameter ? "parameter" : "property"
        report.add(.typeMissing, linted.subject, at: linted.place, "the \(what) has no type")
    }

    /// Reports each parameter whose type differs from the type of the first parameter with the same name in the plan.
    mutating func lintTypeConflicts() {
        for name in typesOfParameters.keys.sorted() {
            let all = (typesOfParameters[name] ?? []).sorted { $0.place.precedes($1.place) }
            guard let first = all.first else { continue }
            for later in all.dropFirst() where later.types != first.types {
                // The variants of one event may declare different types for a parameter.
                if let event = later.subject.event, event == first.subject.event { continue }
                report.add(
                    .typeConflict, later.subject, at: later.place,
                    "the value is \(later.types.words) here, and \(first.types.words) at \(first.place)")
            }
        }
    }
}

extension PlanPlace {
    /// Returns whether the place is before `other`. If the files differ, compares the names of the files.
    func precedes(_ other: PlanPlace) -> Bool {
        if file != other.file { return file < other.file }
        return (line, column) < (other.line, other.column)
    }
}
