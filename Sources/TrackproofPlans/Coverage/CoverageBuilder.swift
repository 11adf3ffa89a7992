internal import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

/// A builder of the parts of a plan that recordings can show.
struct CoverageBuilder {
    /// The maximum number of parts of one event. Types that contain each other could have any number.
    private static let limit = 10_000
    /// The maximum number of types inside of each other.
    private static let depthLimit = 64

    private(set) var items: [CoverageItem] = []
    private let plan: TrackingPlan
    private let types: [String: PlanSchema]
    /// The number of parts at which the current event ends.
    private var end = 0

    init(_ plan: TrackingPlan) {
        self.plan = plan
        types = Dictionary(plan.types.map { ($0.name, $0.schema) }, uniquingKeysWith: { first, _ in first })
    }

    /// Where a part of an event stands.
    private struct Scope {
        let event: PlannedEvent
        /// The index of the part around it.
        var parent: Int?
        var path = ""
        /// The condition of the variant around it, in words, or `nil` if there is none.
        var condition: String?
        /// The types around it. A type inside of itself adds no parts.
        var types: Set<String> = []
    }

    /// Returns the parts of an event.
    mutating func node(of event: PlannedEvent) -> CoverageNode {
        end = items.count + Self.limit
        var scope = Scope(event: event)
        let item = add(.event, scope, at: event.place)
        scope.parent = item
        let members = members(plan.parameters(of: event), scope)
        var variants: [CoverageNode.Variant] = []
        for variant in event.variants {
            let condition = VariantCondition(variant)
            var inside = scope
            inside.condition = condition.words
            let item = add(.variant, inside, at: variant.place)
            inside.parent = item
            let node = CoverageNode(item: item, members: self.members(variant.parameters, inside))
            variants.append(CoverageNode.Variant(condition: condition, node: node))
        }
        return CoverageNode(item: item, members: members, variants: variants)
    }

    private mutating func add(
        _ kind: CoverageItem.Kind, _ scope: Scope, value: String? = nil, at place: PlanPlace
    ) -> Int {
        items.append(
            CoverageItem(
                kind: kind, event: scope.event.name, path: scope.path, detail: value ?? scope.condition,
                owner: scope.event.owner?.name, platforms: scope.event.platforms.map(\.name), place: place,
                parent: scope.parent))
        return items.count - 1
    }

    private mutating func members(_ properties: [PlanProperty], _ scope: Scope) -> [ExactText: CoverageNode] {
        var members: [ExactText: CoverageNode] = [:]
        for property in properties where !property.schema.isNever && !property.schema.isDeprecated {
            guard items.count < end else { break }
            let name = property.name.replacing("\\", with: "\\\\").replacing(".", with: "\\.")
            var inside = scope
            inside.path = scope.path.isEmpty ? name : scope.path + "." + name
            let item = add(.parameter, inside, at: property.place)
            inside.parent = item
            members[ExactText(property.name)] = node(property.schema, item, inside)
        }
        return members
    }

    /// - Parameter item: The part that each value of the schema shows, or `nil` for the elements of a list.
    private mutating func node(_ schema: PlanSchema, _ item: Int?, _ scope: Scope) -> CoverageNode {
        var scope = scope
        let schema = resolved(schema, &scope.types)
        var values: [CanonicalValue: Int] = [:]
        var members: [ExactText: CoverageNode] = [:]
        var elements: CoverageNode?
        for rule in schema?.rules ?? [] {
            // A single value is seen if the parameter is.
            if let nodes = rule.constants, nodes.count > 1 {
                for node in nodes where items.count < end {
                    let value = node.eventValue
                    values[CanonicalValue(value)] = add(.value, scope, value: value.description, at: node.place)
                }
            }
            switch (rule.keyword, rule.value) {
            case (.properties, .properties(let properties)): members = self.members(properties, scope)
            case (.items, .schema(let schema)):
                var inside = scope
                inside.path += "[]"
                elements = node(schema, nil, inside)
            default: break
            }
        }
        return CoverageNode(item: item, values: values, members: members, elements: elements)
    }

    /// Returns the schema that says what the value contains, which may be a type's.
    ///
    /// - Parameter open: The types around the schema, to which the type is added.
    /// - Returns: `nil` for a type inside of itself, and beyond ``depthLimit``.
    private func resolved(_ schema: PlanSchema, _ open: inout Set<String>) -> PlanSchema? {
        var schema = schema
        while let name = schema.typeName, let type = types[name] {
            guard open.insert(name).inserted, open.count <= Self.depthLimit else { return nil }
            schema = type
        }
        return schema
    }
}

extension PlanSchema {
    /// The only type of the plan that the schema names, or `nil`.
    fileprivate var typeName: String? {
        let names = rules.flatMap(\.namesOfTypes)
        return names.count == 1 ? names[0] : nil
    }
}
