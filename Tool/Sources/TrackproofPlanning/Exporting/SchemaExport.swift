import TrackproofPlans

/// A writer of events as JSON Schemas, in the draft that a format needs.
struct SchemaExport {
    private let source: ExportedPlan
    private let draft: JSONSchemaDraft

    init(_ source: ExportedPlan, _ draft: JSONSchemaDraft) { (self.source, self.draft) = (source, draft) }

    /// Returns the names of the members of an event that its schema contains.
    func members(of event: PlannedEvent) -> Set<String> {
        Set(["description", "deprecated", "examples", "closed", "variants", "rules"])
            .union(source.others(of: event).map(\.name))
    }

    /// Returns the schema of an event's parameters, without `$schema`. Reports what the draft cannot contain.
    ///
    /// - Parameter parameters: The parameters to describe, or `nil` for all.
    func schema(of event: PlannedEvent, _ parameters: [PlanProperty]? = nil) -> PlanNode {
        let parameters = parameters ?? source.parameters(of: event)
        var writer = JSONSchemaWriter(source.plan, others: source.others)
        var schema = writer.document(event, parameters, source.plan.scope(of: nil, event))
        for member in source.others(of: event) {
            // An importer gives the name `x-title` to the title of an event.
            schema[member.name == "x-title" ? "title" : member.name] = member.value
        }
        let path = ConversionPath(event: event.name)
        for parameter in parameters + event.variants.flatMap(\.parameters) {
            report(parameter.schema, path.property(parameter.name))
        }
        if let rules = event.rules { report(rules, path) }
        return draft.form(of: schema)
    }

    /// Returns the schema of an object with these parameters, which allows further members.
    func schema(of parameters: [PlanProperty]) -> PlanNode {
        var writer = JSONSchemaWriter(source.plan, others: source.others)
        for parameter in parameters { report(parameter.schema, ConversionPath().property(parameter.name)) }
        let object = writer.object(parameters, isClosed: false, at: source.plan.place)
        return draft.form(of: writer.withDefinitions(object))
    }

    /// Reports the members of a schema and of its inner schemas that JSON Schema does not have.
    private func report(_ schema: PlanSchema, _ path: ConversionPath) {
        source.losePresence(schema, path)
        if let exemption = schema.exemptions.first {
            source.run.note("exemption", exemption.name, at: exemption.place, path)
        }
        if let name = schema.swift.name ?? schema.swift.values.first?.name {
            source.run.note("name in Swift", name.name, at: name.place, path)
        }
        for rule in schema.rules {
            if rule.keyword == .propertyNames, draft == .draft4 {
                source.run.lose("keyword propertyNames", at: rule.place, path)
            }
            for inner in rule.value.schemas { report(inner, path) }
        }
    }
}
