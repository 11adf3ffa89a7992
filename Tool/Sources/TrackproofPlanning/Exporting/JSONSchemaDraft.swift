import Trackproof
import TrackproofPlans

/// A draft of JSON Schema, in which an exporter writes schemas.
enum JSONSchemaDraft {
    case draft4, draft7, draft2020

    /// The URI of the draft, for `$schema`.
    var uri: String {
        switch self {
        case .draft4: "http://json-schema.org/draft-04/schema#"
        case .draft7: "http://json-schema.org/draft-07/schema#"
        case .draft2020: "https://json-schema.org/draft/2020-12/schema"
        }
    }

    /// Returns a schema of draft 2020-12 in the form of this draft, with the same meaning.
    ///
    /// Draft 4 has no form for `propertyNames`. The keyword stays, and validators of draft 4 ignore it.
    func form(of schema: EventValue) -> EventValue {
        if self == .draft2020 { return schema }
        guard var members = schema.object else {
            // Draft 4 has no schemas `true` and `false`.
            guard self == .draft4, case .bool(let isAllowed) = schema else { return schema }
            return .object(isAllowed ? [:] : ["not": EventValue.object([:])])
        }
        convertContents(of: &members)
        rename(&members)
        if self == .draft4 { convertToDraft4(&members) }
        separateReference(in: &members)
        return .object(members)
    }

    // MARK: Inner schemas

    private func convertContents(of members: inout EventParameters) {
        for (name, value) in members.map({ ($0.name, $0.value) }) {
            switch name == "$defs" ? .properties : SchemaKeyword(rawValue: name)?.form {
            case .properties, .patternProperties:
                let schemas = value.object?.map { EventParameter($0.name, form(of: $0.value)) }
                members[name] = .object(EventParameters(schemas ?? []))
            case .schemas: members[name] = .array((value.array ?? []).map(form))
            // In draft 4 too, these can be booleans. `items` beside `prefixItems` becomes `additionalItems`.
            case .schema where value.object == nil && canBeBoolean(name, members): break
            case .schema: members[name] = form(of: value)
            default: break
            }
        }
    }

    private func canBeBoolean(_ name: String, _ members: EventParameters) -> Bool {
        name == "additionalProperties" || name == "items" && members["prefixItems"] != nil
    }

    // MARK: Names of keywords

    private func rename(_ members: inout EventParameters) {
        if let names = members["dependentRequired"] { members.rename("dependentRequired", "dependencies", names) }
        if let definitions = members["$defs"] { members.rename("$defs", "definitions", definitions) }
        if let reference = members["$ref"]?.string {
            members["$ref"] = .string(reference.replacing("#/$defs/", with: "#/definitions/"))
        }
        guard let first = members["prefixItems"] else { return }
        if let rest = members["items"] { members.rename("items", "additionalItems", rest) }
        members.rename("prefixItems", "items", first)
    }

    private func convertToDraft4(_ members: inout EventParameters) {
        if let value = members["const"] {
            // A schema can have `const` and `enum`.
            if members["enum"] == nil {
                members.rename("const", "enum", .array([value]))
            } else {
                members["const"] = nil
                members.require(["enum": EventValue.array([value])])
            }
        }
        for (name, inclusive) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")] {
            guard let bound = members[name] else { continue }
            members[name] = nil
            if members[inclusive] == nil {
                members[inclusive] = bound
                members[name] = .bool(true)
            } else {
                members.require(EventParameters([EventParameter(inclusive, bound), EventParameter(name, .bool(true))]))
            }
        }
        guard let condition = members["if"] else { return }
        let (then, otherwise) = (members["then"], members["else"])
        for name in ["if", "then", "else"] { members[name] = nil }
        let inverse = EventValue.object(["not": condition])
        if let then { members.require(["anyOf": EventValue.array([inverse, then])]) }
        if let otherwise { members.require(["anyOf": EventValue.array([condition, otherwise])]) }
    }

    // MARK: References

    /// The keywords that do not restrict values. Before draft 2019-09, validators ignore all keywords beside `$ref`.
    private static let annotations: Set<String> = ["title", "description", "default", "examples", "deprecated"]

    private func separateReference(in members: inout EventParameters) {
        guard let reference = members["$ref"] else { return }
        let others = members.filter { $0.name != "$ref" }
        if others.allSatisfy({ Self.annotations.contains($0.name) || $0.name.hasPrefix("x-") }) { return }
        members["$ref"] = nil
        members.require(["$ref": reference])
    }
}

extension EventParameters {
    /// Replaces a member by a member with another name, at the same position.
    fileprivate mutating func rename(_ old: String, _ new: String, _ value: EventValue) {
        self = EventParameters(map { $0.name == old ? EventParameter(new, value) : $0 })
    }

    /// Adds a schema to `allOf`.
    fileprivate mutating func require(_ schema: EventParameters) {
        self["allOf"] = .array((self["allOf"]?.array ?? []) + [.object(schema)])
    }
}
