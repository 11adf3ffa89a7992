import TrackproofPlans
import TrackproofSnapshots

/// A builder of one schema of the imported plan, from the members of a JSON Schema.
struct SchemaBuilder {
    let converter: SchemaConverter
    let node: PlanNode
    let path: ConversionPath
    /// The members of the schema, in the order in which the builder adds them.
    var members: [PlanMember] = []
    /// The schemas of `allOf`. A reference that is replaced by its target is one of them.
    var allOf: [PlanNode] = []

    var run: ImportRun { converter.run }

    init(_ converter: SchemaConverter, _ node: PlanNode, _ path: ConversionPath) {
        (self.converter, self.node, self.path) = (converter, node, path)
    }

    /// The maximum number of members of a schema, without its properties. Schemas that people write have far fewer.
    private static let memberLimit = 1_000

    mutating func add(_ members: [PlanMember]) throws(PlanErrors) {
        if members.count > Self.memberLimit {
            let message = "the schema has more than \(Self.memberLimit) members"
            throw PlanErrors([PlanError(at: node.place, message)])
        }
        var known: [String: PlanPlace] = [:]
        for member in members {
            if let first = known.updateValue(member.place, forKey: member.name) {
                run.lose("keyword that is given twice", member.name, at: member.place, path, first: first)
                continue
            }
            try add(member)
        }
        try addProperties()
        if !allOf.isEmpty { self.members.append(PlanMember("allOf", .array(allOf), at: node.place)) }
    }

    func has(_ name: String) -> Bool { members.contains { $0.name == name } }

    /// Adds a loss for a member of the schema.
    func lose(
        _ kind: String, _ member: PlanMember, _ outcome: ConversionLoss.Outcome = .leftOut,
        _ weight: ConversionLoss.Weight = .rule
    ) {
        run.lose(kind, member, path, outcome, weight)
    }

    private mutating func add(_ member: PlanMember) throws(PlanErrors) {
        if let keyword = SchemaKeyword(rawValue: member.name) { return try add(keyword, member) }
        switch member.name {
        case "dependencies": addDependencies(member)
        // `addItems` adds the schema of further elements.
        case "additionalItems" where node["items"]?.elements.isEmpty == false: break
        // References lead to these schemas.
        case "definitions", "$defs": break
        case "description", "title", "$comment", "pii":
            if member.value.string == nil { addOther(member) } else if !member.isBlank { members.append(member) }
        // An export gives this name to the member `pii`.
        case "x-pii" where member.value.string != nil && node["pii"] == nil: try add(member.named("pii"))
        case "default": addData(member)
        case "examples": if case .array = member.value.content { addData(member) } else { addOther(member) }
        case "deprecated" where member.value.bool != nil: if member.value.bool == true { members.append(member) }
        case "$schema", "$id", "id", "$anchor", "$vocabulary":
            lose("identifier \(member.name)", member, .leftOut, .information)
        case _ where Self.unsupported.contains(member.name): lose("keyword \(member.name)", member)
        default: addOther(member)
        }
    }

    private mutating func add(_ keyword: SchemaKeyword, _ member: PlanMember) throws(PlanErrors) {
        let inner =
            switch keyword.subject {
            case .value: converter.ofParts
            case .condition: converter.ofCondition
            case .contents, nil: converter.ofContents
            }
        switch keyword.form {
        case .reference: try addReference(member)
        case .types: addType(member)
        case .constants:
            if member.value.elements.isEmpty { lose("enum without values", member) } else { addData(member) }
        case .constant: addData(member)
        case .number:
            // In draft 4, the flag `exclusiveMinimum` belongs to the number `minimum`.
            let exclusive = "exclusive" + member.name.prefix(1).uppercased() + member.name.dropFirst()
            if member.value.bool != nil, member.name.hasPrefix("exclusive") { return }
            addValue(keyword, member, as: node[exclusive]?.bool == true ? exclusive : member.name)
        case .pattern:
            if isUsable(pattern: member.value.string, member) { members.append(member) }
        case .divisor, .count, .format: addValue(keyword, member, as: member.name)
        case .flag: if member.value.bool != false { addValue(keyword, member, as: member.name) }
        case .dependents: addDependencies(member)
        case .schema where keyword == .items: try addItems(member)
        case .schema: try addSchema(member, inner, path)
        case .schemas: try addSchemas(member.name, member, inner, keyword == .prefixItems ? path.element : path)
        case .patternProperties: try addPatternProperties(member)
        case .variants where converter.readsVariants:
            let variants = try converter.ofContents.variants(member.value.elements, "properties", path)
            members.append(PlanMember("variants", .array(variants), at: member.place))
        case .variants: addOther(member)
        case .names: if member.value.string != nil { lose("invalid required", member) }
        // `addProperties` adds the properties.
        case .properties: break
        }
    }

    /// The keywords of JSON Schema that a plan does not have, and that restrict values.
    static let unsupported: Set<String> = [
        "contains", "minContains", "maxContains", "unevaluatedProperties", "unevaluatedItems", "dependentSchemas",
        "$dynamicRef", "$recursiveRef", "contentSchema", "disallow", "extends", "divisibleBy", "nullable",
    ]

    // MARK: Values

    /// Adds a value that contains no schema, if the reader of plans accepts it.
    private mutating func addValue(_ keyword: SchemaKeyword, _ member: PlanMember, as name: String) {
        if let error = keyword.error(in: member.value) {
            // The second part of the message says what was found.
            let kind = "invalid \(member.name) (\(error.message.prefix { $0 != "," }))"
            return lose(keyword == .format ? "unknown format" : kind, member)
        }
        members.append(member.named(name))
    }

    private mutating func addData(_ member: PlanMember) {
        guard member.value.isWritable else {
            return run.lose("value that a plan cannot contain", member.name, at: member.place, path)
        }
        members.append(member)
    }

    /// Adds a member that JSON Schema does not define, under a name that begins with `x-`.
    private mutating func addOther(_ member: PlanMember) {
        if member.isBlank { return }
        let name = member.name.hasPrefix("x-") ? member.name : "x-" + member.name
        guard ImportRun.canWrite(name: name), member.value.isWritable, !has(name),
            node[name] == nil || name == member.name
        else { return run.note("member that a plan cannot contain", member.name, at: member.place, path) }
        members.append(member.named(name))
        if name == member.name { return }
        let keywords = SchemaKeyword.allCases.map(\.rawValue)
        if let keyword = NameSimilarity.nearest(to: member.name, among: keywords, from: 0.8) {
            let kind = "unknown keyword that is similar to \(keyword)"
            run.lose(kind, member.name, at: member.place, path, .changed(to: name))
        } else {
            lose("own member \(member.name)", member, .changed(to: name), .information)
        }
    }

    private mutating func addType(_ member: PlanMember) {
        var elements = [member.value]
        if case .array(let list) = member.value.content { elements = list }
        if elements.isEmpty { lose("empty list of types", member) }
        var names: [String] = []
        for element in elements {
            // YAML reads `type: null` as the value null.
            let name = if case .null = element.content { "null" } else { element.summary }
            if name == "any" {
                return run.note("type any", name, at: member.place, path, changedTo: "a schema without a type")
            }
            if !ImportedTypes.reserved.contains(name) {
                run.lose("unknown type", name, at: member.place, path)
            } else if !names.contains(name) {
                names.append(name)
            }
        }
        if names.isEmpty { return }
        members.append(PlanMember("type", .oneOrMore(names, at: member.value.place), at: member.place))
    }

    func isUsable(pattern source: String?, _ member: PlanMember) -> Bool {
        guard let source else {
            lose("invalid pattern", member)
            return false
        }
        do throws(PatternError) {
            _ = try Pattern(source)
            return true
        } catch {
            // The second part of the message says what to write instead.
            let kind = "pattern that a plan cannot use (\(error.message.prefix { $0 != ";" }))"
            run.lose(kind, source, at: member.place, path)
            return false
        }
    }
}

extension PlanNode {
    /// The names in the member `required` of a JSON Schema, with their places.
    var requiredNames: [(name: String, place: PlanPlace)] {
        self["required"]?.elements.compactMap { element in element.string.map { ($0, element.place) } } ?? []
    }

    /// Whether a file of a plan can contain the node as a value.
    var isWritable: Bool { isNested(atMost: 32) && hasWritableNames }

    private var hasWritableNames: Bool {
        let members = members
        return Set(members.map(\.name)).count == members.count
            && members.allSatisfy { ImportRun.canWrite(name: $0.name) && $0.value.hasWritableNames }
            && elements.allSatisfy(\.hasWritableNames)
    }
}
