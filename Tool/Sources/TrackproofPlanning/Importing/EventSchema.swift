import TrackproofPlans
import TrackproofSnapshots

/// The JSON Schema of an event's parameters, as members of an event of a plan.
///
/// ``SchemaBuilder`` builds the schema. An event lists its parameters, so this type takes the built schema and the schemas
/// in its `allOf` apart. What an event cannot have is a loss.
struct EventSchema {
    /// The member with the description, or no member.
    private(set) var description: [PlanMember] = []
    /// Whether the schema forbids parameters that it does not declare. `nil` if the schema does not say it.
    private(set) var isClosed: Bool?
    private(set) var parameters = ImportedMembers()
    /// Further members of the event, such as `deprecated` and members whose names begin with `x-`.
    private(set) var others: [PlanMember] = []
    /// The rules for all parameters together.
    private(set) var rules: PlanMember?

    private let run: ImportRun
    private let path: ConversionPath
    private let place: PlanPlace
    /// The parameters in the order in which the parts of the schema declare them first.
    private var declared: [PlanMember] = []
    /// The different schemas of each parameter, and whether each is in a part of the event's schema.
    private var schemas: [String: [(node: PlanNode, isPart: Bool)]] = [:]
    private var required: [(name: String, place: PlanPlace)] = []
    private var together: [PlanNode] = []
    /// The flags that forbid parameters that a schema with parts does not declare, with the parameters that it declares.
    private var closings: [(flag: PlanMember, names: Set<String>)] = []

    /// Converts the schema of an event.
    ///
    /// - Throws: ``PlanErrors`` if the import has too many schemas.
    init(_ node: PlanNode, _ path: ConversionPath, _ converter: SchemaConverter) throws(PlanErrors) {
        (run, self.path, place) = (converter.run, path, node.place)
        take(try converter.ofEvent.schema(node, path), isPart: false)
        finish()
    }

    /// The members of an event, without its description.
    var members: [PlanMember] {
        let isClosed = isClosed ?? false
        return others + (isClosed == run.plan.isClosed ? [] : [PlanMember("closed", .bool(isClosed), at: place)])
            + (parameters.isEmpty ? [] : [PlanMember("parameters", .object(parameters.items), at: place)])
            + (rules.map { [$0] } ?? [])
    }

    /// The keywords of the schema of an event. All others are losses.
    static let keywords = together.union([.type, .ref, .allOf, .properties, .required, .additionalProperties])

    /// The keywords for all parameters together.
    private static let together: Set<SchemaKeyword> = [
        .minProperties, .maxProperties, .dependentRequired, .propertyNames, .anyOf, .oneOf, .not, .if, .then, .else,
    ]

    private mutating func take(_ schema: PlanNode, isPart: Bool) {
        let rules = schema.members.filter { SchemaKeyword(rawValue: $0.name).map(Self.together.contains) == true }
        if !rules.isEmpty { together.append(PlanNode(.object(rules), at: schema.place)) }
        let names = Set(rules.map(\.name))
        for member in schema.members where !names.contains(member.name) {
            switch member.name {
            case "properties": for property in member.value.members { add(property, isPart: isPart) }
            case "required": required += schema.requiredNames
            case "additionalProperties":
                if member.value.bool == false {
                    closings.append((member, Set(schema["properties"]?.members.map(\.name) ?? [])))
                }
                isClosed = isClosed == true || member.value.bool == false
            case "allOf": for part in member.value.elements { take(part, isPart: true) }
            case "$ref": take(member.value, isPart: isPart)
            case "description" where description.isEmpty: description = [member]
            case "description":
                run.lose("description of a part of an event", member, path, .leftOut, .information)
            default: others.append(member)
            }
        }
    }

    private mutating func add(_ property: PlanMember, isPart: Bool) {
        var members = property.value.members
        if property.value["required"]?.bool == true {
            required.append((property.name, property.place))
            members.removeAll { $0.name == "required" }
        }
        let schema = PlanNode(.object(members), at: property.value.place)
        let known = schemas[property.name, default: []]
        if known.isEmpty { declared.append(property) }
        if known.contains(where: { CanonicalValue($0.node) == CanonicalValue(schema) }) { return }
        schemas[property.name, default: []].append((schema, isPart))
    }

    private mutating func finish() {
        let requiredNames = Set(required.map(\.name))
        for property in declared {
            var members = narrowed(schemas[property.name, default: []], path.property(property.name))
            if requiredNames.contains(property.name) {
                members.append(PlanMember("required", .bool(true), at: property.place))
            }
            parameters.append(PlanMember(property.name, .object(members), at: property.place))
            run.countParameter()
        }
        let names = Set(declared.map(\.name))
        for (flag, own) in closings where !names.isSubset(of: own) {
            let form = "a closed event that declares the parameters of all parts"
            run.lose("additionalProperties of a part", flag, path, .changed(to: form))
        }
        // A closed schema forbids the parameter that it requires.
        parameters.addUndeclared(required, besides: names, path, run, isClosed == true ? .rule : .information)
        guard let first = together.first else { return }
        let all = PlanNode(.object([PlanMember("allOf", .array(together), at: place)]), at: place)
        rules = PlanMember("rules", at: first.place, together.count == 1 ? first : all)
    }

    // MARK: Parameters that several parts declare

    /// Whether the meaning of a member does not depend on other members, so that one schema can have those of two schemas.
    private static func isIndependent(_ member: PlanMember) -> Bool {
        if let keyword = SchemaKeyword(rawValue: member.name) {
            return keyword.subject == nil && keyword.types != .object && keyword != .ref
        }
        return ["title", "description", "default", "examples", "$comment"].contains(member.name)
    }

    /// Returns the members of a schema that allows what all schemas of a parameter allow. The texts of parts are losses if
    /// the parameter has other texts.
    private func narrowed(_ schemas: [(node: PlanNode, isPart: Bool)], _ path: ConversionPath) -> [PlanMember] {
        if schemas.count == 1 { return schemas[0].node.members }
        let both = [PlanMember("allOf", .array(schemas.map(\.node)), at: place)]
        let ordered = (schemas.filter(\.isPart) + schemas.filter { !$0.isPart }).map(\.node)
        var (result, replaced): ([PlanMember], [PlanMember]) = (ordered[0].members, [])
        for member in ordered.dropFirst().flatMap(\.members) {
            guard Self.isIndependent(member), ordered[0]["never"] == nil else { return both }
            guard let index = result.firstIndex(where: { $0.name == member.name }) else {
                result.append(member)
                continue
            }
            if !member.isSubset(of: result[index]) {
                if SchemaKeyword(rawValue: member.name) != nil { return both }
                replaced.append(result[index])
            }
            result[index] = member
        }
        for text in replaced { run.lose("\(text.name) of a part of an event", text, path, .leftOut, .information) }
        return result
    }
}

extension PlanMember {
    /// Whether the member allows only what another member with the same name allows.
    fileprivate func isSubset(of other: PlanMember) -> Bool {
        if CanonicalValue(value) == CanonicalValue(other.value) { return true }
        guard name == "enum" || name == "type" else { return false }
        let all = Set((other.value.string == nil ? other.value.elements : [other.value]).map { CanonicalValue($0) })
        let own = value.string == nil ? value.elements : [value]
        return !own.isEmpty && own.allSatisfy { all.contains(CanonicalValue($0)) }
    }
}
