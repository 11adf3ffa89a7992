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
        // An example in the documentation has a level more.
        let event = node["event"]?["tracked"] ?? node["event"]
        guard let event, let source = event["source"]?.string else {
            let kind = "event specification without an event"
            run.lose(kind, title, at: node.place, ConversionPath(event: title), isWhole: true)
            return nil
        }
        guard let name = IgluName(uri: source) else {
            let kind = "source that is not the URI of an Iglu schema"
            run.lose(kind, source, at: node.place, ConversionPath(event: title), isWhole: true)
            return nil
        }
        (self.node, self.product, self.name) = (node, product, name)
        narrowing = event["schema"].flatMap { $0.isBlank ? nil : $0 }
    }

    /// Returns the members of an event without a meaning for Trackproof.
    static func others(
        _ group: [SnowplowSpecification], _ path: ConversionPath, _ run: ImportRun
    ) -> [PlanMember] {
        var (titles, triggers, entities): ([String], [String], [String]) = ([], [], [])
        for one in group {
            titles.append(one.title)
            let place = one.node.place
            run.note("name of an event specification", one.title, at: place, path, changedTo: "x-specifications")
            for trigger in one.node["triggers"]?.elements ?? [] {
                let text = trigger["description"]?.string ?? ""
                if !text.isEmpty { triggers.append(text) }
                run.note("trigger", text, at: trigger.place, path, changedTo: text.isEmpty ? nil : "x-triggers")
            }
            for node in one.node["entities"]?["enriched"]?.elements ?? [] {
                run.note("entity that Snowplow adds to an event", SnowplowEntity(node).text, at: node.place, path)
            }
            for node in one.node["entities"]?["tracked"]?.elements ?? [] {
                let entity = SnowplowEntity(node)
                entities.append(entity.text)
                run.lose(
                    "entity of an event", entity.text, at: node.place, path, .changed(to: "x-entities"),
                    entity.hasRules ? .rule : .information)
            }
            for member in one.node.members where member.name == "excludedSourceApplications" && !member.isBlank {
                run.lose("excluded source applications", member, path)
            }
            let known: Set<String> = [
                "name", "description", "event", "resourceName", "triggers", "entities", "excludedSourceApplications",
            ]
            run.loseRest(of: one.node, "an event specification", except: known, path)
        }
        let lists = [("x-specifications", titles), ("x-triggers", triggers), ("x-entities", entities)]
        let place = group[0].node.place
        return lists.filter { !$0.1.isEmpty }.map { PlanMember($0.0, .texts($0.1, at: place), at: place) }
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
    let node: PlanNode

    init(_ node: PlanNode) { self.node = node }

    /// The schema and the cardinality, such as `iglu:com.acme/product/jsonschema/1-0-0 1..2`.
    var text: String {
        let least = node["minCardinality"]?.summary ?? "0"
        return "\(node["source"]?.string ?? "") \(least)..\(node["maxCardinality"]?.summary ?? "*")"
    }

    /// Whether the entity is required, or whether its number or its properties have limits.
    var hasRules: Bool {
        let least = node["minCardinality"].map { $0.summary != "0" } ?? false
        return least || node["maxCardinality"] != nil || node["schema"] != nil
    }
}
