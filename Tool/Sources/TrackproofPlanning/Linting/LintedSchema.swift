import TrackproofPlans
import TrackproofPlatform

/// A schema that lint checks, with what lint knows from the schemas around it.
struct LintedSchema {
    /// What a schema describes.
    enum Role {
        /// A named type of the plan.
        case type
        /// A parameter of an event or of a shared group.
        case parameter
        /// A named property of an object.
        case property
        /// Something without a name, such as an element of a list or an alternative of `anyOf`.
        case part
    }

    let schema: PlanSchema
    let role: Role
    /// The name of the type, parameter or property, or `nil` for a part without a name.
    let name: String?
    /// The place of the name. If there is no name, the place at which the schema begins.
    let place: PlanPlace
    var subject: LintSubject
    /// Whether other schemas describe the same value too. If so, this schema can leave out rules such as `type`.
    var isPartial = false
    /// Whether the schema is inside of `not` or `if`. Such a schema only tests a value and does not declare names.
    var isCondition = false
    /// Whether this schema, or a schema around it, declares personal data.
    var isPersonal = false

    init(_ schema: PlanSchema, role: Role, name: PlanProperty? = nil, _ subject: LintSubject) {
        self.schema = schema
        self.role = role
        self.name = name?.name
        place = name?.place ?? schema.place
        self.subject = subject
    }

    /// The schemas that are directly inside this schema.
    var children: [LintedSchema] { schema.rules.flatMap(children) }

    private func children(_ rule: SchemaRule) -> [LintedSchema] {
        switch rule.value {
        case .properties(let properties):
            properties.map { property in
                child(property.schema, role: .property, name: property, subject.inside(.member(property.name)))
            }
        case .variants(let variants):
            variants.flatMap(\.parameters).map { property in
                var linted = child(
                    property.schema, role: .property, name: property, subject.inside(.member(property.name)))
                linted.isPartial = schema.properties.contains { $0.name.isExactly(property.name) }
                return linted
            }
        case .patternProperties(let properties):
            properties.map { child($0.schema, role: .part, subject.inside(.member("*"))) }
        case .schema(let schema): [part(schema, rule.keyword)]
        case .schemas(let schemas): schemas.map { part($0, rule.keyword) }
        default: []
        }
    }

    private func part(_ schema: PlanSchema, _ keyword: SchemaKeyword) -> LintedSchema {
        switch keyword {
        case .items, .prefixItems: return child(schema, role: .part, subject.inside(.elements))
        case .additionalProperties: return child(schema, role: .part, subject.inside(.member("*")))
        default:
            var part = child(schema, role: .part, subject)
            part.isPartial = true
            part.isCondition = isCondition || keyword == .not || keyword == .if
            return part
        }
    }

    private func child(
        _ schema: PlanSchema, role: Role, name: PlanProperty? = nil, _ subject: LintSubject
    ) -> LintedSchema {
        var child = LintedSchema(schema, role: role, name: name, subject)
        (child.isPartial, child.isCondition, child.isPersonal) = (isPartial, isCondition, isPersonal)
        return child
    }
}

extension LintRun {
    /// Applies the rules to a schema and to all schemas inside it.
    mutating func lint(_ linted: LintedSchema) {
        for child in lintWithoutChildren(linted) { lint(child) }
    }

    /// Applies the rules to a schema, and returns the schemas directly inside it.
    ///
    /// This is a function of its own, because `lint` calls itself and must not need much of the stack.
    private mutating func lintWithoutChildren(_ linted: LintedSchema) -> [LintedSchema] {
        var linted = linted
        if !linted.schema.exemptions.isEmpty {
            linted.subject.scope = report.open(linted.schema.exemptions, of: linted.subject)
            if linted.name != nil { scopes[linted.place] = linted.subject.scope }
        }
        linted.isPersonal = linted.isPersonal || types.isPersonal(linted.schema)
        lintDescription(linted)
        lintName(linted)
        lintType(linted)
        lintConstants(linted)
        lintPatterns(linted)
        lintBounds(linted)
        lintRequired(linted)
        lintPresence(linted)
        lintPersonalData(linted)
        lintValues(linted)
        lintLimits(linted)
        lintVariants(linted)
        return linted.children
    }
}
