internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

extension SchemaRule {
    /// The only values that the rule allows, or `nil` if it does not list values.
    ///
    /// These are the values of `enum` and `const`. A `oneOf` or `anyOf` also lists values if each of its schemas has
    /// only a `const`. In JSON Schema, this is the usual way to write an enum with a description for each value.
    var constants: [PlanNode]? {
        switch (keyword, value) {
        case (_, .constants(let nodes)): return nodes
        case (.oneOf, .schemas(let schemas)):
            guard let nodes = Self.constants(schemas) else { return nil }
            // If a value occurs twice, it fits two schemas, so `oneOf` does not allow it.
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
    /// The value of `const`, or `nil` if the schema has other rules. A `type` that the value has is not another rule.
    fileprivate var onlyConstant: PlanNode? {
        guard !isNever, pii == nil, exemptions.isEmpty, case .constants(let nodes)? = rule(.const)?.value,
            let node = nodes.first, rules.allSatisfy({ $0.keyword == .const || $0.keyword == .type })
        else { return nil }
        guard case .types(let types)? = rule(.type)?.value else { return node }
        return types.contains { $0.types?.contains(node.content) ?? false } ? node : nil
    }
}

extension JSONTypes {
    /// Returns whether a string, a boolean or null has one of the types. Returns `false` for any other value.
    fileprivate func contains(_ content: PlanNode.Content) -> Bool {
        switch content {
        case .string: contains(.string)
        case .bool: contains(.boolean)
        case .null: contains(.null)
        case .number, .array, .object: false
        }
    }
}
