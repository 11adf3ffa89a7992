import TrackproofPlans
import TrackproofSnapshots

/// The JSON Schema of an event's parameters, as members of an event of a plan.
///
/// An event lists its parameters, so the converter merges the parts of the schema, such as the schemas in `allOf`.
struct EventSchema {
    /// The member with the description, or no member.
    private(set) var description: [PlanMember] = []
    /// Whether the schema forbids parameters that it does not declare. `nil` if the schema does not say it.
    private(set) var isClosed: Bool?
    private(set) var parameters = ImportedMembers()
    /// Further members of the event, such as `deprecated` and members whose names begin with `x-`.
    private(set) var others: [PlanMember] = []

    /// A schema that describes a parameter, with the converter for its document.
    private struct Part {
        let converter: SchemaConverter
        let node: PlanNode
    }

    private let run: ImportRun
    private let path: ConversionPath
    private let place: PlanPlace
    private var names: [PlanMember] = []
    private var parts: [String: [Part]] = [:]
    private var required: [(name: String, place: PlanPlace)] = []
    /// The parts of the schema with keywords for all parameters together.
    private var together: [Part] = []
    /// The rules for all parameters together.
    private(set) var rules: PlanMember?
    /// The members of events that the schema must not give a second time.
    private var taken: Set<String> = []

    /// Converts the schema of an event.
    ///
    /// - Throws: ``PlanErrors`` if the import has too many schemas.
    init(_ node: PlanNode, _ path: ConversionPath, _ converter: SchemaConverter) throws(PlanErrors) {
        (run, self.path, place) = (converter.run, path, node.place)
        try collect(node, converter, isPart: false)
        try convert()
    }

    /// The members of an event, from `closed` to `parameters`.
    ///
    /// - Parameter isClosedByDefault: Whether events of the plan are closed if they do not say it.
    func members(isClosedByDefault: Bool) -> [PlanMember] {
        let isClosed = isClosed ?? false
        return others + (isClosed == isClosedByDefault ? [] : [PlanMember("closed", .bool(isClosed), at: place)])
            + (parameters.isEmpty ? [] : [PlanMember("parameters", .object(parameters.items), at: place)])
            + (rules.map { [$0] } ?? [])
    }

    // MARK: Collecting

    private mutating func collect(_ node: PlanNode, _ converter: SchemaConverter, isPart: Bool) throws(PlanErrors) {
        try run.countSchema(at: node.place)
        guard node.isObject else {
            if node.bool != true { run.lose("schema that is not an object", node.schemaSummary, at: node.place, path) }
            return
        }
        let rules = node.members.filter { Self.togetherNames.contains($0.name) }
        if !rules.isEmpty {
            together.append(Part(converter: converter, node: PlanNode(.object(rules), at: node.place)))
        }
        for member in node.members where !Self.togetherNames.contains(member.name) {
            switch member.name {
            case "properties": collectProperties(member, converter)
            case "required": collectRequired(member)
            case "additionalProperties": collectOthers(member, isPart: isPart || node["allOf"] != nil)
            case "allOf":
                for part in member.value.elements { try collect(part, converter.ofContents, isPart: true) }
            case "$ref": try collectReference(member, converter, isPart: isPart)
            case "type": checkType(member)
            case "definitions", "$defs", "$schema": break
            case "$id", "id", "$anchor": lose("identifier \(member.name)", member, .leftOut, .information)
            // These members describe the part, which several events can share.
            case _ where isPart && Self.textNames.contains(member.name):
                if !member.isBlank {
                    lose("\(member.name) of a part of an event", member, .leftOut, .information)
                }
            case "description":
                guard member.value.string != nil, description.isEmpty else { addOther(member); continue }
                if !member.isBlank { description = [member] }
            case "deprecated" where member.value.bool != nil:
                if member.value.bool == true, taken.insert("deprecated").inserted { others.append(member) }
            case "examples"
            where !member.value.elements.isEmpty && member.value.isWritable
                && taken.insert("examples").inserted:
                others.append(member)
            case _ where SchemaKeyword(rawValue: member.name) != nil || SchemaBuilder.unsupported.contains(member.name):
                if !member.isBlank { lose("keyword \(member.name) of an event", member) }
            default: addOther(member)
            }
        }
    }

    /// The keywords for all parameters together.
    private static let togetherNames: Set<String> = [
        "minProperties", "maxProperties", "dependentRequired", "dependencies", "propertyNames", "anyOf", "oneOf", "not",
        "if", "then", "else",
    ]

    /// The keywords that describe a schema and that do not restrict values.
    private static let textNames: Set<String> = ["title", "description", "examples", "$comment"]

    private func lose(
        _ kind: String, _ member: PlanMember, _ outcome: ConversionLoss.Outcome = .leftOut,
        _ weight: ConversionLoss.Weight = .rule
    ) {
        run.lose(kind, member, path, outcome, weight)
    }

    private mutating func collectProperties(_ member: PlanMember, _ converter: SchemaConverter) {
        guard member.value.isObject else { return lose("invalid properties", member) }
        let counts = Dictionary(member.value.members.map { ($0.name, 1) }, uniquingKeysWith: +)
        for property in member.value.members {
            let others = parts[property.name, default: []]
            let isNew = !others.contains { CanonicalValue($0.node) == CanonicalValue(property.value) }
            // If one object gives a name twice, `properties` reports the second member.
            let isRepeated = counts[property.name, default: 0] > 1
            if others.isEmpty || isRepeated { names.append(property) }
            if isNew, others.isEmpty || !isRepeated {
                parts[property.name, default: []].append(Part(converter: converter, node: property.value))
            }
        }
    }

    private mutating func collectRequired(_ member: PlanMember) {
        guard case .array(let elements) = member.value.content else { return lose("invalid required", member) }
        for element in elements {
            if let name = element.string {
                required.append((name, element.place))
            } else {
                run.lose("invalid required", element.summary, at: element.place, path)
            }
        }
    }

    private mutating func collectOthers(_ member: PlanMember, isPart: Bool) {
        switch member.value.content {
        case .bool(let isAllowed):
            if isPart, !isAllowed {
                let form = "a closed event that declares the parameters of all parts"
                lose("additionalProperties of a part", member, .changed(to: form))
            }
            isClosed = isClosed == true ? true : !isAllowed
        case .object(let members) where members.isEmpty: isClosed = isClosed ?? false
        default:
            run.lose(
                "schema of other parameters", member.value.schemaSummary, at: member.place, path,
                .changed(to: "an open event"))
        }
    }

    private mutating func collectReference(
        _ member: PlanMember, _ converter: SchemaConverter, isPart: Bool
    ) throws(PlanErrors) {
        guard let reference = member.value.string, let target = converter.target(of: reference) else {
            return lose("reference to a schema that the files do not contain", member)
        }
        guard let inlining = converter.inlining(target) else { return lose("recursive reference", member) }
        try collect(inlining.node, inlining.converter, isPart: isPart)
    }

    private func checkType(_ member: PlanMember) {
        let names = member.value.string.map { [$0] } ?? member.value.elements.compactMap(\.string)
        if names == ["object"] { return }
        lose("type of an event", member, .changed(to: "an object"), names.contains("object") ? .information : .rule)
    }

    /// Adds a member that events do not have, under a name that begins with `x-`.
    private mutating func addOther(_ member: PlanMember) {
        if member.isBlank { return }
        let name = member.name.hasPrefix("x-") ? member.name : "x-" + member.name
        guard ImportRun.canWrite(name: name), member.value.isWritable, taken.insert(name).inserted else {
            return lose("member \(member.name) that the event cannot contain", member, .leftOut, .information)
        }
        others.append(member.named(name))
        if name != member.name { lose("own member \(member.name)", member, .changed(to: name), .information) }
    }

    // MARK: Converting

    private mutating func convert() throws(PlanErrors) {
        let requiredNames = Set(required.map(\.name))
        for property in names {
            let inner = path.property(property.name)
            guard parameters.accepts("parameter", property.name, at: property.place, inner, run) else { continue }
            let isRequired = requiredNames.contains(property.name)
            let own = parts[property.name, default: []]
            let value =
                own.count > 1
                ? try merged(own, inner, isRequired: isRequired)
                : try own[0].converter.ofContents.schema(own[0].node, inner, isRequired: isRequired)
            parameters.append(PlanMember(property.name, at: property.place, value))
            run.countParameter()
        }
        // A closed schema forbids the parameter that it requires.
        parameters.addUndeclared(
            required, besides: Set(names.map(\.name)), path, run, isClosed == true ? .rule : .information)
        var schemas: [PlanNode] = []
        for part in together {
            let schema = try part.converter.ofContents.ofParts.schema(part.node, path)
            if !schema.isBlank { schemas.append(schema) }
        }
        guard let first = schemas.first else { return }
        let all = PlanNode(.object([PlanMember("allOf", .array(schemas), at: place)]), at: place)
        rules = PlanMember("rules", at: first.place, schemas.count == 1 ? first : all)
    }

    /// Returns the schema of a parameter that several parts of the event declare.
    private func merged(_ parts: [Part], _ path: ConversionPath, isRequired: Bool) throws(PlanErrors) -> PlanNode {
        var schemas: [PlanNode] = []
        for part in parts { schemas.append(try part.converter.ofContents.ofParts.schema(part.node, path)) }
        let required = isRequired ? [PlanMember("required", .bool(true), at: place)] : []
        return PlanNode(.object(required + [PlanMember("allOf", .array(schemas), at: place)]), at: place)
    }
}
