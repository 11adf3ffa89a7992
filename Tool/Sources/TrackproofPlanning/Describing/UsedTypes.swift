import Trackproof
package import TrackproofPlans

extension TrackingPlan {
    /// Returns the named types that the events use, directly or through other named types, in the order of the plan.
    package func types(of events: [PlannedEvent]) -> [PlanProperty] {
        let used = namesOfTypes(in: events.flatMap { parameters(of: $0) + $0.variants.flatMap(\.parameters) })
        return types.filter { used.contains($0.name) }
    }

    /// Returns the names of the types that the parameters use, directly or through other named types.
    func namesOfTypes(in parameters: [PlanProperty]) -> Set<String> {
        let schemas = schemasOfTypes
        var pending = parameters.map(\.schema)
        var used: Set<String> = []
        // A chain of types that refer to each other can have any length. With a recursion, a long chain would overflow
        // the stack.
        while let schema = pending.popLast() {
            for rule in schema.rules {
                pending += rule.value.schemas
                for name in rule.namesOfTypes where used.insert(name).inserted {
                    if let type = schemas[name] { pending.append(type) }
                }
            }
        }
        return used
    }
}

extension PlanSchema {
    /// The properties that an object with this schema can have. Empty if the schema has no `properties`.
    package var properties: [PlanProperty] {
        if case .properties(let properties)? = rule(.properties)?.value { properties } else { [] }
    }
}
