import TrackproofPlans

/// A search for the JSON types that schemas allow, and for declarations of personal data, also in named types.
struct ResolvedTypes {
    /// The JSON types that a named type allows, or `nil` for all, and whether the type declares personal data.
    private struct Resolved {
        var types: JSONTypes?
        var isPersonal = false
    }

    private let schemas: [String: PlanSchema]
    private var known: [String: Resolved] = [:]

    init(_ plan: TrackingPlan) {
        schemas = plan.schemasOfTypes
    }

    /// Returns whether a schema refers to exactly one named type, and this type has a description.
    func isDescribed(_ schema: PlanSchema) -> Bool {
        schema.typeName.flatMap { schemas[$0]?.description } != nil
    }

    private mutating func resolved(_ name: String) -> Resolved {
        if let resolved = known[name] { return resolved }
        guard let schema = schemas[name] else { return Resolved() }
        let resolved = Resolved(types: types(of: schema), isPersonal: isPersonal(schema))
        known[name] = resolved
        return resolved
    }

    /// Returns whether a schema, or a named type that it refers to, declares personal data.
    mutating func isPersonal(_ schema: PlanSchema) -> Bool {
        if schema.pii != nil { return true }
        for name in schema.rules.flatMap(\.namesOfTypes) where resolved(name).isPersonal { return true }
        return false
    }

    /// Returns the JSON types that a value may have, or `nil` if the schema allows all types.
    mutating func types(of schema: PlanSchema) -> JSONTypes? {
        if case .types(let names)? = schema.rule(.type)?.value {
            return union(names.map { $0.types ?? resolved($0.name).types })
        }
        for rule in schema.rules {
            switch (rule.keyword, rule.value) {
            case (.enum, .constants(let nodes)), (.const, .constants(let nodes)):
                return union(nodes.map { JSONTypes(of: $0) })
            case (.ref, .reference(let name)): return resolved(name.name).types
            case (.anyOf, .schemas(let list)), (.oneOf, .schemas(let list)): return union(list.map { types(of: $0) })
            case (.allOf, .schemas(let list)):
                for schema in list {
                    if let types = types(of: schema) { return types }
                }
            default: continue
            }
        }
        return nil
    }

    private func union(_ all: [JSONTypes?]) -> JSONTypes? {
        var union = JSONTypes()
        for types in all {
            guard let types else { return nil }
            union.formUnion(types)
        }
        return union.isEmpty ? nil : union
    }
}
