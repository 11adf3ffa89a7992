import Trackproof
import TrackproofPlans
import TrackproofPlatform
import TrackproofSnapshots

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
        lintTypesAgainstOtherRules(schema, linted.subject, isPart: isPart)
    }

    /// Reports each type in a list of types if no value of the type fits, such as null beside an enum without null.
    ///
    /// The only value of the type null is null, so lint judges this value by all rules of the schema. The values of
    /// other types are compared only with the listed values.
    private mutating func lintTypesAgainstOtherRules(_ schema: PlanSchema, _ subject: LintSubject, isPart: Bool) {
        guard let rule = schema.rule(.type), case .types(let names) = rule.value, names.count > 1 else { return }
        let listed = schema.rules.lazy.compactMap(\.constants).first
        for name in names {
            guard let type = name.types else { continue }
            if type == .null {
                let null = PlanNode(PlanNode.Content.null, at: rule.place)
                guard let misfit = judge.misfits(among: [null], schema, isPart: isPart).first else { continue }
                report.add(
                    .boundsContradict, subject, at: rule.place,
                    "the type allows null, and other rules do not, so null never fits: \(misfit.reason)")
            } else if let listed, type.occurring(among: listed).isEmpty {
                report.add(
                    .boundsContradict, subject, at: rule.place,
                    "the type allows \(type.words), and no listed value is one, so it never fits")
            }
        }
    }
}

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
        if linted.schema.isForbiddenEverywhere || linted.isPartial { return }
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

extension LintRun {
    mutating func lintConstants(_ linted: LintedSchema) {
        for rule in linted.schema.rules {
            guard case .constants(let nodes) = rule.value else { continue }
            for node in nodes {
                guard case .string(let text) = node.content else { continue }
                lintCharacters(text, "value", at: node.place, linted.subject)
            }
        }
        guard let rule = linted.schema.rule(.enum), case .constants(let nodes) = rule.value else { return }
        if nodes.isEmpty {
            report.add(.enumEmpty, linted.subject, at: rule.place, "the enum is empty, so no value fits")
        }
        var places: [CanonicalValue: PlanPlace] = [:]
        for node in nodes {
            let value = CanonicalValue(node)
            if let first = places[value] {
                report.add(
                    .enumDuplicate, linted.subject, at: node.place,
                    "the enum has \(node.descriptionForMessages) twice; the first is at \(first)")
            } else {
                places[value] = node.place
            }
        }
    }
}

extension PlanNode {
    /// The value as a text for a message, cut to 100 Unicode scalars.
    var descriptionForMessages: String {
        if case .number(let number) = content { return number.text.cut(to: 100) }
        return eventValue.description.cut(to: 100)
    }
}

extension LintRun {
    mutating func lintPatterns(_ linted: LintedSchema) {
        if let refused = linted.schema.refusedPattern {
            report.add(
                .patternInvalid, linted.subject, at: refused.place,
                "the pattern \(refused.source.quotedForMessages) cannot be used, so texts are not compared with it: "
                    + refused.reason)
        }
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

extension LintRun {
    /// Reports names in `required` that an object does not declare as properties, and `required: true` without effect.
    mutating func lintRequired(_ linted: LintedSchema) {
        if linted.schema.isRequired, linted.role == .type || linted.role == .part {
            report.add(
                .requiredUndeclared, linted.subject, at: linted.place,
                "\"required: true\" has an effect only at a parameter or a property; an object can also have a list of "
                    + "names in \"required\"")
        }
        guard case .names(let names)? = linted.schema.rule(.required)?.value, !linted.isPartial else { return }
        // With one of these keywords, a pattern or a schema for the same object can declare the property.
        let others: Set<SchemaKeyword> = [.allOf, .anyOf, .oneOf, .if, .ref, .patternProperties]
        if linted.schema.rules.contains(where: { others.contains($0.keyword) || !$0.namesOfTypes.isEmpty }) { return }
        let known = linted.schema.properties.map(\.name)
        let declared = Set(known.map { ExactText($0) })
        for name in names where !declared.contains(ExactText(name.name)) {
            let suggestion = report.suggestion(for: name.name, among: known)
            report.add(
                .requiredUndeclared, linted.subject, at: name.place,
                "the object requires \(name.name.quotedForMessages) and does not declare it\(suggestion)")
        }
    }
}

extension LintRun {
    mutating func lintPersonalData(_ linted: LintedSchema) {
        if linted.isPersonal || linted.isCondition || linted.schema.isForbiddenEverywhere || linted.schema.isListed {
            return
        }
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
