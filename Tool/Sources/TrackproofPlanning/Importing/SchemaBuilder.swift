import TrackproofPlans
import TrackproofSnapshots

/// A builder of one schema of the imported plan, from the members of a JSON Schema.
struct SchemaBuilder {
    let converter: SchemaConverter
    let node: PlanNode
    let path: ConversionPath
    var schema = ConvertedSchema()
    /// The schemas of `allOf`. A reference that is replaced by its target is one of them.
    var allOf: [ConvertedSchema] = []

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
        if !allOf.isEmpty { add("allOf", allOf) }
    }

    /// Adds a list of schemas.
    mutating func add(_ name: String, _ schemas: [ConvertedSchema]) {
        let isFlow = schemas.allSatisfy(\.isFlow)
        schema.add(name, isFlow ? .list(schemas.map(\.value)) : .blocks(schemas.map(\.value)), isFlow: isFlow)
    }

    /// Adds a loss for a member of the schema.
    func lose(
        _ kind: String, _ found: String, _ member: PlanMember, _ outcome: ConversionLoss.Outcome = .leftOut,
        _ weight: ConversionLoss.Weight = .rule
    ) {
        run.lose(kind, found, at: member.place, path, outcome, weight)
    }

    private mutating func add(_ member: PlanMember) throws(PlanErrors) {
        if let keyword = SchemaKeyword(rawValue: member.name) { return try add(keyword, member) }
        let value = member.value
        switch member.name {
        case "dependencies": addDependencies(member)
        // `addItems` adds the schema of further elements.
        case "additionalItems" where !(node["items"]?.elements.isEmpty ?? true): break
        // References lead to these schemas.
        case "definitions", "$defs": break
        case "description", "title", "$comment", "pii": addText(member)
        // An export gives this name to the member `pii`.
        case "x-pii" where member.value.string != nil && node["pii"] == nil:
            addText(PlanMember("pii", at: member.place, member.value))
        case "default": addData("default", member)
        case "examples":
            if case .array = value.content { addData("examples", member) } else { addOther(member) }
        case "deprecated": if value.bool == nil { addOther(member) } else if value.bool == true { addFlag(member) }
        case "$schema", "$id", "id", "$anchor", "$vocabulary":
            lose("identifier \(member.name)", value.summary, member, .leftOut, .information)
        case _ where Self.unsupported.contains(member.name): lose("keyword \(member.name)", value.summary, member)
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
        case .constants: addEnum(member)
        case .constant: addData(member.name, member)
        case .number: addBound(member)
        case .divisor: addDivisor(member)
        case .count: addCount(member)
        case .pattern: addPattern(member)
        case .format: addFormat(member)
        case .flag: addFlag(member)
        case .dependents: addDependencies(member)
        case .schema where keyword == .items: try addItems(member)
        case .schema: try addSchema(member, inner, path)
        case .schemas: try addSchemas(member.name, member, inner, keyword == .prefixItems ? path.element : path)
        case .patternProperties: try addPatternProperties(member)
        case .variants: if converter.readsVariants { try addVariants(member) } else { addOther(member) }
        case .names: if member.value.string != nil { lose("invalid required", member.value.summary, member) }
        // `addProperties` adds the properties.
        case .properties: break
        }
    }

    /// The keywords of JSON Schema that a plan does not have, and that restrict values.
    static let unsupported: Set<String> = [
        "contains", "minContains", "maxContains", "unevaluatedProperties", "unevaluatedItems", "dependentSchemas",
        "$dynamicRef", "$recursiveRef", "contentSchema", "disallow", "extends", "divisibleBy", "nullable",
    ]

    // MARK: Texts and data

    private mutating func addText(_ member: PlanMember) {
        guard let text = member.value.string else { return addOther(member) }
        if text.isEmpty { return }
        schema.add(member.name, member.name == "pii" ? .text(text) : .prose(text))
    }

    private mutating func addData(_ name: String, _ member: PlanMember) {
        guard member.value.isWritable else { return lose("value that a plan cannot contain", name, member) }
        schema.add(name, FormattedValue(data: member.value))
    }

    private mutating func addEnum(_ member: PlanMember) {
        guard !member.value.elements.isEmpty else { return lose("enum without values", member.value.summary, member) }
        addData("enum", member)
    }

    private mutating func addFlag(_ member: PlanMember) {
        guard let value = member.value.bool else { return lose("invalid \(member.name)", member.value.summary, member) }
        if value { schema.addFlag(member.name) }
    }

    /// Adds a member that JSON Schema does not define, under a name that begins with `x-`.
    private mutating func addOther(_ member: PlanMember) {
        if member.isBlank { return }
        let name = member.name.hasPrefix("x-") ? member.name : "x-" + member.name
        guard ImportRun.canWrite(name: name), member.value.isWritable, !schema.has(name),
            node[name] == nil || name == member.name
        else { return lose("member that a plan cannot contain", member.name, member, .leftOut, .information) }
        schema.add(name, FormattedValue(data: member.value))
        if name == member.name { return }
        let keywords = SchemaKeyword.allCases.map(\.rawValue)
        if let keyword = NameSimilarity.nearest(to: member.name, among: keywords, from: 0.8) {
            lose("unknown keyword that is similar to \(keyword)", member.name, member, .changed(to: name))
        } else {
            lose("own member \(member.name)", member.value.summary, member, .changed(to: name), .information)
        }
    }

    // MARK: References

    private mutating func addReference(_ member: PlanMember) throws(PlanErrors) {
        guard let reference = member.value.string else {
            return lose("invalid $ref", member.value.summary, member)
        }
        if converter.document.ignoresKeywordsBesideReferences,
            let other = node.members.first(where: { $0.name != "$ref" && SchemaKeyword(rawValue: $0.name) != nil })
        {
            let kind = "keyword beside $ref, which the draft of the schema ignores"
            lose(kind, other.name, other, .changed(to: "a rule"))
        }
        guard let target = converter.target(of: reference) else {
            return lose("reference to a schema that the files do not contain", reference, member)
        }
        guard target.isNamed else {
            guard let inlining = converter.inlining(target) else {
                return lose("recursive reference", reference, member)
            }
            var inner = inlining.converter.ofParts
            inner.owner = converter.owner
            allOf.append(try inner.schema(target.node, path))
            return
        }
        let (name, isNew, isRenamed) = run.types.name(target.node, at: target.pointer, target.converter)
        if isNew, isRenamed {
            let short = target.pointer.last ?? ""
            lose("name of a type that the plan cannot use", short, member, .changed(to: name), .information)
        }
        if let owner = converter.owner, let kind = run.types.connect(owner, to: name) {
            return lose(kind, reference, member)
        }
        schema.add(node["type"] == nil ? "type" : "$ref", .text(name))
    }
}

extension PlanNode {
    /// Whether a file of a plan can contain the node as a value.
    var isWritable: Bool { isNested(atMost: 32) && hasWritableNames }

    private var hasWritableNames: Bool {
        let members = members
        return Set(members.map(\.name)).count == members.count
            && members.allSatisfy { ImportRun.canWrite(name: $0.name) && $0.value.hasWritableNames }
            && elements.allSatisfy(\.hasWritableNames)
    }
}
