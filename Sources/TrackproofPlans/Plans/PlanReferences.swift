import Trackproof
import TrackproofPlatform
import TrackproofSnapshots

/// A check that a plan declares all types and shared groups that it refers to.
///
/// Without such a declaration, a check of events would not know the rules for a value or the parameters of an event.
struct PlanReferences {
    private let types: Set<String>
    private let groups: Set<String>

    static func check(_ plan: TrackingPlan, _ problems: inout PlanProblems) {
        let references = PlanReferences(
            types: Set(plan.types.map(\.name)), groups: Set(plan.shared.map(\.name)))
        for type in plan.types {
            if JSONTypes(named: type.name) != nil {
                problems.add(type.place, "\(type.name.quotedForDisplay) is a type of JSON; choose another name")
            }
            references.checkPart(type.schema, &problems)
        }
        for parameter in plan.shared.flatMap(\.parameters) { references.check(parameter.schema, &problems) }
        references.checkGroups(plan.defaults, &problems)
        for event in plan.eventsAndUser { references.check(event, &problems) }
        TypeCycles.check(plan.types, &problems)
    }

    private func check(_ event: PlannedEvent, _ problems: inout PlanProblems) {
        checkGroups(event.includes, &problems)
        for parameter in event.parameters + event.variants.flatMap(\.parameters) { check(parameter.schema, &problems) }
        if let rules = event.rules { checkPart(rules, &problems) }
        for version in event.versions { check(version.event, &problems) }
    }

    private func checkGroups(_ names: [NameWithPlace], _ problems: inout PlanProblems) {
        for group in names where !groups.contains(group.name) {
            problems.add(unknown: "shared group", group, among: groups.sorted())
        }
    }

    private func check(_ schema: PlanSchema, _ problems: inout PlanProblems) {
        for rule in schema.rules {
            for type in rule.references { check(type, &problems) }
            for child in rule.value.schemas { checkPart(child, &problems) }
        }
    }

    /// Checks a schema that is not the schema of a parameter.
    private func checkPart(_ schema: PlanSchema, _ problems: inout PlanProblems) {
        if let presence = schema.presence {
            problems.add(presence.place, "only a parameter of an event can have \"presence\"")
        }
        check(schema, &problems)
    }

    private func check(_ type: NameWithPlace, _ problems: inout PlanProblems) {
        if types.contains(type.name) { return }
        let known = types.union(JSONTypes.named.map(\.name))
        problems.add(unknown: "type", type, among: known.sorted(), advice: SchemaAdvice.type(type.name))
    }
}

extension SchemaRule.Value {
    /// The schemas that are directly inside the value.
    public var schemas: [PlanSchema] {
        switch self {
        case .schema(let schema): [schema]
        case .schemas(let schemas): schemas
        case .properties(let properties): properties.map(\.schema)
        case .variants(let variants): variants.flatMap { $0.parameters.map(\.schema) }
        case .patternProperties(let properties): properties.map(\.schema)
        case .types, .constants, .number, .count, .pattern, .format, .flag, .names, .dependents, .reference: []
        }
    }
}

/// A search for named types that refer to themselves for the same value.
///
/// In `tree: {type: object, properties: {child: tree}}`, the inner `tree` describes another value: a property of the
/// object. This is allowed. With `a: {allOf: [b]}` and `b: {$ref: a}`, both types describe the same value, so a check
/// of a value would never end.
private struct TypeCycles {
    /// The maximum number of types that refer to each other in a chain, and describe the same value.
    ///
    /// Without this limit, a check of events could reach its limit of schemas around a value.
    private static let chainLimit = 200

    private let types: [String: PlanProperty]
    /// For each finished type, the number of types in the longest chain that begins with it.
    private var lengths: [String: Int] = [:]
    private var open: [String] = []
    /// The place of the first type that begins a chain that is too long.
    private var longChain: PlanPlace?

    static func check(_ types: [PlanProperty], _ problems: inout PlanProblems) {
        var search = TypeCycles(
            types: Dictionary(types.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first }))
        for type in types { _ = search.length(type.name, &problems) }
        guard let place = search.longChain else { return }
        problems.add(place, "types refer to each other in a chain of more than \(chainLimit) types")
    }

    private init(types: [String: PlanProperty]) { self.types = types }

    /// Returns the number of types in the longest chain that begins with a type. Adds an error for a cycle.
    private mutating func length(_ name: String, _ problems: inout PlanProblems) -> Int {
        if let length = lengths[name] { return length }
        guard let type = types[name] else { return 0 }
        if let start = open.firstIndex(of: name) {
            let cycle = (open[start...] + [name]).map(\.quotedForDisplay).joined(separator: " → ")
            problems.add(type.place, "the type refers to itself without an object or a list in between: \(cycle)")
            return 0
        }
        guard open.count < Self.chainLimit else {
            longChain = longChain ?? type.place
            return 0
        }
        open.append(name)
        var length = 1
        for next in Self.references(type.schema) { length = max(length, 1 + self.length(next, &problems)) }
        open.removeLast()
        // The order of the types in the file decides whether the search begins at the start or the end of a chain.
        if length > Self.chainLimit { longChain = longChain ?? type.place }
        lengths[name] = length
        return length
    }

    /// Returns the names of the types that describe the same value as `schema`, and not only a member or an element.
    private static func references(_ schema: PlanSchema) -> [String] {
        schema.rules.flatMap { rule in
            rule.namesOfTypes + (rule.keyword.subject == .contents ? [] : rule.value.schemas.flatMap(references))
        }
    }
}
