import Trackproof
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
        var members: EventParameters = [:]
        if let name = source.plan.name { members["name"] = .string(name) }
        if let description = source.description { members["description"] = .string(description) }
        let rules = SegmentRules(source)
        var list: [EventValue] = []
        if !rules.common.isEmpty {
            let call = call(schemas.schema(of: rules.common), member: "properties")
            list.append(.object(["type": "COMMON", "jsonSchema": EventValue.object(call)]))
        }
        for event in source.plan.eventsAndUser {
            list += rules.rules(of: event, schemas.members(of: event)).map { .object(rule($0)) }
        }
        members["rules"] = .array(list)
        return PlanExport.File(path: "plan.json", text: members.pretty)
    }

    private func rule(_ rule: SegmentRules.Rule) -> EventParameters {
        var values = schemas.schema(of: rule.event, rule.parameters)
        values["x-version"] = nil
        var members: EventParameters = ["type": .string(rule.type)]
        if let key = rule.key { members["key"] = .string(key) }
        members["version"] = .integer(Int64(rule.version))
        members["jsonSchema"] = .object(call(values, member: rule.member))
        return members
    }

    /// Returns the schema of a call, which contains the schema of the event's parameters.
    private func call(_ values: EventParameters, member: String) -> EventParameters {
        var values = values
        var call: EventParameters = ["$schema": .string(JSONSchemaDraft.draft7.uri), "type": "object"]
        // References begin at the schema of the call, so the definitions are there.
        for (name, own) in [("description", "description"), ("x-labels", "labels"), ("definitions", "definitions")] {
            call[own] = values[name]
            values[name] = nil
        }
        if values["required"] != nil { call["required"] = .array([.string(member)]) }
        var contents = EventParameters()
        for name in ["context", "traits", "properties"] { contents[name] = .object(name == member ? values : [:]) }
        call["properties"] = .object(contents)
        return call
    }
}
