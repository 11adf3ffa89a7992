internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// A parameter of an event or of a shared group.
struct ShapeParameter {
    let name: ExactText
    let schema: Int
    let isRequired: Bool
}

/// The schemas of one event, before shared groups are added.
struct EventShape {
    let own: [ShapeParameter]
    /// The names of the shared groups.
    let groups: [String]
    let isClosed: Bool
    let variants: [VariantShape]
    let versions: [(name: String, place: PlanPlace, shape: EventShape)]
    let place: PlanPlace
}

/// A variant of an event.
struct VariantShape {
    /// The values of other parameters that select the variant.
    let conditions: [ExactText: Set<CanonicalValue>]
    let parameters: [ShapeParameter]
    let place: PlanPlace
}

/// The schemas of all events of a plan.
struct PlanShapes {
    let groups: [String: [ShapeParameter]]
    let events: [EventShape]
    let user: EventShape?

    /// Adds the schemas of a plan to a table.
    init(_ plan: TrackingPlan, _ table: inout SpaceTable, trusting trusted: FindingIDs) {
        var builder = SpaceBuilder(plan, table, trusting: trusted)
        groups = Dictionary(
            plan.shared.map { ($0.name, builder.parameters($0.parameters)) }, uniquingKeysWith: { first, _ in first })
        events = plan.events.map { builder.shape($0, plan) }
        user = plan.user.map { builder.shape($0, plan) }
        builder.finish()
        table = builder.table
    }

    /// Returns the parameters of an event. Its own declarations win over those of shared groups.
    func objects(of shape: EventShape) -> ObjectSpace {
        var declared: [ExactText: ShapeParameter] = [:]
        for parameter in shape.groups.flatMap({ groups[$0] ?? [] }) + shape.own { declared[parameter.name] = parameter }
        var objects = ObjectSpace()
        objects.members = declared.mapValues(\.schema)
        objects.required = Set(declared.values.filter(\.isRequired).map(\.name))
        objects.additional = shape.isClosed ? SpaceTable.never : SpaceTable.searched
        return objects
    }

    /// The number of parameters of an event.
    func size(of shape: EventShape) -> Int {
        shape.groups.reduce(1 + shape.own.count) { $0 + (groups[$1]?.count ?? 0) }
    }
}

extension SpaceBuilder {
    fileprivate mutating func parameters(_ properties: [PlanProperty]) -> [ShapeParameter] {
        properties.map {
            ShapeParameter(name: ExactText($0.name), schema: add($0.schema), isRequired: $0.schema.isRequired)
        }
    }

    fileprivate mutating func shape(_ event: PlannedEvent, _ plan: TrackingPlan) -> EventShape {
        EventShape(
            own: parameters(event.parameters), groups: (plan.defaults + event.includes).map(\.name),
            isClosed: event.isClosed ?? plan.isClosed,
            variants: event.variants.map { variant in
                VariantShape(
                    conditions: Dictionary(
                        variant.when.map { (ExactText($0.name.name), Set($0.values.map { CanonicalValue($0) })) },
                        uniquingKeysWith: { $0.union($1) }),
                    parameters: parameters(variant.parameters), place: variant.place)
            },
            versions: event.versions.map { ($0.version.name, $0.version.place, shape($0.event, plan)) },
            place: event.place)
    }
}

/// A number for each shape, which is the same for shapes that say the same.
struct ShapeNumbers {
    private struct Parameter: Hashable {
        let name: ExactText
        let schema: Int
        let isRequired: Bool
    }

    private struct Key: Hashable {
        let own: Set<Parameter>
        let groups: [Int]
        let isClosed: Bool
        let variants: [Key]
        let conditions: [ExactText: Set<CanonicalValue>]
        let versions: [ExactText: Key]
    }

    private let classes: SpaceClasses
    private var groupNumbers: [Set<Parameter>: Int] = [:]
    /// The number of each group of the old and of the new plan.
    private var groups: [[String: Int]] = []

    init(_ plans: [PlanShapes], _ classes: SpaceClasses) {
        self.classes = classes
        for plan in plans {
            var numbers: [String: Int] = [:]
            for (name, parameters) in plan.groups {
                let key = set(parameters)
                numbers[name] = groupNumbers[key] ?? groupNumbers.count
                groupNumbers[key] = numbers[name]
            }
            groups.append(numbers)
        }
    }

    private func set(_ parameters: [ShapeParameter]) -> Set<Parameter> {
        Set(parameters.map { Parameter(name: $0.name, schema: classes.all[$0.schema], isRequired: $0.isRequired) })
    }

    /// Returns whether an event of the old plan and one of the new plan say the same.
    func areEqual(_ old: EventShape, _ new: EventShape) -> Bool { key(old, groups[0]) == key(new, groups[1]) }

    private func key(_ shape: EventShape, _ groups: [String: Int]) -> Key {
        Key(
            own: set(shape.own), groups: shape.groups.map { groups[$0] ?? -1 }, isClosed: shape.isClosed,
            variants: shape.variants.map { variant in
                Key(
                    own: set(variant.parameters), groups: [], isClosed: false, variants: [],
                    conditions: variant.conditions, versions: [:])
            },
            conditions: [:],
            versions: Dictionary(
                shape.versions.map { (ExactText($0.name), key($0.shape, groups)) },
                uniquingKeysWith: { first, _ in first }))
    }
}
