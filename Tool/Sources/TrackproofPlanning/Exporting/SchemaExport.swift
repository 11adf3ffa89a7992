import Trackproof
import TrackproofPlans

/// A writer of events as JSON Schemas, in the draft that a format needs.
struct SchemaExport {
    private let source: ExportedPlan
    private let draft: JSONSchemaDraft
    /// Whether events of the format contain only texts.
    private let sendsTexts: Bool

    init(_ source: ExportedPlan, _ draft: JSONSchemaDraft, sendsTexts: Bool = false) {
        (self.source, self.draft, self.sendsTexts) = (source, draft, sendsTexts)
    }

    /// Returns the names of the members of an event that its schema contains.
    func members(of event: PlannedEvent) -> Set<String> {
        Set(["description", "deprecated", "examples", "closed", "variants", "rules"])
            .union(source.others(of: event).map(\.name))
    }

    /// Returns the schema of an event's parameters, without `$schema`. Reports what the draft cannot contain.
    ///
    /// - Parameter parameters: The parameters to describe, or `nil` for all.
    func schema(of event: PlannedEvent, _ parameters: [PlanProperty]? = nil) -> EventParameters {
        let parameters = parameters ?? source.parameters(of: event)
        var writer = JSONSchemaWriter(source.plan, others: source.others)
        var members = writer.document(event, parameters, source.plan.scope(of: nil, event))
        for member in source.others(of: event) {
            // An importer gives the name `x-title` to the title of an event.
            members[member.name == "x-title" ? "title" : member.name] = member.value.eventValue
        }
        let path = ConversionPath(event: event.name)
        for parameter in parameters + event.variants.flatMap(\.parameters) {
            report(parameter.schema, path.property(parameter.name))
        }
        if let rules = event.rules { report(rules, path) }
        return form(of: members)
    }

    /// Returns a schema of an event in which the definitions of types replace the references to them.
    ///
    /// A reference to a type inside of the same type is lost.
    func inlined(_ schema: EventParameters, of event: PlannedEvent) -> EventParameters {
        var schema = schema
        var inlining = Inlining(definitions: schema["definitions"]?.object ?? [:])
        schema["definitions"] = nil
        let result = inlining.schema(.object(schema)).object ?? schema
        if inlining.isIncomplete {
            source.run.lose(
                "type that refers to itself, or a long chain of types", at: event.place,
                ConversionPath(event: event.name))
        }
        return result
    }

    /// Returns the schema of an object with these parameters, which allows further members.
    func schema(of parameters: [PlanProperty], _ path: ConversionPath = ConversionPath()) -> EventParameters {
        var writer = JSONSchemaWriter(source.plan, others: source.others)
        for parameter in parameters { report(parameter.schema, path.property(parameter.name)) }
        return form(of: writer.withDefinitions(writer.object(parameters, isClosed: false)))
    }

    private func form(of members: EventParameters) -> EventParameters {
        draft.form(of: .object(members)).object ?? members
    }

    /// Reports the members of a schema and of its inner schemas that JSON Schema does not have.
    private func report(_ schema: PlanSchema, _ path: ConversionPath) {
        source.losePresence(schema, path)
        if !sendsTexts { source.loseSending(schema, path) }
        if let exemption = schema.exemptions.first {
            source.run.lose("exemption", exemption.id, at: exemption.place, path, .leftOut, .information)
        }
        if let name = schema.swift.name ?? schema.swift.values.first?.name {
            source.run.lose("name in Swift", name.name, at: name.place, path, .leftOut, .information)
        }
        for rule in schema.rules {
            if rule.keyword == .propertyNames, draft == .draft4 {
                source.run.lose("keyword propertyNames", at: rule.place, path)
            }
            for inner in rule.value.schemas { report(inner, path) }
        }
    }
}

/// The replacement of references to definitions by the definitions.
struct Inlining {
    /// The definitions, by the references to them.
    private let definitions: [String: EventParameters]
    /// Whether a reference was left out.
    private(set) var isIncomplete = false
    /// The references around the schema that is converted now.
    private var outer: [String] = []

    /// The maximum number of references around a schema. Each needs a part of the stack.
    static let depthLimit = 64

    init(definitions: EventParameters) {
        let found = definitions.map { ("#/definitions/" + $0.name.inPointer, $0.value.object ?? [:]) }
        self.definitions = Dictionary(found, uniquingKeysWith: { first, _ in first })
    }

    mutating func schema(_ value: EventValue) -> EventValue {
        switch value {
        case .array(let elements):
            var schemas: [EventValue] = []
            for element in elements { schemas.append(schema(element)) }
            return .array(schemas)
        case .object(let members): return .object(object(members))
        default: return value
        }
    }

    private mutating func object(_ members: EventParameters) -> EventParameters {
        var result: [EventParameter] = []
        for member in members {
            switch member.name {
            // Values are no schemas.
            case "enum", "const", "default", "examples": result.append(member)
            case "properties", "patternProperties":
                var properties: [EventParameter] = []
                for property in member.value.object ?? [:] {
                    properties.append(EventParameter(property.name, schema(property.value)))
                }
                result.append(EventParameter(member.name, .object(EventParameters(properties))))
            case "$ref" where member.value.string != nil:
                for member in definition(member.value.string ?? "") where members[member.name] == nil {
                    result.append(member)
                }
            default: result.append(EventParameter(member.name, schema(member.value)))
            }
        }
        return EventParameters(result)
    }

    private mutating func definition(_ reference: String) -> EventParameters {
        guard let definition = definitions[reference], !outer.contains(reference), outer.count < Self.depthLimit else {
            isIncomplete = true
            return [:]
        }
        outer.append(reference)
        defer { outer.removeLast() }
        return object(definition)
    }
}
