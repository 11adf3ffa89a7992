internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

extension SchemaRule {
    /// The only values that the rule allows, or `nil` if it does not list values.
    ///
    /// These are the values of `enum` and `const`. In JSON Schema, the usual form of an enum with a description for each
    /// value is a `oneOf` or `anyOf` of schemas with one `const` each. Such a rule lists values, too.
    var constants: [PlanNode]? {
        switch (keyword, value) {
        case (_, .constants(let nodes)): return nodes
        case (.oneOf, .schemas(let schemas)):
            guard let nodes = Self.constants(schemas) else { return nil }
            // A value that is given twice fits two schemas, so `oneOf` does not allow it.
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
    /// The value of `const` if the schema has no other rule. A `type` that the value has does not count.
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
