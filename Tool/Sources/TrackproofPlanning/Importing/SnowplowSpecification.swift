import TrackproofPlans
import TrackproofSnapshots

/// An event specification of Snowplow, with its data product.
struct SnowplowSpecification {
    let node: PlanNode
    let product: PlanNode
    /// The name of the schema that describes the event.
    let name: IgluName
    /// The schema that narrows it.
    let narrowing: PlanNode?

    var title: String { node["name"]?.string ?? "" }

    /// Reads a specification. Returns `nil` and adds a loss if it does not name a schema.
    init?(_ node: PlanNode, _ product: PlanNode, _ run: ImportRun) {
        let title = node["name"]?.string ?? ""
        func lose(_ kind: String, _ found: String) {
            run.lose(kind, found, at: node.place, ConversionPath(event: title), isWhole: true)
        }
        // An example in the documentation has a level more.
        let event = node["event"]?["tracked"] ?? node["event"]
        guard let source = event?["source"]?.string else {
            lose("event specification without an event", title)
            return nil
        }
        guard let name = IgluName(uri: source) else {
            lose("source that is not the URI of an Iglu schema", source)
            return nil
        }
        (self.node, self.product, self.name) = (node, product, name)
        narrowing = event?["schema"].flatMap { $0.isBlank ? nil : $0 }
    }

    /// Reports the members of the specification that a plan does not have. Returns the texts that the event keeps, each
    /// with the name of a member.
    func others(_ path: ConversionPath, _ run: ImportRun) -> [(member: String, text: String)] {
        run.note("name of an event specification", title, at: node.place, path, changedTo: "x-specifications")
        var others: [(member: String, text: String)] = [("x-specifications", title)]
        for trigger in node["triggers"]?.elements ?? [] {
            let text = trigger["description"]?.string ?? ""
            if !text.isEmpty { others.append(("x-triggers", text)) }
            run.note("trigger", text, at: trigger.place, path, changedTo: text.isEmpty ? nil : "x-triggers")
        }
        for node in node["entities"]?["enriched"]?.elements ?? [] {
            run.note("entity that Snowplow adds to an event", SnowplowEntity(node).text, at: node.place, path)
        }
        for entity in (node["entities"]?["tracked"]?.elements ?? []).map(SnowplowEntity.init) {
            others.append(("x-entities", entity.text))
            entity.lose("entity of an event", path, .changed(to: "x-entities"), run)
        }
        let read: [String: MemberUse] = [
            "name": .known, "description": .known, "event": .known, "resourceName": .known,
        ]
        let lists: [String: MemberUse] = [
            "triggers": .known, "entities": .known,
            "excludedSourceApplications": .lost(.rule, kind: "excluded source applications"),
        ]
        _ = run.members(
            of: node, "an event specification", path, others: .lost(), read.merging(lists) { own, _ in own })
        return others
    }

    /// Returns the property whose values tell the narrowing schemas apart, with the values in each schema.
    ///
    /// - Returns: `nil` if no property has a list of values in each schema, or if two lists share a value.
    static func discriminator(of schemas: [PlanNode]) -> (name: String, values: [[PlanNode]])? {
        let tables = schemas.map { schema in
            let pairs = (schema["properties"]?.members ?? []).map { ($0.name, $0.value) }
            return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        }
        for property in schemas.first?["properties"]?.members ?? [] where ImportRun.canWrite(name: property.name) {
            let lists = tables.map { table -> [PlanNode] in
                let own = table[property.name]
                return own?["enum"]?.elements ?? own?["const"].map { [$0] } ?? []
            }
            let values = lists.joined().map { CanonicalValue($0) }
            let areScalars = lists.joined().allSatisfy { !$0.isObject && $0.elements.isEmpty }
            if areScalars, lists.allSatisfy({ !$0.isEmpty }), Set(values).count == values.count {
                return (property.name, lists)
            }
        }
        return nil
    }
}

/// An entity that an event has.
struct SnowplowEntity {
    private let node: PlanNode

    init(_ node: PlanNode) { self.node = node }

    /// The schema and the cardinality, such as `iglu:com.acme/product/jsonschema/1-0-0 1..2`.
    var text: String {
        let least = node["minCardinality"]?.summary ?? "0"
        return "\(node["source"]?.string ?? "") \(least)..\(node["maxCardinality"]?.summary ?? "*")"
    }

    /// Reports the entity. The loss is one of a rule if the entity is required, or if its number or its properties have
    /// limits.
    func lose(_ kind: String, _ path: ConversionPath, _ outcome: ConversionLoss.Outcome, _ run: ImportRun) {
        let least = node["minCardinality"].map { $0.summary != "0" } ?? false
        let hasRules = least || node["maxCardinality"] != nil || node["schema"] != nil
        run.lose(kind, text, at: node.place, path, outcome, hasRules ? .rule : .information)
    }
}
