package import Trackproof
package import TrackproofPlans
import TrackproofSnapshots
import TrackproofText

extension TrackingPlan {
    /// Returns the parameters of an event as JSON Schema (draft 2020-12), for tools that do not support tracking plans.
    ///
    /// `$defs` contains the types that the event uses. In a closed plan, several schemas can each describe a part of
    /// the same object. If a named type describes such a part, `$defs` has a second definition of the type, which
    /// allows the members of the other parts. The name of this definition ends with `+`, or with `?` if a condition
    /// uses the definition.
    ///
    /// The patterns, formats and numbers of the plan stay the same. A parameter is required if the apps on all platforms
    /// must send it, and `x-presence` has its presence for each platform. The result leaves out what JSON Schema cannot
    /// express, such as exemptions.
    package func jsonSchema(of event: PlannedEvent) -> EventParameters {
        var document: EventParameters = ["$schema": "https://json-schema.org/draft/2020-12/schema"]
        document["title"] = .string(event.name)
        let scope = scope(of: nil, event)
        let parameters = parameters(of: event).map { $0.presented(for: scope) }
        var writer = JSONSchemaWriter(self)
        for member in writer.document(event, parameters, scope) { document[member.name] = member.value }
        return document
    }
}

/// A writer that converts the schemas of a plan to JSON Schema.
struct JSONSchemaWriter {
    /// Whether the plan forbids members of objects that the plan does not declare.
    private let isClosed: Bool
    private let types: [String: PlanSchema]
    private let others: [PlanPlace: [PlanMember]]
    private var declared: DeclaredMembers
    /// The names of the definitions that the written schemas refer to.
    private var definitionNames: Set<String> = []
    /// The definitions that written schemas refer to and that the writer has not written yet.
    private var pending: [(type: String, name: String, scope: SchemaScope)] = []

    /// Creates a writer of the schemas of a plan.
    ///
    /// - Parameter others: The further members of schemas, such as `x-unit`, by the places of the schemas.
    init(_ plan: TrackingPlan, others: [PlanPlace: [PlanMember]] = [:]) {
        isClosed = plan.isClosed
        self.others = others
        types = plan.schemasOfTypes
        declared = DeclaredMembers(types)
    }

    /// Returns the schema of an event with these parameters, with the definitions of the types.
    ///
    /// - Parameter scope: The apps whose rules apply to the parameters of variants.
    mutating func document(
        _ event: PlannedEvent, _ parameters: [PlanProperty], _ scope: PlatformScope
    ) -> EventParameters {
        var document: EventParameters = [:]
        if let description = event.description { document["description"] = .string(description) }
        if event.isDeprecated { document["deprecated"] = .bool(true) }
        if !event.examples.isEmpty { document["examples"] = .array(event.examples.map(\.eventValue)) }
        for member in object(parameters, isClosed: event.isClosed ?? isClosed) { document[member.name] = member.value }
        add(event.variants.map { $0.presented(for: scope) }, to: &document)
        if let rules = event.rules {
            document["allOf"] = .array((document["allOf"]?.array ?? []) + [schema(rules, .part)])
        }
        return withDefinitions(document)
    }

    /// Returns the schema of an object with these parameters, without the definitions of the types.
    mutating func object(_ parameters: [PlanProperty], isClosed: Bool) -> EventParameters {
        var object: EventParameters = ["type": "object", "properties": EventValue.object(properties(parameters))]
        let required = parameters.filter(\.schema.isRequired).map { EventValue.string($0.name) }
        if !required.isEmpty { object["required"] = .array(required) }
        if isClosed { object["additionalProperties"] = .bool(false) }
        return object
    }

    /// Returns a document that also has the definitions of the types that the written schemas refer to.
    mutating func withDefinitions(_ document: EventParameters) -> EventParameters {
        var document = document
        let definitions = definitions()
        if !definitions.isEmpty { document["$defs"] = .object(definitions) }
        return document
    }

    private mutating func properties(_ properties: [PlanProperty]) -> EventParameters {
        EventParameters(properties.map { EventParameter($0.name, schema($0.schema, isClosed ? .closed : .open)) })
    }

    /// Adds the variants of an event or object to its schema, which already has the `properties` outside of variants.
    private mutating func add(_ variants: [PlanVariant], to schema: inout EventParameters) {
        if variants.isEmpty { return }
        let names = variants.flatMap(\.parameters).map(\.name)
        var properties = schema["properties"]?.object ?? [:]
        let bans = Set(names.filter { properties[$0] == nil }.map { ExactText($0) }).sorted().map { name in
            EventValue.object(Self.ban(name.text, outside: variants))
        }
        // `properties` must list the parameters of variants, or a closed object would forbid them. `allOf` checks their
        // values.
        for name in names where properties[name] == nil { properties[name] = .bool(true) }
        schema["properties"] = .object(properties)
        let conditions = variants.map { EventValue.object(condition($0, among: variants)) }
        schema["allOf"] = .array((schema["allOf"]?.array ?? []) + conditions + bans)
    }

    /// Returns the rule that checks the parameters of a variant if an event fulfils the variant's condition.
    private mutating func condition(_ variant: PlanVariant, among variants: [PlanVariant]) -> EventParameters {
        var then: EventParameters = ["properties": EventValue.object(properties(variant.parameters))]
        let required = variant.parameters.filter(\.schema.isRequired).map { EventValue.string($0.name) }
        if !required.isEmpty { then["required"] = .array(required) }
        return ["if": EventValue.object(Self.isMet(variant, among: variants)), "then": EventValue.object(then)]
    }

    /// Returns the rule that forbids a parameter in events that belong to no variant with this parameter.
    private static func ban(_ name: String, outside variants: [PlanVariant]) -> EventParameters {
        let conditions = variants.filter { $0.parameters.contains { ExactText($0.name) == ExactText(name) } }
            .map { EventValue.object(isMet($0, among: variants)) }
        let ban: EventParameters = ["properties": EventValue.object([name: EventValue.bool(false)])]
        return ["anyOf": EventValue.array(conditions + [.object(ban)])]
    }

    private static func isMet(_ variant: PlanVariant, among variants: [PlanVariant]) -> EventParameters {
        if variant.isDefault {
            let others = variants.filter { !$0.isDefault }.map { EventValue.object(isMet($0, among: [])) }
            return others.isEmpty ? [:] : ["not": ["anyOf": EventValue.array(others)]]
        }
        let values = variant.when.map { name, values in
            EventParameter(name.name, .object(["enum": EventValue.array(values.map(\.eventValue))]))
        }
        return [
            "properties": EventValue.object(EventParameters(values)),
            "required": EventValue.array(variant.when.map { .string($0.name.name) }),
        ]
    }

    /// Returns the definitions of the types that the written schemas refer to, directly or through other types.
    private mutating func definitions() -> EventParameters {
        var definitions: [EventParameter] = []
        while let next = pending.popLast() {
            guard let type = types[next.type] else { continue }
            definitions.append(EventParameter(next.name, schema(type, next.scope)))
        }
        return EventParameters(definitions.sorted { ExactText($0.name) < ExactText($1.name) })
    }

    /// Returns a reference to the definition of a type, and adds the definition to `pending` if it is new.
    private mutating func reference(_ type: String, _ scope: SchemaScope) -> EventValue {
        var name = type
        // In an open plan, no schema forbids undeclared members, so one definition of a type suffices.
        if isClosed, scope.leavesOtherMembers {
            repeat { name += scope == .part ? "+" : "?" } while types[name] != nil
        }
        if definitionNames.insert(name).inserted { pending.append((type, name, scope)) }
        return .string("#/$defs/" + name.inPointer)
    }

    private mutating func schema(_ schema: PlanSchema, _ scope: SchemaScope) -> EventValue {
        if schema.isNever { return .bool(false) }
        var members = EventParameters()
        if let description = schema.description { members["description"] = .string(description) }
        if schema.isDeprecated { members["deprecated"] = .bool(true) }
        if let value = schema.defaultValue { members["default"] = value.eventValue }
        if !schema.examples.isEmpty { members["examples"] = .array(schema.examples.map(\.eventValue)) }
        // JSON Schema has no keyword for personal data. Validators ignore keywords that they do not know.
        if let pii = schema.pii { members["x-pii"] = .string(pii) }
        for member in others[schema.place] ?? [] { members[member.name] = member.value.eventValue }
        if let presence = schema.presence {
            let words = presence.platforms.map { EventParameter($0.platform.name, .string($0.frequency.rawValue)) }
            members["x-presence"] = .object(EventParameters(words))
        }
        if let refused = schema.refusedPattern { members["pattern"] = .string(refused.source) }
        let composition = schema.composition
        for rule in schema.rules { add(rule, scope, composition, to: &members) }
        add(schema.variants, to: &members)
        if scope == .closed, schema.rule(.additionalProperties) == nil {
            let hasPatterns = schema.rule(.patternProperties) != nil
            if composition == .own, members["properties"] != nil, !hasPatterns {
                members["additionalProperties"] = .bool(false)
            } else if composition == .parts, let names = declared.names(schema) {
                // `additionalProperties` forbids all members that this schema does not list. So this schema must list
                // the members that its parts declare.
                var properties = members["properties"]?.object ?? [:]
                for name in names where properties[name] == nil { properties[name] = .bool(true) }
                members["properties"] = .object(properties)
                members["additionalProperties"] = .bool(false)
            }
        }
        var names = members["required"]?.array?.compactMap(\.string) ?? []
        names += schema.properties.filter(\.schema.isRequired).map(\.name).filter { !names.contains($0) }
        if !names.isEmpty { members["required"] = .array(names.map { .string($0) }) }
        return .object(members)
    }

    private mutating func add(
        _ rule: SchemaRule, _ scope: SchemaScope, _ composition: ObjectComposition, to members: inout EventParameters
    ) {
        let inside = scope.inside(composition)
        let contents = scope.ofContents(isClosed: isClosed)
        let name = rule.keyword.rawValue
        switch rule.value {
        case .types(let types): add(types, inside, to: &members)
        case .constants(let nodes) where rule.keyword == .const: members[name] = nodes.first?.eventValue
        case .constants(let nodes): members[name] = .array(nodes.map(\.eventValue))
        case .number(let number): members[name] = number.eventValue
        case .count(let count): members[name] = .integer(Int64(count))
        case .pattern(let pattern): members[name] = .string(pattern.source)
        case .format(let format): members[name] = .string(format.rawValue)
        case .flag(let flag): members[name] = .bool(flag)
        case .names(let names): members[name] = .array(names.map { .string($0.name) })
        case .schema(let schema):
            switch rule.keyword.subject {
            case .condition: members[name] = self.schema(schema, .condition)
            case .value: members[name] = self.schema(schema, scope.inside(.parts))
            default: members[name] = self.schema(schema, contents)
            }
        case .schemas(let schemas):
            let ofValue = rule.keyword == .allOf ? scope.inside(.parts) : inside
            let scope = rule.keyword.subject == .contents ? contents : ofValue
            let written = schemas.map { self.schema($0, scope) }
            if rule.keyword == .allOf {
                members["allOf"] = .array((members["allOf"]?.array ?? []) + written)
            } else if rule.keyword == .anyOf, let types = members["anyOf"] {
                // A schema cannot have two `anyOf`. So the `anyOf` for the value of `type` moves into `allOf`.
                members["allOf"] = .array((members["allOf"]?.array ?? []) + [.object(["anyOf": types])])
                members["anyOf"] = .array(written)
            } else {
                members[name] = .array(written)
            }
        case .properties(let properties):
            members[name] = .object(
                EventParameters(properties.map { EventParameter($0.name, schema($0.schema, contents)) }))
        case .variants: break
        case .patternProperties(let patterns):
            members[name] = .object(
                EventParameters(
                    patterns.map { EventParameter($0.pattern.source, schema($0.schema, contents)) }))
        case .dependents(let dependents):
            members[name] = .object(
                EventParameters(
                    dependents.map { EventParameter($0.name.name, .array($0.others.map { .string($0.name) })) }))
        case .reference(let type): Self.add(reference(type.name, inside), to: &members)
        }
    }

    /// Adds the JSON types and the named types of `type`. A named type becomes a reference to its definition.
    private mutating func add(_ types: [NameWithPlace], _ scope: SchemaScope, to members: inout EventParameters) {
        let references = types.filter { $0.types == nil }.map { reference($0.name, scope) }
        let names = types.filter { $0.types != nil }.map { EventValue.string($0.name) }
        if references.isEmpty {
            members["type"] = names.count == 1 ? names[0] : .array(names)
        } else if references.count == 1, names.isEmpty {
            Self.add(references[0], to: &members)
        } else {
            var alternatives = references.map { EventValue.object(["$ref": $0]) }
            if !names.isEmpty { alternatives.append(.object(["type": EventValue.array(names)])) }
            members["anyOf"] = .array(alternatives)
        }
    }

    private static func add(_ reference: EventValue, to members: inout EventParameters) {
        if members["$ref"] == nil {
            members["$ref"] = reference
        } else {
            // A schema cannot have two `$ref`. So the second reference goes into `allOf`.
            members["allOf"] = .array((members["allOf"]?.array ?? []) + [.object(["$ref": reference])])
        }
    }
}

extension String {
    /// The name, escaped for a JSON pointer in the fragment of a URI (RFC 6901).
    var inPointer: String {
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
