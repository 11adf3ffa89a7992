internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// The rules for an event's parameters, including the parameters of shared groups.
struct EventRules {
    let members: MemberRules
    let variants: [VariantRules]
    /// The rules of older versions of the event.
    let versions: [(name: NameWithPlace, rules: EventRules)]

    /// The indices of the schemas of all parameters.
    var schemas: [Int] {
        Array(members.objects.members.values) + variants.flatMap(\.members.values) + [members.objects.additional]
    }
}

/// The rules for the members of an object, or for the parameters of an event.
struct MemberRules {
    let objects: ObjectSpace
    /// The indices of the schemas that variants of an event declare, by the parameter's name.
    var variants: [ExactText: [Int]] = [:]
    var rules: [SchemaRule] = []
    let place: PlanPlace?

    func isRequired(_ name: ExactText) -> Bool { objects.required.contains(name) }

    /// Returns the place of a keyword.
    func place(_ keyword: SchemaKeyword) -> PlanPlace? { rules.first { $0.keyword == keyword }?.place ?? place }
}

/// The rules of a variant of an event.
struct VariantRules {
    var conditions: [ExactText: Set<CanonicalValue>]
    let members: [ExactText: Int]
    let required: Set<ExactText>
    let place: PlanPlace

    /// The conditions in words: `"method" is "card"`.
    var words: String {
        conditions.sorted { $0.key < $1.key }.map { name, values in
            name.text.quotedForDisplay + " is "
                + values.map(\.words).sorted { $0.precedesExactly($1) }.prefix(10).joined(separator: " or ")
        }.joined(separator: " and ")
    }

    /// The names of the parameters in words.
    var nameWords: String {
        members.isEmpty ? "no parameters" : members.keys.sorted().map(\.text.quotedForDisplay).joined(separator: ", ")
    }

    /// Returns whether one event can belong to both variants.
    func overlaps(_ other: VariantRules) -> Bool {
        conditions.allSatisfy { name, values in other.conditions[name].map { !values.isDisjoint(with: $0) } ?? true }
    }

    /// Returns whether each event of this variant also belongs to `other`.
    func implies(_ other: VariantRules) -> Bool {
        other.conditions.allSatisfy { name, values in conditions[name].map { $0.isSubset(of: values) } ?? false }
    }
}

/// The rules for all events of a plan.
struct PlanRules {
    let events: [EventRules]
    let user: EventRules?

    /// Creates the rules of a plan, and adds the plan's schemas to a table.
    init(_ plan: TrackingPlan, _ table: inout SpaceTable, isTrusting: Bool) {
        var builder = EventRulesBuilder(plan: plan, spaces: SpaceBuilder(plan, table, isTrusting: isTrusting))
        events = plan.events.map { builder.rules($0) }
        user = plan.user.map { builder.rules($0) }
        builder.spaces.finish()
        table = builder.spaces.table
    }
}

private struct EventRulesBuilder {
    let plan: TrackingPlan
    var spaces: SpaceBuilder
    /// The indices of schemas, by place. Events that include the same group of parameters share its schemas.
    private var known: [PlanPlace: Int] = [:]

    init(plan: TrackingPlan, spaces: SpaceBuilder) {
        self.plan = plan
        self.spaces = spaces
    }

    mutating func rules(_ event: PlannedEvent) -> EventRules {
        let parameters = plan.parameters(of: event)
        var objects = ObjectSpace()
        objects.members = schemas(parameters)
        objects.required = Self.required(parameters)
        objects.additional = event.isClosed ?? plan.isClosed ? SpaceTable.never : SpaceTable.searched
        let variants = event.variants.map { rules($0) }
        var names: [ExactText: [Int]] = [:]
        for variant in variants {
            for (name, schema) in variant.members { names[name, default: []].append(schema) }
        }
        return EventRules(
            members: MemberRules(objects: objects, variants: names, place: event.place), variants: variants,
            versions: event.versions.map { ($0.version, rules($0.event)) })
    }

    private mutating func rules(_ variant: PlannedEvent.Variant) -> VariantRules {
        let conditions = variant.when.map { (ExactText($0.name.name), Set($0.values.map { CanonicalValue($0) })) }
        return VariantRules(
            conditions: Dictionary(conditions, uniquingKeysWith: { $0.union($1) }),
            members: schemas(variant.parameters), required: Self.required(variant.parameters), place: variant.place)
    }

    private mutating func schemas(_ parameters: [PlanProperty]) -> [ExactText: Int] {
        var schemas: [ExactText: Int] = [:]
        for parameter in parameters {
            let index = known[parameter.schema.place] ?? spaces.add(parameter.schema)
            known[parameter.schema.place] = index
            schemas[ExactText(parameter.name)] = index
        }
        return schemas
    }

    private static func required(_ parameters: [PlanProperty]) -> Set<ExactText> {
        Set(parameters.filter(\.schema.isRequired).map { ExactText($0.name) })
    }
}
