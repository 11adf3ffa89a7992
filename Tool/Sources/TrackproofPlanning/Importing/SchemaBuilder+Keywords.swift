import TrackproofPlans
import TrackproofSnapshots

extension SchemaBuilder {
    mutating func addType(_ member: PlanMember) {
        let elements: [PlanNode]
        switch member.value.content {
        case .array(let list): elements = list
        default: elements = [member.value]
        }
        if elements.isEmpty { lose("empty list of types", member.value.summary, member) }
        var names: [String] = []
        for element in elements {
            // YAML reads `type: null` as the value null.
            let name = if case .null = element.content { "null" } else { element.summary }
            if name == "any" {
                return lose("type any", name, member, .changed(to: "a schema without a type"), .information)
            }
            guard ImportedTypes.reserved.contains(name) else {
                lose("unknown type", name, member)
                continue
            }
            if !names.contains(name) { names.append(name) }
        }
        if let name = names.first {
            schema.add("type", names.count == 1 ? .text(name) : .list(names.map(FormattedValue.text)))
        }
    }

    // MARK: Numbers

    mutating func addBound(_ member: PlanMember) {
        let isExclusive = member.name.hasPrefix("exclusive")
        switch member.value.content {
        case .number(let number):
            // In draft 4, the flag `exclusiveMinimum` belongs to the number `minimum`.
            let exclusive = "exclusive" + member.name.prefix(1).uppercased() + member.name.dropFirst()
            schema.add(node[exclusive]?.bool == true ? exclusive : member.name, .word(number.text))
        case .bool where isExclusive: break
        default: lose("invalid \(member.name)", member.value.summary, member)
        }
    }

    mutating func addDivisor(_ member: PlanMember) {
        guard case .number(let number) = member.value.content, number.decimal > ExactDecimal(0) else {
            return lose("invalid multipleOf", member.value.summary, member)
        }
        schema.add(member.name, .word(number.text))
    }

    mutating func addCount(_ member: PlanMember) {
        guard case .number(let number) = member.value.content, number.decimal.isInteger,
            number.decimal >= ExactDecimal(0)
        else { return lose("invalid \(member.name)", member.value.summary, member) }
        guard number.decimal <= ExactDecimal(Int64(Int32.max)) else {
            return lose("\(member.name) above \(Int32.max)", number.text, member)
        }
        schema.add(member.name, .word(number.text))
    }

    // MARK: Texts

    mutating func addPattern(_ member: PlanMember) {
        guard let source = member.value.string else { return lose("invalid pattern", member.value.summary, member) }
        if isUsable(pattern: source, member) { schema.add("pattern", .text(source)) }
    }

    private func isUsable(pattern source: String, _ member: PlanMember) -> Bool {
        do throws(PatternError) {
            _ = try Pattern(source)
            return true
        } catch {
            // The second part of the message says what to write instead.
            let reason = error.message.prefix { $0 != ";" }
            lose("pattern that a plan cannot use (\(reason))", source, member)
            return false
        }
    }

    mutating func addFormat(_ member: PlanMember) {
        let name = member.value.summary
        guard let format = TextFormat(rawValue: name) else { return lose("unknown format", name, member) }
        schema.add("format", .text(format.rawValue))
    }

    // MARK: Schemas

    mutating func addSchema(_ member: PlanMember, _ inner: SchemaConverter, _ path: ConversionPath) throws(PlanErrors) {
        if case .bool(let value) = member.value.content {
            return schema.add(member.name, .word(value ? "true" : "false"))
        }
        let converted = try inner.schema(member.value, path)
        schema.add(member.name, converted.value, isFlow: converted.isFlow)
    }

    mutating func addSchemas(
        _ name: String, _ member: PlanMember, _ inner: SchemaConverter, _ path: ConversionPath
    ) throws(PlanErrors) {
        let elements = member.value.elements
        guard !elements.isEmpty else { return lose("\(name) without schemas", member.value.summary, member) }
        guard !schema.has(name) else { return lose("second list of \(name)", member.name, member) }
        var schemas: [ConvertedSchema] = []
        for element in elements { schemas.append(try inner.schema(element, path)) }
        if name == "allOf" { allOf += schemas } else { add(name, schemas) }
    }

    mutating func addItems(_ member: PlanMember) throws(PlanErrors) {
        guard case .array(let elements) = member.value.content else {
            return try addSchema(member, converter.ofContents, path.element)
        }
        if !elements.isEmpty { try addSchemas("prefixItems", member, converter.ofContents, path.element) }
        if let rest = node.members.first(where: { $0.name == "additionalItems" }) {
            try addSchema(PlanMember("items", at: rest.place, rest.value), converter.ofContents, path.element)
        }
    }

    mutating func addPatternProperties(_ member: PlanMember) throws(PlanErrors) {
        if !member.value.isObject { lose("invalid patternProperties", member.value.summary, member) }
        var properties = ImportedMembers()
        for property in member.value.members where isUsable(pattern: property.name, property) {
            let inner = path.property(property.name)
            guard properties.accepts("parameter", property.name, at: property.place, inner, run) else { continue }
            let converted = try converter.ofContents.schema(property.value, inner)
            properties.append(FormattedItem(property.name, converted.value))
        }
        if !properties.isEmpty { schema.add("patternProperties", .object(properties.items), isFlow: false) }
    }

    /// Adds the members of `dependencies` or `dependentRequired` that list names.
    mutating func addDependencies(_ member: PlanMember) {
        if !member.value.isObject { lose("invalid \(member.name)", member.value.summary, member) }
        var dependents = ImportedMembers()
        for dependent in member.value.members {
            let names = dependent.value.elements.compactMap(\.string)
            guard !names.isEmpty, names.count == dependent.value.elements.count else {
                if !dependent.value.isBlank { lose("schema in \(member.name)", dependent.name, dependent) }
                continue
            }
            guard dependents.accepts("dependency", dependent.name, at: dependent.place, path, run) else { continue }
            dependents.append(FormattedItem(dependent.name, .list(names.map(FormattedValue.text))))
        }
        guard !dependents.isEmpty else { return }
        guard !schema.has("dependentRequired") else { return lose("second list of dependencies", member.name, member) }
        schema.add("dependentRequired", .object(dependents.items, inBraces: true))
    }

    // MARK: Variants

    mutating func addVariants(_ member: PlanMember) throws(PlanErrors) {
        var variants: [FormattedValue] = []
        for node in member.value.elements {
            let condition = node["when"]?.members.first
            let properties = try converter.ofContents.properties(
                node["properties"]?.members ?? [], required: node.requiredNames, path)
            var items = [FormattedItem("default", .word("true"))]
            if let condition {
                items = ImportedPlan.variant(
                    when: condition.name, condition.value.elements, [node["description"]?.string ?? ""])
            }
            items.append(FormattedItem("properties", .object(properties.items)))
            variants.append(.object(items))
        }
        schema.add("variants", .blocks(variants), isFlow: false)
    }

    // MARK: Properties

    mutating func addProperties() throws(PlanErrors) {
        let member = node.members.first { $0.name == "properties" }
        if let member, !member.value.isObject { lose("invalid properties", member.value.summary, member) }
        var required = node.requiredNames
        if converter.isPart || node["additionalProperties"] != nil {
            // Another part can declare these properties, or they have the schema of other properties.
            let declared = Set(member?.value.members.map(\.name) ?? [])
            let names = required.map(\.name).filter { !declared.contains($0) }
            required.removeAll { !declared.contains($0.name) }
            let list = FormattedValue.list(names.map(FormattedValue.text))
            if !names.isEmpty, converter.isPart { schema.add("required", list) }
            if !names.isEmpty, !converter.isPart {
                // The member `required` of a complete schema can be the flag of a parameter.
                allOf.append(ConvertedSchema())
                allOf[allOf.count - 1].add("required", list)
            }
        }
        let others: Set<String> = ["allOf", "anyOf", "oneOf", "if", "$ref", "patternProperties"]
        let hasOthers = node.members.contains { others.contains($0.name) }
        let properties = try converter.properties(
            member?.value.members ?? [], required: required, path, reportsUndeclared: !hasOthers)
        if properties.isEmpty { return }
        schema.add("properties", .object(properties.items), isFlow: false)
        let leavesOthers = !converter.isClosed || converter.isCondition
        if !leavesOthers, node["additionalProperties"] == nil { schema.addFlag("additionalProperties") }
    }
}

extension PlanNode {
    var isObject: Bool { if case .object = content { true } else { false } }

    /// The names in the member `required` of a JSON Schema, with their places.
    var requiredNames: [(name: String, place: PlanPlace)] {
        self["required"]?.elements.compactMap { element in element.string.map { ($0, element.place) } } ?? []
    }
}

extension FormattedValue {
    /// Creates a list whose elements are on several lines.
    static func blocks(_ elements: [FormattedValue]) -> FormattedValue {
        let items = elements.map { element in
            let item = FormattedItem()
            item.value = element
            return item
        }
        return .collection(FormattedCollection(isObject: false, isFlow: false, items: items))
    }
}
