public import Trackproof
@_spi(Tooling) internal import TrackproofSnapshots

// Plans as JSON Schema (draft 2020-12), for tools that know nothing of tracking plans.
@_spi(Tooling) extension TrackingPlan {
    /// Returns the schema of an event's parameters.
    ///
    /// The types of the plan are in `$defs`. Patterns, formats and numbers are those of the plan. JSON Schema has no
    /// keywords for some rules, such as those for personal data. The document leaves these rules out.
    public func jsonSchema(of event: PlannedEvent) -> EventParameters {
        var document: EventParameters = ["$schema": "https://json-schema.org/draft/2020-12/schema"]
        document["title"] = .string(event.name)
        if let description = event.description { document["description"] = .string(description) }
        document["type"] = .string("object")
        let own = parameters(of: event)
        let isClosed = event.isClosed ?? isClosed
        // `properties` allows the names of the variants' parameters. The conditions judge their values.
        let ofVariants = event.variants.flatMap(\.parameters).map(\.name)
        let writer = JSONSchemaWriter(closes: self.isClosed)
        var properties = writer.properties(own)
        for name in ofVariants where properties[name] == nil { properties[name] = .bool(true) }
        document["properties"] = .object(properties)
        let required = own.filter(\.schema.isRequired).map { EventValue.string($0.name) }
        if !required.isEmpty { document["required"] = .array(required) }
        if isClosed { document["additionalProperties"] = .bool(false) }
        if !event.variants.isEmpty { document["allOf"] = .array(event.variants.map { .object(writer.condition($0)) }) }
        let types = types.map { EventParameter($0.name, writer.schema($0.schema)) }
        if !types.isEmpty { document["$defs"] = .object(EventParameters(types)) }
        return document
    }
}

/// A writer of schemas in the form of JSON Schema.
struct JSONSchemaWriter {
    /// Whether properties that an object does not declare are forbidden.
    let closes: Bool

    func properties(_ properties: [PlanProperty]) -> EventParameters {
        EventParameters(properties.map { EventParameter($0.name, schema($0.schema)) })
    }

    /// Returns the rule for the parameters of a variant.
    func condition(_ variant: PlannedEvent.Variant) -> EventParameters {
        let values = variant.when.map { name, values in
            EventParameter(name.name, .object(["enum": EventValue.array(values.map(\.eventValue))]))
        }
        let condition: EventParameters = [
            "properties": EventValue.object(EventParameters(values)),
            "required": EventValue.array(variant.when.map { .string($0.name.name) }),
        ]
        var then: EventParameters = ["properties": EventValue.object(properties(variant.parameters))]
        let required = variant.parameters.filter(\.schema.isRequired).map { EventValue.string($0.name) }
        if !required.isEmpty { then["required"] = .array(required) }
        return ["if": EventValue.object(condition), "then": EventValue.object(then)]
    }

    func schema(_ schema: PlanSchema) -> EventValue {
        if schema.isNever { return .bool(false) }
        var members = EventParameters()
        if let description = schema.description { members["description"] = .string(description) }
        if schema.isDeprecated { members["deprecated"] = .bool(true) }
        for rule in schema.rules { add(rule, to: &members) }
        if closes, schema.rule(.properties) != nil, schema.rule(.additionalProperties) == nil {
            members["additionalProperties"] = .bool(false)
        }
        if case .properties(let properties)? = schema.rule(.properties)?.value {
            let required = properties.filter(\.schema.isRequired).map(\.name)
            var names = members["required"]?.array?.compactMap(\.string) ?? []
            names += required.filter { !names.contains($0) }
            if !names.isEmpty { members["required"] = .array(names.map { .string($0) }) }
        }
        return .object(members)
    }

    private func add(_ rule: SchemaRule, to members: inout EventParameters) {
        let name = rule.keyword.rawValue
        switch rule.value {
        case .types(let types): add(types, to: &members)
        case .constants(let nodes) where rule.keyword == .const: members[name] = nodes.first?.eventValue
        case .constants(let nodes): members[name] = .array(nodes.map(\.eventValue))
        case .number(let number): members[name] = number.eventValue
        case .count(let count): members[name] = .integer(Int64(count))
        case .pattern(let pattern): members[name] = .string(pattern.source)
        case .format(let format): members[name] = .string(format.rawValue)
        case .flag(let flag): members[name] = .bool(flag)
        case .names(let names): members[name] = .array(names.map { .string($0.name) })
        case .schema(let schema): members[name] = self.schema(schema)
        case .schemas(let schemas): members[name] = .array(schemas.map(self.schema))
        case .properties(let properties): members[name] = .object(self.properties(properties))
        case .patternProperties(let patterns):
            members[name] = .object(
                EventParameters(patterns.map { EventParameter($0.pattern.source, schema($0.schema)) }))
        case .dependents(let dependents):
            members[name] = .object(
                EventParameters(
                    dependents.map { EventParameter($0.name.name, .array($0.others.map { .string($0.name) })) }))
        case .reference(let type): members[name] = .string("#/$defs/" + type.name.inPointer)
        }
    }

    /// Adds the types of a schema. A type of the plan becomes a reference.
    private func add(_ types: [TypeName], to members: inout EventParameters) {
        let references = types.filter { $0.types == nil }.map { EventValue.string("#/$defs/" + $0.name.inPointer) }
        let names = types.filter { $0.types != nil }.map { EventValue.string($0.name) }
        if references.isEmpty {
            members["type"] = names.count == 1 ? names[0] : .array(names)
        } else if references.count == 1, names.isEmpty {
            // The schema may already have a `$ref` of its own.
            members["allOf"] = .array([.object(["$ref": references[0]])])
        } else {
            var alternatives = references.map { EventValue.object(["$ref": $0]) }
            if !names.isEmpty { alternatives.append(.object(["type": EventValue.array(names)])) }
            members["anyOf"] = .array(alternatives)
        }
    }
}

extension String {
    /// The name as a part of a JSON pointer in the fragment of a URI (RFC 6901).
    fileprivate var inPointer: String {
        var text = ""
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "~"): text += "~0"
            case UInt8(ascii: "/"): text += "~1"
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                text += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return text
    }
}
