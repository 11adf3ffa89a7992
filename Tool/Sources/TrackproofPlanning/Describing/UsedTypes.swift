import Trackproof
package import TrackproofPlans

extension TrackingPlan {
    /// Returns the named types that the events use, directly or through other named types, in the order of the plan.
    package func types(of events: [PlannedEvent]) -> [PlanProperty] {
        let schemas = Dictionary(types.map { ($0.name, $0.schema) }, uniquingKeysWith: { first, _ in first })
        var pending = events.flatMap { event in
            parameters(of: event).map(\.schema) + event.variants.flatMap { $0.parameters.map(\.schema) }
        }
        var used: Set<String> = []
        while let schema = pending.popLast() {
            for rule in schema.rules {
                pending += rule.value.schemas
                for name in rule.namesOfTypes where used.insert(name).inserted {
                    if let type = schemas[name] { pending.append(type) }
                }
            }
        }
        return types.filter { used.contains($0.name) }
    }
}

extension PlanSchema {
    /// The properties that an object with this schema can have. Empty if the schema has no `properties`.
    package var properties: [PlanProperty] {
        if case .properties(let properties)? = rule(.properties)?.value { properties } else { [] }
    }
}
