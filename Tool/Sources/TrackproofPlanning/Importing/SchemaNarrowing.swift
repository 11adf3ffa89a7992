import TrackproofPlans
import TrackproofSnapshots

/// A schema that narrows another schema, as an event specification of Snowplow narrows an Iglu schema.
///
/// Both schemas apply to each property. The keyword `additionalProperties` of the narrowing schema has no effect, because
/// Snowplow checks the rules of properties in addition to the Iglu schema.
enum SchemaNarrowing {
    /// The members that describe a schema. Those of the narrowing schema replace those of the other schema.
    private static let texts: Set<String> = ["title", "description", "default", "examples", "$comment"]

    /// The members that the narrowing schema of an object does not give a second time.
    private static let unnarrowed = texts.union([
        "properties", "required", "additionalProperties", "$schema", "$id", "id", "self",
    ])

    /// Returns an object schema that describes the properties of both schemas.
    static func object(_ base: PlanNode, narrowedBy other: PlanNode) -> PlanNode {
        var properties = base["properties"]?.members ?? []
        var indices = Dictionary(properties.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        for property in other["properties"]?.members ?? [] {
            if let index = indices[property.name] {
                properties[index].value = value(properties[index].value, narrowedBy: property.value)
            } else {
                indices[property.name] = properties.count
                properties.append(property)
            }
        }
        var seen: Set<String> = []
        let required = (base.requiredNames + other.requiredNames).filter { seen.insert($0.name).inserted }
        let names = required.map { PlanNode(.string($0.name), at: $0.place) }
        var members = base.members.filter { $0.name != "properties" && $0.name != "required" }
        let known = Set(members.map(\.name)).union(["properties", "required", "additionalProperties", "$schema"])
        members += other.members.filter { !known.contains($0.name) }
        // A schema has each keyword only once. The narrowing schema's second keyword is a part of its own.
        let twice = other.members.filter { member in
            !unnarrowed.contains(member.name)
                && base.members.contains {
                    $0.name == member.name && CanonicalValue($0.value) != CanonicalValue(member.value)
                }
        }
        if !twice.isEmpty {
            let all = (base["allOf"]?.elements ?? []) + [PlanNode(.object(twice), at: other.place)]
            members.removeAll { $0.name == "allOf" }
            members.append(PlanMember("allOf", .array(all), at: base.place))
        }
        if !properties.isEmpty { members.append(PlanMember("properties", .object(properties), at: base.place)) }
        if !names.isEmpty { members.append(PlanMember("required", .array(names), at: base.place)) }
        return PlanNode(.object(members), at: base.place)
    }

    /// The keywords whose meaning does not depend on other keywords, so that one schema can have those of two schemas.
    private static let independent: Set<String> = texts.union([
        "type", "enum", "const", "pattern", "format", "minLength", "maxLength", "minimum", "maximum", "multipleOf",
        "minItems", "maxItems", "uniqueItems",
    ])

    /// Returns a schema that allows what both schemas of a property allow.
    private static func value(_ base: PlanNode, narrowedBy other: PlanNode) -> PlanNode {
        guard base.isObject, other.isObject, other.members.allSatisfy({ independent.contains($0.name) }) else {
            return both(base, other)
        }
        var members = base.members
        for member in other.members {
            guard let index = members.firstIndex(where: { $0.name == member.name }) else {
                members.append(member)
                continue
            }
            if texts.contains(member.name) {
                members[index] = member
            } else if CanonicalValue(members[index].value) != CanonicalValue(member.value) {
                guard isSubset(member, of: members[index]) else { return both(base, other) }
                members[index] = member
            }
        }
        return PlanNode(.object(members), at: base.place)
    }

    /// Returns whether a list of values or types allows only what another list allows.
    private static func isSubset(_ member: PlanMember, of other: PlanMember) -> Bool {
        guard member.name == "enum" || member.name == "type" else { return false }
        let all = Set((other.value.string == nil ? other.value.elements : [other.value]).map { CanonicalValue($0) })
        let own = member.value.string == nil ? member.value.elements : [member.value]
        return !own.isEmpty && own.allSatisfy { all.contains(CanonicalValue($0)) }
    }

    private static func both(_ base: PlanNode, _ other: PlanNode) -> PlanNode {
        PlanNode(.object([PlanMember("allOf", .array([base, other]), at: base.place)]), at: base.place)
    }

    /// Returns the property whose values tell the narrowing schemas apart, with the values in each schema.
    ///
    /// - Returns: `nil` if no property has a list of values in each schema, or if two lists share a value.
    static func discriminator(of schemas: [PlanNode]) -> (name: String, values: [[PlanNode]])? {
        let tables = schemas.map { schema in
            let pairs = (schema["properties"]?.members ?? []).map { ($0.name, $0.value) }
            return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        }
        for property in schemas.first?["properties"]?.members ?? [] where ImportRun.canWrite(name: property.name) {
            let lists = tables.map { table -> [PlanNode] in
                let own = table[property.name]
                return own?["enum"]?.elements ?? own?["const"].map { [$0] } ?? []
            }
            let values = lists.joined().map { CanonicalValue($0) }
            let areScalars = lists.joined().allSatisfy { !$0.isObject && $0.elements.isEmpty }
            if areScalars, lists.allSatisfy({ !$0.isEmpty }), Set(values).count == values.count {
                return (property.name, lists)
            }
        }
        return nil
    }
}
