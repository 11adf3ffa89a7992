import TrackproofPlans

/// A draft of JSON Schema. An importer reads schemas of all drafts, and an exporter writes schemas in one of these.
enum JSONSchemaDraft {
    case draft4, draft7, draft2020

    /// The URI of the draft, for `$schema`.
    var uri: String {
        switch self {
        case .draft4: "http://json-schema.org/draft-04/schema#"
        case .draft7: "http://json-schema.org/draft-07/schema#"
        case .draft2020: "https://json-schema.org/draft/2020-12/schema"
        }
    }

    /// The names that keywords of draft 2020-12 have in the drafts up to 7. `items` has this name beside `prefixItems`.
    private static let names = [
        "dependentRequired": "dependencies", "$defs": "definitions", "prefixItems": "items", "items": "additionalItems",
    ]

    /// Returns a schema of draft 2020-12 in the form of this draft, with the same meaning.
    ///
    /// Draft 4 has no form for `propertyNames`. The keyword stays, and validators of draft 4 ignore it.
    func form(of schema: PlanNode) -> PlanNode {
        if self == .draft2020 { return schema }
        guard schema.isObject else {
            // Draft 4 has no schemas `true` and `false`.
            guard self == .draft4, let isAllowed = schema.bool else { return schema }
            let not = PlanNode.Content.object([])
            return PlanNode(["not": isAllowed ? nil : not], at: schema.place)
        }
        var form = PlanNode(.object(schema.members.map { self.form(of: $0, in: schema) }), at: schema.place)
        if self == .draft4 { convertToDraft4(&form) }
        separateReference(in: &form)
        return form
    }

    private func form(of member: PlanMember, in schema: PlanNode) -> PlanMember {
        let hasList = schema["prefixItems"] != nil
        // In draft 4 too, these can be booleans.
        let canBeBoolean = member.name == "additionalProperties" || member.name == "items" && hasList
        var value = member.value
        switch member.name == "$defs" ? .properties : SchemaKeyword(rawValue: member.name)?.form {
        case .properties, .patternProperties:
            value.content = .object(value.members.map { PlanMember($0.name, at: $0.place, form(of: $0.value)) })
        case .schemas: value.content = .array(value.elements.map(form))
        case .schema where value.isObject || !canBeBoolean: value = form(of: value)
        case .reference:
            let reference = value.string ?? ""
            value.content = .string(reference.replacing("#/$defs/", with: "#/definitions/"))
        default: break
        }
        if self == .draft4, member.name == "const", schema["enum"] == nil {
            return PlanMember("enum", .array([value]), at: member.place)
        }
        let name = member.name == "items" && !hasList ? nil : Self.names[member.name]
        return PlanMember(name ?? member.name, at: member.place, value)
    }

    private func convertToDraft4(_ form: inout PlanNode) {
        if let value = form["const"] {
            // A schema can have `const` and `enum`.
            form["const"] = nil
            form.require([PlanNode(["enum": .array([value])], at: form.place)])
        }
        for (name, inclusive) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")] {
            guard let bound = form[name] else { continue }
            form[name] = nil
            let members = [
                PlanMember(inclusive, at: bound.place, bound), PlanMember(name, .bool(true), at: bound.place),
            ]
            if form[inclusive] == nil {
                form.append(members)
            } else {
                form.require([PlanNode(.object(members), at: bound.place)])
            }
        }
        guard let condition = form["if"] else { return }
        let (then, otherwise) = (form["then"], form["else"])
        for name in ["if", "then", "else"] { form[name] = nil }
        let inverse = PlanNode(["not": condition.content], at: condition.place)
        for (condition, result) in [(inverse, then), (condition, otherwise)] {
            if let result { form.require([PlanNode(["anyOf": .array([condition, result])], at: result.place)]) }
        }
    }

    /// The keywords that do not restrict values. Before draft 2019-09, validators ignore all keywords beside `$ref`.
    private static let annotations: Set<String> = ["title", "description", "default", "examples", "deprecated"]

    private func separateReference(in form: inout PlanNode) {
        let others = form.members.filter { $0.name != "$ref" && !$0.name.hasPrefix("x-") }
        guard let reference = form["$ref"], !others.allSatisfy({ Self.annotations.contains($0.name) }) else { return }
        form["$ref"] = nil
        form.require([PlanNode(["$ref": reference.content], at: reference.place)])
    }
}

extension JSONSchemaDraft {
    /// Returns a schema of any draft in the form of draft 2020-12, with the same meaning. Schemas inside it stay as they are.
    ///
    /// The schemas of `dependencies` and `dependentSchemas` become conditions.
    static func newest(_ schema: PlanNode) -> PlanNode {
        let hasList = if case .array? = schema["items"]?.content { true } else { false }
        var members: [PlanMember] = []
        var conditions: [PlanNode] = []
        for member in schema.members {
            switch member.name {
            case "items" where hasList: if !member.isBlank { members.append(member.named("prefixItems")) }
            case "additionalItems" where hasList: members.append(member.named("items"))
            // In draft 4, the flag `exclusiveMinimum` belongs to the number `minimum`.
            case "exclusiveMinimum" where member.value.bool != nil, "exclusiveMaximum" where member.value.bool != nil:
                break
            case "minimum" where schema["exclusiveMinimum"]?.bool == true:
                members.append(member.named("exclusiveMinimum"))
            case "maximum" where schema["exclusiveMaximum"]?.bool == true:
                members.append(member.named("exclusiveMaximum"))
            case "divisibleBy" where schema["multipleOf"] == nil: members.append(member.named("multipleOf"))
            // OpenAPI 3.0 has this keyword in place of the type null.
            case "nullable" where member.value.bool == false || schema["type"] != nil: break
            case "type" where schema["nullable"]?.bool == true:
                let types = member.value.string == nil ? member.value.elements : [member.value]
                let null = PlanNode(.string("null"), at: member.place)
                members.append(PlanMember("type", .array(types + [null]), at: member.place))
            case "dependencies" where member.value.isObject, "dependentSchemas" where member.value.isObject:
                let dependents = member.value.members.filter { !$0.value.isBlank && $0.value.bool != true }
                let lists = dependents.filter { !$0.value.elements.isEmpty }
                conditions += dependents.filter { $0.value.elements.isEmpty }.map(condition)
                if lists.isEmpty { break }
                let required = PlanMember("dependentRequired", .object(lists), at: member.place)
                if schema["dependentRequired"] == nil {
                    members.append(required)
                } else {
                    conditions.append(PlanNode(.object([required]), at: member.place))
                }
            default: members.append(member)
            }
        }
        var result = PlanNode(.object(members), at: schema.place)
        if !conditions.isEmpty { result.require(conditions) }
        return result
    }

    /// Returns the rule for objects that have a certain member.
    private static func condition(_ dependent: PlanMember) -> PlanNode {
        let place = dependent.place
        let isThere = PlanNode(["type": .string("object"), "required": .texts([dependent.name], at: place)], at: place)
        return PlanNode(["if": isThere.content, "then": dependent.value.content], at: place)
    }
}
