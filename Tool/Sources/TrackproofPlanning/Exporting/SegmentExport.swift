import TrackproofPlans

/// An exporter of rules for Segment Protocols, in the JSON of the Public API.
struct SegmentExport {
    private let source: ExportedPlan
    private let schemas: SchemaExport

    init(_ source: ExportedPlan) {
        self.source = source
        schemas = SchemaExport(source, .draft7)
    }

    /// Returns the file.
    func file() -> PlanExport.File {
        source.loseRest(except: ["name", "description"])
        let rules = SegmentRules(source)
        let place = source.plan.place
        var list: [PlanNode] = []
        if !rules.common.isEmpty {
            let call = call(schemas.schema(of: rules.common), member: "properties")
            list.append(PlanNode(["type": .string("COMMON"), "jsonSchema": call.content], at: place))
        }
        for event in source.plan.eventsAndUser {
            list += rules.rules(of: event, schemas.members(of: event)).map(rule)
        }
        let plan = PlanNode(
            ["name": .text(source.plan.name), "description": .text(source.description), "rules": .array(list)],
            at: place)
        return PlanExport.File(path: "plan.json", text: plan.json)
    }

    private func rule(_ rule: SegmentRules.Rule) -> PlanNode {
        var values = schemas.schema(of: rule.event, rule.parameters)
        values["x-version"] = nil
        return PlanNode(
            [
                "type": .string(rule.type), "key": .text(rule.key),
                "version": PlanNumber("\(rule.version)").map { .number($0) },
                "jsonSchema": call(values, member: rule.member).content,
            ], at: rule.event.place)
    }

    /// Returns the schema of a call, which contains the schema of the event's parameters.
    private func call(_ values: PlanNode, member: String) -> PlanNode {
        var values = values
        let place = values.place
        var call = PlanNode(["$schema": .string(JSONSchemaDraft.draft7.uri), "type": .string("object")], at: place)
        // References begin at the schema of the call, so the definitions are there.
        for (name, own) in [("description", "description"), ("x-labels", "labels"), ("definitions", "definitions")] {
            call[own] = values[name]
            values[name] = nil
        }
        if values["required"] != nil { call.set("required", .texts([member], at: place)) }
        let contents = ["context", "traits", "properties"].map { name in
            PlanMember(name, name == member ? values.content : .object([]), at: place)
        }
        call.set("properties", .object(contents))
        return call
    }
}
