import Trackproof
import TrackproofSnapshots

extension SchemaRule {
    /// The values that the rule lists as the only allowed values, or `nil` if the rule does not list values.
    ///
    /// The values are in `enum` or `const`, or in a `oneOf` or `anyOf` whose schemas have only a `const`. In JSON
    /// Schema, such a `oneOf` is the usual list of values with a description for each value.
    public var constants: [PlanNode]? {
        switch (keyword, value) {
        case (_, .constants(let nodes)): return nodes
        case (.oneOf, .schemas(let schemas)):
            guard let nodes = Self.constants(schemas) else { return nil }
            // With `oneOf`, a value that occurs twice fits two schemas and is invalid. So the rule does not only list
            // values.
            return Set(nodes.map { CanonicalValue($0) }).count == nodes.count ? nodes : nil
        case (.anyOf, .schemas(let schemas)): return Self.constants(schemas)
        default: return nil
        }
    }

    private static func constants(_ schemas: [PlanSchema]) -> [PlanNode]? {
        var nodes: [PlanNode] = []
        for schema in schemas {
            guard let constant = schema.onlyConstant else { return nil }
            nodes.append(constant)
        }
        return nodes.isEmpty ? nil : nodes
    }
}

extension PlanSchema {
    /// The value of `const` if the schema has no other rules, or `nil`. A `type` that fits the value is permitted.
    fileprivate var onlyConstant: PlanNode? {
        guard !isNever, pii == nil, exemptions.isEmpty, case .constants(let nodes)? = rule(.const)?.value,
            let node = nodes.first, rules.allSatisfy({ $0.keyword == .const || $0.keyword == .type })
        else { return nil }
        guard case .types(let types)? = rule(.type)?.value else { return node }
        // With a `type`, a list of values does not describe numbers, lists and objects completely. For example, a check
        // notes 1.0 if the type is `integer`.
        let type = JSONTypes(of: node)
        guard type.isSubset(of: [.string, .boolean, .null]) else { return nil }
        return types.contains { $0.types?.isSuperset(of: type) ?? false } ? node : nil
    }
}
