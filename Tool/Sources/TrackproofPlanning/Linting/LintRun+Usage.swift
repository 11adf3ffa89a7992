import Trackproof
import TrackproofPlans

extension LintRun {
    mutating func lintUsage() {
        var usage = PlanUsage(plan)
        for event in plan.events + (plan.user.map { [$0] } ?? []) { usage.add(event) }
        for group in plan.shared { usage.add(group.parameters) }
        for type in plan.types where !usage.types.contains(type.name) {
            report.add(.unusedType, subject(of: type, in: LintSubject()), at: type.place, "no event uses the type")
        }
        let included = usage.groups.union(plan.defaults.map(\.name))
        for group in plan.shared where !included.contains(group.name) {
            report.add(
                .unusedShared, LintSubject(path: [.member(group.name)]), at: group.place,
                "no event includes the group")
        }
    }
}

/// The names of the types and shared groups that a plan's events and groups use.
private struct PlanUsage {
    private(set) var types: Set<String> = []
    private(set) var groups: Set<String> = []
    private let schemas: [String: PlanSchema]

    init(_ plan: TrackingPlan) {
        schemas = Dictionary(plan.types.map { ($0.name, $0.schema) }, uniquingKeysWith: { first, _ in first })
    }

    mutating func add(_ event: PlannedEvent) {
        groups.formUnion(event.includes.map(\.name))
        add(event.parameters)
        for variant in event.variants { add(variant.parameters) }
        for version in event.versions { add(version.event) }
    }

    mutating func add(_ parameters: [PlanProperty]) {
        for parameter in parameters { add(parameter.schema) }
    }

    private mutating func add(_ schema: PlanSchema) {
        var rest = [schema]
        // A chain of types that refer to each other can have any length. With a recursion, a long chain would overflow
        // the stack.
        while let schema = rest.popLast() {
            for rule in schema.rules {
                for name in rule.namesOfTypes where types.insert(name).inserted {
                    if let type = schemas[name] { rest.append(type) }
                }
                rest += rule.value.schemas
            }
        }
    }
}
