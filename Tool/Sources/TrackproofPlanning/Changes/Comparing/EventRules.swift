import Trackproof
import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

/// The rules for an event's parameters, including the parameters of shared groups.
struct EventRules {
    let members: MemberRules
    let variants: [VariantRules]
    /// The name and the rules of each older version of the event that the plan lists under `versions`.
    let versions: [(name: NameWithPlace, rules: EventRules)]

    /// The schemas of declared parameters, and the schema of undeclared parameters, as indices in ``SpaceTable``.
    var schemas: [Int] {
        Array(members.objects.members.values) + variants.flatMap(\.members.values) + [members.objects.additional]
    }
}

/// The rules for the members of an object, or for the parameters of an event.
struct MemberRules {
    let objects: ObjectSpace
    /// The schemas of each parameter that variants of the event declare, as indices in ``SpaceTable``.
    ///
    /// A parameter has one schema for each variant that declares it.
    var variants: [ExactText: [Int]] = [:]
    var rules: [SchemaRule] = []
    let place: PlanPlace?

    func isRequired(_ name: ExactText) -> Bool { objects.required.contains(name) }

    /// Returns the place of a keyword in the plan, or the place of the object or event if no rule has the keyword.
    func place(_ keyword: SchemaKeyword) -> PlanPlace? { rules.first { $0.keyword == keyword }?.place ?? place }
}

/// The rules of a variant of an event.
struct VariantRules {
    var conditions: [ExactText: Set<CanonicalValue>]
    let members: [ExactText: Int]
    let required: Set<ExactText>
    let place: PlanPlace

    /// The conditions, as a text for reports: `"method" is "card"`.
    var words: String {
        conditions.sorted { $0.key < $1.key }.map { name, values in
            name.text.quotedForDisplay + " is "
                + values.map(\.words).sorted { $0.precedesExactly($1) }.prefix(10).joined(separator: " or ")
        }.joined(separator: " and ")
    }

    /// The names of the parameters, as a text for reports.
    var nameWords: String {
        members.isEmpty ? "no parameters" : members.keys.sorted().map(\.text.quotedForDisplay).joined(separator: ", ")
    }

    /// Returns whether an event can fit the conditions of both variants.
    func overlaps(_ other: VariantRules) -> Bool {
        conditions.allSatisfy { name, values in other.conditions[name].map { !values.isDisjoint(with: $0) } ?? true }
    }

    /// Returns whether each event that fits the conditions of this variant also fits the conditions of `other`.
    func implies(_ other: VariantRules) -> Bool {
        other.conditions.allSatisfy { name, values in conditions[name].map { $0.isSubset(of: values) } ?? false }
    }
}

/// The rules for all events of a plan, and for the traits of users.
struct PlanRules {
    let events: [EventRules]
    let user: EventRules?

    /// Creates the rules of a plan, and adds the plan's schemas to `table`.
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
    /// The index of each schema in ``SpaceTable``, by the place of the schema in the plan.
    ///
    /// Events that include the same group share the schemas of the group.
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
