import Trackproof
import TrackproofPlans
import TrackproofPlatform
import TrackproofSnapshots

/// A builder of the items of a plan that recordings can show: events, parameters, values and variants.
struct CoverageBuilder {
    /// The maximum number of items of one event. Types that contain each other could produce millions of items.
    private static let limit = 10_000
    /// The maximum depth of nested named types. The builder adds no items inside types that are nested more deeply.
    private static let depthLimit = 64

    private(set) var items: [CoverageItem] = []
    private let plan: TrackingPlan
    private let types: [String: PlanSchema]
    /// The platforms of the recordings, or `nil` for all platforms.
    private let recorded: [String]?
    /// The number of elements in `items` at which the builder stops adding items for the current event.
    private var end = 0
    /// The parameters and values of the current event, by kind, path and value. A variant can repeat them.
    private var known: [[String]: Int] = [:]
    /// Whether the builder left out items of the current event.
    private var isCut = false

    init(_ plan: TrackingPlan, recorded: [String]?) {
        self.plan = plan
        self.recorded = recorded
        types = plan.schemasOfTypes
    }

    /// The event and the outer items that contain the next item.
    private struct Scope {
        let event: PlannedEvent
        /// The platforms on which apps track the next item. Empty for all platforms.
        var platforms: [String] = []
        /// The index of the outer item that directly contains the next item, or `nil` for an event.
        var parent: Int?
        var path = ""
        /// The condition of the variant that contains the next item, as a text, or `nil` if no variant contains it.
        var condition: String?
        /// The named types around the next item. If a type contains itself, the builder adds no items for the inner
        /// use.
        var types: Set<String> = []
    }

    /// Adds the items of an event, and returns a node that finds the items that a recorded event shows.
    ///
    /// - Parameter platforms: The platforms that track the event. Empty for all platforms.
    mutating func node(of event: PlannedEvent, on platforms: [String]) -> CoverageNode {
        end = min(items.count + Self.limit, CoverageMap.itemLimit)
        isCut = false
        known = [:]
        var scope = Scope(event: event, platforms: platforms)
        let item = add(.event, scope, at: event.place)
        scope.parent = item
        let members = members(plan.parameters(of: event), scope)
        let variants = variants(event.variants, scope)
        if isCut { _ = add(.uncounted, scope, at: event.place) }
        // No event shows the item for uncounted parts, so no event shows all items of its node.
        return CoverageNode(item: item, items: item..<items.count, members: members, variants: variants)
    }

    private mutating func variants(_ variants: [PlanVariant], _ scope: Scope) -> [CoverageNode.Variant] {
        var nodes: [CoverageNode.Variant] = []
        for (variant, condition) in zip(variants, VariantCondition.conditions(of: variants)) {
            guard scope.path.isEmpty || hasRoom() else { break }
            var inside = scope
            inside.condition = condition.words
            let item = add(.variant, inside, at: variant.place)
            inside.parent = item
            let members = members(variant.parameters, inside)
            let node = CoverageNode(item: item, items: item..<items.count, members: members)
            nodes.append(CoverageNode.Variant(condition: condition, node: node))
        }
        return nodes
    }

    private mutating func hasRoom() -> Bool {
        if items.count >= end { isCut = true }
        return items.count < end
    }

    private mutating func add(
        _ kind: CoverageItem.Kind, _ scope: Scope, value: String? = nil, at place: PlanPlace
    ) -> Int {
        let key = [kind.rawValue, scope.path, value ?? ""]
        if scope.condition != nil, let item = known[key] { return item }
        if kind == .value || kind == .parameter && scope.condition == nil { known[key] = items.count }
        items.append(
            CoverageItem(
                kind: kind, event: scope.event.name, path: scope.path, detail: value ?? scope.condition,
                owner: scope.event.owner, platforms: scope.platforms, place: place,
                parent: scope.parent))
        return items.count - 1
    }

    private mutating func members(_ properties: [PlanProperty], _ scope: Scope) -> [ExactText: CoverageNode] {
        var members: [ExactText: CoverageNode] = [:]
        for property in properties where !property.schema.isForbiddenEverywhere && !property.schema.isDeprecated {
            var inside = scope
            if property.schema.presence != nil {
                guard let own = platforms(of: property, scope.event) else { continue }
                inside.platforms = own
            }
            guard hasRoom() else { break }
            let name = property.name.escapedInPath
            inside.path = scope.path.isEmpty ? name : scope.path + "." + name
            let item = add(.parameter, inside, at: property.place)
            inside.parent = item
            members[ExactText(property.name)] = node(property.schema, item, inside)
        }
        return members
    }

    /// Returns the platforms whose apps send a parameter with a presence. Empty for all platforms.
    ///
    /// - Returns: `nil` if no app of the recordings sends the parameter.
    private func platforms(of parameter: PlanProperty, _ event: PlannedEvent) -> [String]? {
        func isSent(_ scope: PlatformScope) -> Bool { !parameter.presented(for: scope).schema.isNever }
        var names = (event.platforms.isEmpty ? plan.platforms : event.platforms).map(\.name)
        if names.isEmpty {
            if isSent(.platform(nil)) { return [] }
            names = (parameter.schema.presence?.platforms ?? []).map(\.platform.name)
        }
        names = names.filter { isSent(.platform($0)) }
        let recorded = recorded?.filter { name in names.contains(where: name.isPlatform) }
        return names.isEmpty || recorded?.isEmpty == true ? nil : names
    }

    /// - Parameter item: The index of the item that a value of the schema shows, or `nil` for an element of a list.
    private mutating func node(_ schema: PlanSchema, _ item: Int?, _ scope: Scope) -> CoverageNode {
        var scope = scope
        let schema = resolved(schema, &scope.types)
        let start = item ?? items.count
        var values: [(value: EventValue, item: Int)] = []
        var members: [ExactText: CoverageNode] = [:]
        var elements: CoverageNode?
        var variants: [CoverageNode.Variant] = []
        for rule in schema?.rules ?? [] {
            // If the plan lists only one value, the builder adds no item for the value. The item of the parameter
            // suffices.
            if let nodes = rule.constants, nodes.count > 1 {
                for node in nodes where hasRoom() {
                    let value = node.eventValue
                    values.append((value, add(.value, scope, value: value.description, at: node.place)))
                }
            }
            switch (rule.keyword, rule.value) {
            case (.properties, .properties(let properties)): members = self.members(properties, scope)
            case (.variants, .variants(let list)): variants = self.variants(list, scope)
            case (.items, .schema(let schema)):
                var inside = scope
                inside.path += "[]"
                elements = node(schema, nil, inside)
            default: break
            }
        }
        return CoverageNode(
            item: item, items: start..<items.count, values: values, members: members, elements: elements,
            variants: variants)
    }

    /// Follows references to named types until a schema is not only a reference, and returns this schema.
    ///
    /// - Parameter open: The named types around the schema. The function adds the types that it follows.
    /// - Returns: `nil` if a type contains itself, or if there are more than ``depthLimit`` types inside each other.
    private mutating func resolved(_ schema: PlanSchema, _ open: inout Set<String>) -> PlanSchema? {
        var schema = schema
        while let name = schema.typeName, let type = types[name] {
            guard open.insert(name).inserted else { return nil }
            if open.count > Self.depthLimit {
                isCut = true
                return nil
            }
            schema = type
        }
        return schema
    }
}

extension PlanSchema {
    /// The name of the type that the schema refers to, or `nil` if it names no type or several types.
    var typeName: String? {
        let names = rules.flatMap(\.namesOfTypes)
        return names.count == 1 ? names[0] : nil
    }
}
