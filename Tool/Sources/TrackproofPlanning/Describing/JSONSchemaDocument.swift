package import Trackproof
package import TrackproofPlans
import TrackproofPlatform
import TrackproofSnapshots

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
        let scope = scope(of: nil, event)
        let parameters = parameters(of: event).map { $0.presented(for: scope) }
        var writer = JSONSchemaWriter(self)
        var document = PlanNode(
            ["$schema": .string(JSONSchemaDraft.draft2020.uri), "title": .string(event.name)], at: event.place)
        document.append(writer.document(event, parameters, scope).members)
        return document.eventValue.object ?? [:]
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
    mutating func document(_ event: PlannedEvent, _ parameters: [PlanProperty], _ scope: PlatformScope) -> PlanNode {
        var document = PlanNode(
            [
                "description": .text(event.description), "deprecated": .flag(event.isDeprecated),
                "examples": .list(event.examples),
            ], at: event.place)
        document.append(object(parameters, isClosed: event.isClosed ?? isClosed, at: event.place).members)
        add(event.variants.map { $0.presented(for: scope) }, to: &document)
        if let rules = event.rules { document.require([schema(rules, .part)]) }
        return withDefinitions(document)
    }

    /// Returns the schema of an object with these parameters, without the definitions of the types.
    mutating func object(_ parameters: [PlanProperty], isClosed: Bool, at place: PlanPlace) -> PlanNode {
        PlanNode(
            [
                "type": .string("object"), "properties": .object(properties(parameters)),
                "required": .list(Self.required(parameters)), "additionalProperties": isClosed ? .bool(false) : nil,
            ], at: place)
    }

    /// Returns a document that also has the definitions of the types that the written schemas refer to.
    mutating func withDefinitions(_ document: PlanNode) -> PlanNode {
        var document = document
        document.set("$defs", .filled(definitions()))
        return document
    }

    private mutating func properties(_ properties: [PlanProperty]) -> [PlanMember] {
        properties.map { PlanMember($0.name, at: $0.place, schema($0.schema, isClosed ? .closed : .open)) }
    }

    private static func required(_ properties: [PlanProperty]) -> [PlanNode] {
        properties.filter(\.schema.isRequired).map { PlanNode(.string($0.name), at: $0.place) }
    }

    /// Adds the variants of an event or object to its schema, which already has the `properties` outside of variants.
    private mutating func add(_ variants: [PlanVariant], to schema: inout PlanNode) {
        if variants.isEmpty { return }
        let names = variants.flatMap(\.parameters).map(\.name)
        let known = Set((schema["properties"]?.members ?? []).map { ExactText($0.name) })
        let bans = Set(names.map { ExactText($0) }).subtracting(known).sorted().map { name in
            Self.ban(name.text, outside: variants, at: schema.place)
        }
        // `properties` must list the parameters of variants, or a closed object would forbid them. `allOf` checks their
        // values.
        schema.declare(names)
        schema.require(variants.map { condition($0, among: variants) } + bans)
    }

    /// Returns the rule that checks the parameters of a variant if an event fulfils the variant's condition.
    private mutating func condition(_ variant: PlanVariant, among variants: [PlanVariant]) -> PlanNode {
        let then = PlanNode(
            [
                "properties": .object(properties(variant.parameters)),
                "required": .list(Self.required(variant.parameters)),
            ], at: variant.place)
        return PlanNode(["if": Self.isMet(variant, among: variants).content, "then": then.content], at: variant.place)
    }

    /// Returns the rule that forbids a parameter in events that belong to no variant with this parameter.
    private static func ban(_ name: String, outside variants: [PlanVariant], at place: PlanPlace) -> PlanNode {
        let conditions = variants.filter { $0.parameters.contains { ExactText($0.name) == ExactText(name) } }
            .map { isMet($0, among: variants) }
        let ban = PlanNode(["properties": .object([PlanMember(name, .bool(false), at: place)])], at: place)
        return PlanNode(["anyOf": .array(conditions + [ban])], at: place)
    }

    private static func isMet(_ variant: PlanVariant, among variants: [PlanVariant]) -> PlanNode {
        let place = variant.place
        if variant.isDefault {
            let others = variants.filter { !$0.isDefault }.map { isMet($0, among: []) }
            let any = PlanNode(["anyOf": .list(others)], at: place)
            return PlanNode(["not": others.isEmpty ? nil : any.content], at: place)
        }
        let values = variant.when.map { name, values in
            PlanMember(name.name, PlanNode(["enum": .array(values)], at: place).content, at: place)
        }
        return PlanNode(
            ["properties": .object(values), "required": .texts(variant.when.map(\.name.name), at: place)], at: place)
    }

    /// Returns the definitions of the types that the written schemas refer to, directly or through other types.
    private mutating func definitions() -> [PlanMember] {
        var definitions: [PlanMember] = []
        while let next = pending.popLast() {
            guard let type = types[next.type] else { continue }
            definitions.append(PlanMember(next.name, at: type.place, schema(type, next.scope)))
        }
        return definitions.sorted { ExactText($0.name) < ExactText($1.name) }
    }

    /// Returns a reference to the definition of a type, and adds the definition to `pending` if it is new.
    private mutating func reference(_ type: String, _ scope: SchemaScope, at place: PlanPlace) -> PlanNode {
        var name = type
        // In an open plan, no schema forbids undeclared members, so one definition of a type suffices.
        if isClosed, scope.leavesOtherMembers {
            repeat { name += scope == .part ? "+" : "?" } while types[name] != nil
        }
        if definitionNames.insert(name).inserted { pending.append((type, name, scope)) }
        return PlanNode(["$ref": .string("#/$defs/" + name.inPointer)], at: place)
    }

    private mutating func schema(_ schema: PlanSchema, _ scope: SchemaScope) -> PlanNode {
        if schema.isNever { return PlanNode(.bool(false), at: schema.place) }
        // JSON Schema has no keyword for personal data. Validators ignore keywords that they do not know.
        var node = PlanNode(
            [
                "description": .text(schema.description), "deprecated": .flag(schema.isDeprecated),
                "default": schema.defaultValue?.content, "examples": .list(schema.examples),
                "x-pii": .text(schema.pii),
            ], at: schema.place)
        for member in others[schema.place] ?? [] { node[member.name] = member.value }
        if let presence = schema.presence {
            let words = presence.platforms.map { platform, frequency in
                PlanMember(platform.name, .string(frequency.rawValue), at: schema.place)
            }
            node.set("x-presence", .object(words))
        }
        if let refused = schema.refusedPattern { node.set("pattern", .string(refused.source)) }
        let composition = schema.composition
        for rule in schema.rules { add(rule, scope, composition, to: &node) }
        add(schema.variants, to: &node)
        if scope == .closed, schema.rule(.additionalProperties) == nil {
            let hasPatterns = schema.rule(.patternProperties) != nil
            if composition == .own, node["properties"] != nil, !hasPatterns {
                node.set("additionalProperties", .bool(false))
            } else if composition == .parts, let names = declared.names(schema) {
                // `additionalProperties` forbids all members that this schema does not list. So this schema must list
                // the members that its parts declare.
                node.declare(names)
                node.set("additionalProperties", .bool(false))
            }
        }
        let names = node["required"]?.elements ?? []
        let known = Set(names.compactMap(\.string))
        let all = names + Self.required(schema.properties).filter { !known.contains($0.string ?? "") }
        if !all.isEmpty { node.set("required", .array(all)) }
        return node
    }

    private mutating func add(
        _ rule: SchemaRule, _ scope: SchemaScope, _ composition: ObjectComposition, to node: inout PlanNode
    ) {
        let inside = scope.inside(composition)
        let contents = scope.ofContents(isClosed: isClosed)
        let name = rule.keyword.rawValue
        switch rule.value {
        case .types(let types): add(types, inside, at: rule.place, to: &node)
        case .schema(let schema):
            switch rule.keyword.subject {
            case .condition: node[name] = self.schema(schema, .condition)
            case .value: node[name] = self.schema(schema, scope.inside(.parts))
            default: node[name] = self.schema(schema, contents)
            }
        case .schemas(let schemas):
            let ofValue = rule.keyword == .allOf ? scope.inside(.parts) : inside
            let scope = rule.keyword.subject == .contents ? contents : ofValue
            let written = schemas.map { self.schema($0, scope) }
            if rule.keyword == .allOf { return node.require(written) }
            // A schema cannot have two `anyOf`. So the `anyOf` for the value of `type` moves into `allOf`.
            if rule.keyword == .anyOf, let types = node["anyOf"] {
                node.require([PlanNode(["anyOf": types.content], at: rule.place)])
            }
            node.set(name, .array(written))
        case .properties(let properties):
            node.set(name, .object(properties.map { PlanMember($0.name, at: $0.place, schema($0.schema, contents)) }))
        case .variants: break
        case .patternProperties(let patterns):
            let members = patterns.map { PlanMember($0.pattern.source, at: $0.place, schema($0.schema, contents)) }
            node.set(name, .object(members))
        case .reference(let type): Self.add(reference(type.name, inside, at: rule.place), to: &node)
        case .constants, .number, .count, .pattern, .format, .flag, .names, .dependents: node.set(name, rule.content)
        }
    }

    /// Adds the JSON types and the named types of `type`. A named type becomes a reference to its definition.
    private mutating func add(
        _ types: [NameWithPlace], _ scope: SchemaScope, at place: PlanPlace, to node: inout PlanNode
    ) {
        let references = types.filter { $0.types == nil }.map { reference($0.name, scope, at: place) }
        let names = types.filter { $0.types != nil }.map(\.name)
        if references.isEmpty {
            node.set("type", .oneOrMore(names, at: place))
        } else if references.count == 1, names.isEmpty {
            Self.add(references[0], to: &node)
        } else {
            let others = names.isEmpty ? [] : [PlanNode(["type": .texts(names, at: place)], at: place)]
            node.set("anyOf", .array(references + others))
        }
    }

    /// Adds a reference. A schema cannot have two `$ref`, so a second reference goes into `allOf`.
    private static func add(_ reference: PlanNode, to node: inout PlanNode) {
        if node["$ref"] == nil { node.append(reference.members) } else { node.require([reference]) }
    }
}

extension SchemaRule {
    /// The value of the keyword in JSON Schema, or `nil` if it contains schemas or names of types.
    var content: PlanNode.Content? {
        switch value {
        case .constants(let nodes): keyword == .const ? nodes.first?.content : .array(nodes)
        case .number(let number): .number(number)
        case .count(let count): PlanNumber("\(count)").map { .number($0) }
        case .pattern(let pattern): .string(pattern.source)
        case .format(let format): .string(format.rawValue)
        case .flag(let flag): .bool(flag)
        case .names(let names): .texts(names.map(\.name), at: place)
        case .dependents(let dependents):
            .object(dependents.map { PlanMember($0.name.name, .texts($0.others.map(\.name), at: place), at: place) })
        case .types, .schema, .schemas, .properties, .variants, .patternProperties, .reference: nil
        }
    }
}

extension PlanNode {
    /// Adds properties that allow all values, unless the schema declares them.
    fileprivate mutating func declare(_ names: [String]) {
        var properties = self["properties"] ?? PlanNode(.object([]), at: place)
        for name in names where properties[name] == nil { properties.set(name, .bool(true)) }
        self["properties"] = properties
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
