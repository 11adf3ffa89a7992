import TrackproofPlans

extension SchemaBuilder {
    // MARK: References

    mutating func addReference(_ member: PlanMember) throws(PlanErrors) {
        guard let reference = member.value.string else { return lose("invalid $ref", member) }
        if converter.document.ignoresKeywordsBesideReferences,
            let other = node.members.first(where: { $0.name != "$ref" && SchemaKeyword(rawValue: $0.name) != nil })
        {
            let kind = "keyword beside $ref, which the draft of the schema ignores"
            run.lose(kind, other.name, at: other.place, path, .changed(to: "a rule"))
        }
        guard let target = converter.target(of: reference) else {
            return lose("reference to a schema that the files do not contain", member)
        }
        guard target.isNamed else {
            guard let inlining = converter.inlining(target) else { return lose("recursive reference", member) }
            var inner = inlining.converter.ofParts
            inner.owner = converter.owner
            return allOf.append(try inner.schema(target.node, path))
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
        _ name: String, _ member: PlanMember, _ inner: SchemaConverter, _ path: ConversionPath
    ) throws(PlanErrors) {
        let elements = member.value.elements
        guard !elements.isEmpty else { return lose("\(name) without schemas", member) }
        guard !has(name) else {
            return run.lose("second list of \(name)", member.name, at: member.place, self.path)
        }
        var schemas: [PlanNode] = []
        for element in elements { schemas.append(try inner.schema(element, path)) }
        if name == "allOf" {
            allOf += schemas
        } else {
            members.append(PlanMember(name, .array(schemas), at: member.place))
        }
    }

    mutating func addItems(_ member: PlanMember) throws(PlanErrors) {
        guard case .array(let elements) = member.value.content else {
            return try addSchema(member, converter.ofContents, path.element)
        }
        if !elements.isEmpty { try addSchemas("prefixItems", member, converter.ofContents, path.element) }
        if let rest = node.members.first(where: { $0.name == "additionalItems" }) {
            try addSchema(rest.named("items"), converter.ofContents, path.element)
        }
    }

    mutating func addPatternProperties(_ member: PlanMember) throws(PlanErrors) {
        if !member.value.isObject { lose("invalid patternProperties", member) }
        var properties = ImportedMembers()
        for property in member.value.members where isUsable(pattern: property.name, property) {
            let inner = path.property(property.name)
            guard properties.accepts("parameter", property.name, at: property.place, inner, run) else { continue }
            let schema = try converter.ofContents.schema(property.value, inner)
            properties.append(PlanMember(property.name, at: property.place, schema))
        }
        if properties.isEmpty { return }
        members.append(PlanMember(member.name, .object(properties.items), at: member.place))
    }

    /// Adds the members of `dependencies` or `dependentRequired` that list names.
    mutating func addDependencies(_ member: PlanMember) {
        if !member.value.isObject { lose("invalid \(member.name)", member) }
        var dependents = ImportedMembers()
        for dependent in member.value.members {
            let names = dependent.value.elements.compactMap(\.string)
            guard !names.isEmpty, names.count == dependent.value.elements.count else {
                if !dependent.value.isBlank {
                    run.lose("schema in \(member.name)", dependent.name, at: dependent.place, path)
                }
                continue
            }
            guard dependents.accepts("dependency", dependent.name, at: dependent.place, path, run) else { continue }
            dependents.append(dependent)
        }
        if dependents.isEmpty { return }
        guard !has("dependentRequired") else {
            return run.lose("second list of dependencies", member.name, at: member.place, path)
        }
        members.append(PlanMember("dependentRequired", .object(dependents.items), at: member.place))
    }

    // MARK: Properties

    mutating func addProperties() throws(PlanErrors) {
        let member = node.members.first { $0.name == "properties" }
        if let member, !member.value.isObject { lose("invalid properties", member) }
        var required = node.requiredNames
        if converter.isPart || node["additionalProperties"] != nil {
            // Another part can declare these properties, or they have the schema of other properties.
            let declared = Set(member?.value.members.map(\.name) ?? [])
            let names = required.map(\.name).filter { !declared.contains($0) }
            required.removeAll { !declared.contains($0.name) }
            let list = PlanMember("required", .texts(names, at: node.place), at: node.place)
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
        if converter.isClosed, !converter.isCondition, node["additionalProperties"] == nil {
            members.append(PlanMember("additionalProperties", .bool(true), at: place))
        }
    }
}
