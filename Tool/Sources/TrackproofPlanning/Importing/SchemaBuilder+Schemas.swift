import TrackproofPlans

extension SchemaBuilder {
    // MARK: References

    mutating func addReference(_ member: PlanMember) throws(PlanErrors) {
        guard let reference = member.value.string else { return lose("invalid $ref", member) }
        if !converter.isEvent, converter.document.ignoresKeywordsBesideReferences,
            let other = node.members.first(where: { $0.name != "$ref" && SchemaKeyword(rawValue: $0.name) != nil })
        {
            let kind = "keyword beside $ref, which the draft of the schema ignores"
            run.lose(kind, other.name, at: other.place, path, .changed(to: "a rule"))
        }
        guard let target = converter.target(of: reference) else {
            return lose("reference to a schema that the files do not contain", member)
        }
        guard target.isNamed, !converter.isEvent else {
            guard var inner = converter.inlining(target) else { return lose("recursive reference", member) }
            let isOnly = node.members.count == 1
            if !isOnly, !converter.isEvent { inner = inner.inner(.value) }
            let schema = try inner.schema(target.node, path)
            if isOnly {
                members = schema.members
            } else if converter.isEvent {
                members.append(PlanMember("$ref", at: member.place, schema))
            } else {
                allOf.append(schema)
            }
            return
        }
        let (name, isNew, isRenamed) = run.types.name(target.node, at: target.pointer, target.converter)
        if isNew, isRenamed {
            let short = target.pointer.last ?? ""
            run.note("name of a type that the plan cannot use", short, at: member.place, path, changedTo: name)
        }
        if let owner = converter.owner, let kind = run.types.connect(owner, to: name) { return lose(kind, member) }
        members.append(PlanMember(node["type"] == nil ? "type" : "$ref", .string(name), at: member.place))
    }

    // MARK: Schemas

    mutating func addSchema(
        _ member: PlanMember, _ inner: SchemaConverter, _ path: ConversionPath
    ) throws(PlanErrors) {
        let value = member.value.bool == nil ? try inner.schema(member.value, path) : member.value
        members.append(PlanMember(member.name, at: member.place, value))
    }

    mutating func addSchemas(
        _ member: PlanMember, _ inner: SchemaConverter, _ path: ConversionPath
    ) throws(PlanErrors) {
        if member.value.elements.isEmpty { return lose("\(member.name) without schemas", member) }
        var schemas: [PlanNode] = []
        for element in member.value.elements { schemas.append(try inner.schema(element, path)) }
        if member.name == "allOf", !converter.isEvent {
            allOf += schemas
        } else {
            members.append(PlanMember(member.name, .array(schemas), at: member.place))
        }
    }

    mutating func addPatternProperties(_ member: PlanMember) throws(PlanErrors) {
        if !member.value.isObject { lose("invalid patternProperties", member) }
        var properties = ImportedMembers()
        for property in member.value.members where isUsable(pattern: property.name, property) {
            let inner = path.property(property.name)
            guard properties.accepts("parameter", property.name, at: property.place, inner, run) else { continue }
            let schema = try converter.inner(.contents).schema(property.value, inner)
            properties.append(PlanMember(property.name, at: property.place, schema))
        }
        if properties.isEmpty { return }
        members.append(PlanMember(member.name, .object(properties.items), at: member.place))
    }

    // MARK: Properties

    mutating func addProperties() throws(PlanErrors) {
        let member = node.members.first { $0.name == "properties" }
        if let member, !member.value.isObject { lose("invalid properties", member) }
        var required = node.requiredNames
        if converter.isPart || node["additionalProperties"] != nil {
            // Another part can declare these properties, or they have the schema of other properties.
            let declared = Set(member?.value.members.map(\.name) ?? [])
            let names = required.filter { !declared.contains($0.name) }.map { PlanNode(.string($0.name), at: $0.place) }
            required.removeAll { !declared.contains($0.name) }
            let list = PlanMember("required", .array(names), at: node.place)
            if !names.isEmpty, converter.isPart { members.append(list) }
            // The member `required` of a complete schema can be the flag of a parameter.
            if !names.isEmpty, !converter.isPart { allOf.append(PlanNode(.object([list]), at: node.place)) }
        }
        let others: Set<String> = ["allOf", "anyOf", "oneOf", "if", "$ref", "patternProperties"]
        let hasOthers = node.members.contains { others.contains($0.name) }
        let properties = try converter.properties(
            member?.value.members ?? [], required: required, path, reportsUndeclared: !hasOthers)
        if properties.isEmpty { return }
        let place = member?.place ?? node.place
        members.append(PlanMember("properties", .object(properties.items), at: place))
        if run.plan.isClosed, !converter.isCondition, node["additionalProperties"] == nil {
            members.append(PlanMember("additionalProperties", .bool(true), at: place))
        }
    }
}
